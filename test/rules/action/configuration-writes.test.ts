import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, spoiled } from '../../../scripts/corpus/faults.js';
import type { Fields } from '../../../scripts/corpus/notation.js';
import { doNothing, operation, whenReady } from '../../../scripts/corpus/operations.js';
import { oneContext } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { isWriteLayout } from '../../../src/check/rules/action/write-data.js';
import { encoded, findingsIn, found, LIFTED, set } from '../core-op-findings.js';
import { findings } from '../findings.js';

const OPERATIONS = `${CONTEXT}.operations`;
const FIRST_ID = 10_000;

/** Makes data of `length` bytes whose header claims `words` words. */
function data(length: number, words: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(length, 4)).fill(7);
  new DataView(bytes.buffer).setUint32(0, words - 1, true);
  return bytes.slice(0, length);
}

const SOME = data(16, 2);

/** The write of an action; undefined for another action. */
type Write = readonly [channel: number, data: Uint8Array] | undefined;

/** Adds operations with these writes after the existing ones. */
const writing = (...lists: readonly (readonly Write[])[]): Change => {
  let id = FIRST_ID;
  const actionOf = (write: Write): Fields => ({
    unique_id: id++,
    ...(write === undefined
      ? doNothing
      : { write_data_ccw: { cfg_channel_index: write[0], data: write[1] } }),
  });
  return [
    OPERATIONS,
    (before) => [
      ...(before as Fields[]),
      ...lists.map((writes) => operation({ unique_id: id++, ...whenReady }, ...writes.map(actionOf))),
    ],
  ];
};

const at = (operation: number, action: number): string =>
  `${OPERATIONS}[${5 + operation}].actions[${action}]`;

describe('the data of a write', () => {
  it.each<[number, number, readonly string[]]>([
    [16, 1, []],
    [16, 2, []],
    [24, 3, []],
    [24, 4, []],
    [16, 3, ['ccw-data-malformed']],
    [24, 2, ['ccw-data-malformed']],
    [16, 0, ['ccw-data-malformed']],
    [8, 0, ['ccw-data-malformed']],
    [12, 1, ['ccw-data-alignment', 'ccw-data-malformed']],
    [3, 1, ['ccw-data-alignment', 'ccw-data-malformed']],
    [0, 0, ['ccw-data-empty']],
  ])('of %i bytes that claims %i words', async (length, words, expected) => {
    const content = spoiled(
      oneContext,
      writing([
        [0, data(length, words)],
        [0, SOME],
      ]),
    );
    const codes = ['ccw-data-empty', 'ccw-data-alignment', 'ccw-data-malformed', 'ccw-run-empty'];
    const findings = await findingsIn(memorySource(encoded(content)), ...codes);
    expect(findings.map(({ code }) => code)).toEqual(expected);
  });

  it('is not parsed on architectures with another layout, but its alignment is checked there, too', async () => {
    const change = writing([[0, data(12, 9)]]);
    expect(await found(oneContext, 'ccw-data-malformed', change, set('header.hw_arch', 106))).toEqual([]);
    expect(await found(oneContext, 'ccw-data-alignment', change, set('header.hw_arch', 106))).toHaveLength(1);
    expect(await found(oneContext, 'ccw-data-malformed', change, set('header.hw_arch', 3))).toHaveLength(1);
  });

  it.each([
    [8, []],
    [16, ['ccw-data-malformed']],
    [12, ['ccw-data-alignment', 'ccw-data-malformed']],
  ])('of %i bytes in a file of version 1, where eight may be a pointer', async (length, expected) => {
    const content = spoiled(oneContext, writing([[0, data(length, 9)]]));
    const { lines } = await findings(content, ['ccw-data-alignment', 'ccw-data-malformed'], { version: 1 });
    expect(lines.map((line) => line.split(' ')[1])).toEqual(expected);
  });

  it('is recognised by its first eight bytes and its length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), fc.nat(2 ** 31), (head, length) => {
        const words = BigInt(new DataView(head.buffer, head.byteOffset).getUint32(0, true)) + 1n;
        const expected = 8n + 4n * (words + (words % 2n));
        expect(isWriteLayout(head, 0, Number(expected))).toBe(true);
        expect(isWriteLayout(head, 0, length)).toBe(BigInt(length) === expected);
      }),
    );
  });
});

