import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, CONTEXT, spoiled } from '../../../scripts/corpus/faults.js';
import { explicit, type Fields, type Value } from '../../../scripts/corpus/notation.js';
import { doNothing, operation, whenReady } from '../../../scripts/corpus/operations.js';
import { twoContexts } from '../../../scripts/corpus/valid-networks.js';
import { memorySource } from '../../../src/base/source/memory.js';
import { streamSource } from '../../../src/base/source/stream.js';
import { MAX_ID_PLACES, MAX_ID_WORDS } from '../../../src/check/rules/facts/gathering-limits.js';
import { IdSet } from '../../../src/check/rules/facts/id-set.js';
import { concat, lenRecord, varintRecord } from '../../arbitrary/wire-writer.js';
import { encoded, type Found, findingsIn, inGraph } from '../core-op-findings.js';

const CODES = ['trigger-unique-id-duplicate', 'action-unique-id-duplicate'];
const SECOND = 'network_groups[0].contexts[1]';

type Id = number | undefined;

/** Returns one operation per id, with one action. The trigger and the action both have the id. */
function operations(ids: readonly Id[], zero = false): Fields[] {
  return ids.map((id) => {
    const value = id === 0 && zero ? explicit(0) : id;
    return operation({ unique_id: value, ...whenReady }, { unique_id: value, ...doNothing });
  });
}

interface Ids {
  readonly preliminary?: readonly Id[];
  readonly first?: readonly Id[];
  readonly second?: readonly Id[];
  readonly zero?: boolean;
}

function withIds({ preliminary = [], first = [], second = [], zero = false }: Ids): Fields {
  const put = (path: string, ids: readonly Id[]): Change => [path, (): Value => operations(ids, zero)];
  return spoiled(
    twoContexts,
    put('network_groups[0].preliminary_config.operation', preliminary),
    put(`${CONTEXT}.operations`, first),
    put(`${SECOND}.operations`, second),
  );
}

const idsOf = (content: Fields): Promise<readonly Found[]> =>
  findingsIn(memorySource(encoded(content)), ...CODES);

describe('ids', () => {
  it.each<[string, Ids]>([
    ['ascend', { preliminary: [1, 2], first: [3, 9], second: [11, 12, 0xffffffff] }],
    ['begin with one that is absent', { preliminary: [undefined, 1, 2], first: [3], second: [4] }],
    ['begin with 0', { preliminary: [0, 1], first: [3], second: [4], zero: true }],
    ['descend', { preliminary: [9, 8, 7], first: [6, 5], second: [4, 0] }],
    ['are those of the contexts first', { preliminary: [100, 101], first: [3, 9], second: [11, 12] }],
    ['lie between those of another context', { first: [3, 90], second: [40, 41] }],
    ['are absent once, and not first', { first: [3, undefined, 9] }],
    ['are none', {}],
  ])('that %s differ', async (_, ids) => {
    expect(await idsOf(withIds(ids))).toEqual([]);
  });

  it.each<[string, Ids, string, string]>([
    ['in one context', { first: [1, 2, 2] }, `${CONTEXT}.operations[1]`, `${CONTEXT}.operations[2]`],
    ['in two', { first: [1, 5], second: [6, 5] }, `${CONTEXT}.operations[1]`, `${SECOND}.operations[1]`],
    [
      'in the preliminary configuration, too',
      { preliminary: [7], second: [1, 7] },
      'network_groups[0].preliminary_config.operation[0]',
      `${SECOND}.operations[1]`,
    ],
  ])('that repeat: %s', async (_, ids, first, second) => {
    expect(await idsOf(withIds(ids))).toEqual([
      {
        code: CODES[0],
        severity: 'warning',
        path: `${first}.trigger.unique_id`,
        related: [`${second}.trigger.unique_id`],
      },
      {
        code: CODES[1],
        severity: 'warning',
        path: `${first}.actions[0].unique_id`,
        related: [`${second}.actions[0].unique_id`],
      },
    ]);
  });

  it('count as 0 if they are absent, so that one id may be absent', async () => {
    const [trigger, action] = await idsOf(withIds({ first: [undefined, 4], second: [undefined, 5] }));
    expect(trigger).toMatchObject({
      path: `${CONTEXT}.operations[0].trigger`,
      related: [`${SECOND}.operations[0].trigger`],
    });
    expect(action).toMatchObject({
      path: `${CONTEXT}.operations[0].actions[0]`,
      related: [`${SECOND}.operations[0].actions[0]`],
    });
    const written = await idsOf(withIds({ first: [0, undefined], zero: true }));
    expect(written.map(({ path, related }) => [path, ...related])).toEqual([
      [`${CONTEXT}.operations[0].trigger.unique_id`, `${CONTEXT}.operations[1].trigger`],
      [`${CONTEXT}.operations[0].actions[0].unique_id`, `${CONTEXT}.operations[1].actions[0]`],
    ]);
  });

  it('are compared within each core op', async () => {
    const content = inGraph(withIds({ first: [1, 2], second: [3, 4] }));
    const [group] = content.network_groups as [Fields];
    const twice = {
      ...content,
      network_groups: [{ ops: [...(group.ops as Fields[]), ...(group.ops as Fields[])] }],
    };
    expect(await idsOf(twice)).toEqual([]);
  });

  it('are counted as if zeros had been written', async () => {
    const id = fc.oneof(fc.constant(undefined), fc.nat(6), fc.nat(0xffffffff));
    const list = fc.array(id, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(list, list, list, fc.boolean(), async (preliminary, first, second, zero) => {
        const all = [...preliminary, ...first, ...second].map((value) => value ?? 0);
        const repeated = new Set(all.filter((value, i) => all.indexOf(value) < i));
        const findings = await idsOf(withIds({ preliminary, first, second, zero }));
        const actions = findings.filter(({ code }) => code === CODES[1]);
        expect(actions).toHaveLength(repeated.size);
        expect(findings).toHaveLength(2 * repeated.size);
        const named = actions.reduce((sum, { related }) => sum + 1 + related.length, 0);
        expect(named).toBe(all.filter((value) => repeated.has(value)).length);
      }),
      { numRuns: Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 100) },
    );
  });
});