describe('consecutive writes', () => {
  const NONE = new Uint8Array();

  it.each<[string, readonly (readonly Write[])[], readonly string[]]>([
    ['an empty one alone', [[[0, NONE]]], [at(0, 0)]],
    [
      'an empty one before another',
      [
        [
          [0, NONE],
          [0, SOME],
        ],
      ],
      [],
    ],
    [
      'an empty one after another',
      [
        [
          [0, SOME],
          [0, NONE],
        ],
      ],
      [],
    ],
    ['an empty one after something else', [[[0, SOME], undefined, [0, NONE]]], [at(0, 2)]],
    ['an empty one in the next operation', [[[0, SOME]], [[0, NONE]]], [at(1, 0)]],
    [
      'an empty one beside another channel',
      [
        [
          [0, SOME],
          [1, NONE],
          [0, SOME],
        ],
      ],
      [at(0, 1)],
    ],
    [
      'empty ones on two channels',
      [
        [
          [0, NONE],
          [1, NONE],
          [0, NONE],
        ],
      ],
      [at(0, 0), at(0, 1)],
    ],
  ])('%s', async (_, lists, expected) => {
    const paths = await found(oneContext, 'ccw-run-empty', writing(...lists));
    expect(paths).toEqual(expected.map((path) => `error ${path}`));
  });

  it.each(LIFTED)('are checked in core ops of later layouts, and name their cause', async (lift, path) => {
    const content = lift(spoiled(oneContext, writing([[0, NONE]])));
    const findings = await findingsIn(memorySource(encoded(content)), 'ccw-run-empty', 'ccw-data-empty');
    const action = `${path}.contexts[0].operations[5].actions[0]`;
    expect(findings).toMatchObject([
      { code: 'ccw-run-empty', path: action, related: [] },
      { code: 'ccw-data-empty', path: `${action}.write_data_ccw`, related: [action] },
    ]);
  });

  it('exceed the limit if there are 65,536 writes to one channel or more', async () => {
    const many = (count: number, other = 0): Change =>
      writing([...Array<Write>(count).fill([0, SOME]), ...Array<Write>(other).fill([1, SOME])]);
    expect(await found(oneContext, 'ccw-burst-limit', many(65_535))).toEqual([]);
    expect(await found(oneContext, 'ccw-burst-limit', many(65_535, 10))).toEqual([]);
    expect(await found(oneContext, 'ccw-burst-limit', many(65_536))).toEqual([`error ${at(0, 0)}`]);
    const parts: Change = writing(Array<Write>(65_535).fill([0, SOME]), Array<Write>(10).fill([0, SOME]));
    expect(await found(oneContext, 'ccw-burst-limit', parts)).toEqual([]);
  }, 60_000);
});

describe('channels', () => {
  const channels = (count: number) =>
    set('network_groups[0].network_group_metadata.cfg_channels_count', count);
  const only = (...used: number[]): Change => [
    OPERATIONS,
    (operations) => {
      const [first, ...rest] = operations as Fields[];
      const [input] = (first as Fields).actions as Fields[];
      const writes = used.map((channel, i) => ({
        unique_id: FIRST_ID + i,
        write_data_ccw: { cfg_channel_index: channel, data: SOME },
      }));
      return [{ ...first, actions: [input as Fields, ...writes] }, ...rest];
    },
  ];
  const gaps = (...used: number[]) => found(oneContext, 'cfg-channel-gap', channels(100), only(...used));
  const path = (action: number) =>
    `error ${OPERATIONS}[0].actions[${action}].write_data_ccw.cfg_channel_index`;

  it.each<[readonly number[], number | undefined]>([
    [[], undefined],
    [[0], undefined],
    [[0, 0], undefined],
    [[1, 0], undefined],
    [[2, 1, 0], undefined],
    [[1], 1],
    [[0, 2], 2],
    [[3, 1, 2], 2],
    [[0, 1, 64], 3],
    [[0, 1, 3, 3], 3],
  ])('of a context: %j', async (used, action) => {
    expect(await gaps(...used)).toEqual(action === undefined ? [] : [path(action)]);
  });

  it('have no gap if all announced channels are used, even if further channels are used too', async () => {
    const findings = await found(oneContext, 'cfg-channel-gap', channels(1), only(0, 1));
    expect(findings).toEqual([]);
    expect(await found(oneContext, 'cfg-channel-index-out-of-range', channels(1), only(0, 1))).toContain(
      path(2),
    );
  });
});