describe('any number of ids', () => {
  /** Makes a context with one operation, whose actions have these ids. */
  function actions(count: number, id: (i: number) => number): Uint8Array {
    const records = Array.from({ length: count }, (_, i) =>
      lenRecord(2, concat(varintRecord(1, id(i)), lenRecord(9, new Uint8Array(0)))),
    );
    const trigger = lenRecord(1, concat(varintRecord(1, 1), lenRecord(3, new Uint8Array(0))));
    return lenRecord(2, lenRecord(3, lenRecord(2, new Uint8Array(Buffer.concat([trigger, ...records])))));
  }
  const COUNT = MAX_ID_WORDS + 1;
  const findings = (bytes: Uint8Array, stream = false) =>
    findingsIn(stream ? streamSource([bytes]) : memorySource(bytes), 'check-incomplete', ...CODES);

  it('is known to be distinct if the ids ascend, however far apart they are', async () => {
    const bytes = actions(COUNT, (i) => 64 * i + 1);
    expect(await findings(bytes)).toEqual([]);
    expect(await findings(bytes, true)).toEqual([]);
  });

  it('is checked up to a limit if the ids do not ascend, and the limit is reported', async () => {
    const bytes = actions(COUNT + 1, (i) => 64 * (COUNT + 1 - i));
    const incomplete = [{ code: 'check-incomplete', severity: 'info', path: '', related: [] }];
    expect(await findings(bytes)).toEqual(incomplete);
    expect(await findings(bytes, true)).toEqual(incomplete);
    // The id that does not fit into the table is still compared with all ids in it.
    expect(await findings(actions(COUNT, (i) => 64 * (COUNT - i)))).toEqual([]);
  });

  it('is found to repeat even if the place of the first is not stored', async () => {
    const last = MAX_ID_PLACES + 10;
    const bytes = actions(last + 1, (i) => (i === last ? last - 1 : i + 1));
    const action = (i: number) => `network_groups[0].contexts[0].operations[0].actions[${i}].unique_id`;
    // The validator stores the places of the first MAX_ID_PLACES ids only.
    expect(await findings(bytes)).toMatchObject([{ path: action(last), related: [] }]);
    const known = actions(last + 1, (i) => (i === last ? 5 : i + 1));
    expect(await findings(known)).toMatchObject([{ path: action(4), related: [action(last)] }]);
  });
});

describe('sets of ids', () => {
  it('contain the added ids', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(99), fc.integer({ min: 0, max: 0xffffffff }))), (values) => {
        const set = new IdSet();
        const model = new Set<number>();
        for (const value of values) {
          expect(set.has(value)).toBe(model.has(value));
          expect(set.add(value)).toBe(true);
          model.add(value);
        }
        for (const value of [...values, 1, 31, 32, 0xffffffff]) expect(set.has(value)).toBe(model.has(value));
      }),
    );
  });

  it('have room for a limited number of groups of neighbouring ids, and report when they are full', () => {
    const set = new IdSet();
    for (let i = 0; i < MAX_ID_WORDS; i++) if (!set.add(i * 32)) throw new Error(`no room for ${i}`);
    expect(set.add(MAX_ID_WORDS * 32)).toBe(false);
    expect(set.has(MAX_ID_WORDS * 32)).toBe(false);
    // Ids near the stored ids are still found.
    expect(set.add(5)).toBe(true);
    expect(set.has(5)).toBe(true);
    expect(set.has((MAX_ID_WORDS - 1) * 32)).toBe(true);
  });
});
