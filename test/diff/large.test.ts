/** Messages that are too large to load, and long lists. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countingSource } from '../../src/base/source/counting.js';
import { openFile } from '../../src/base/source/file.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { bitsRecord, groupRecord, setField } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { messagesAt } from '../../src/read/tree/walk.js';
import { align, ascending } from '../../src/tools/diff/align.js';
import { MAX_LOADED } from '../../src/tools/diff/content.js';
import { diff } from '../../src/tools/diff/diff.js';
import { lineOf, messageOf, treeOf, VALID } from './models.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-diff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two contexts, each with a blob that is too large to load. */
function large(change: (root: MessageNode) => void = () => {}): Uint8Array {
  const root = treeOf(messageOf(VALID.get('two-contexts.mdl') as Uint8Array));
  const actions = messagesAt(root, 'network_groups', 'contexts', 'operations', 'actions', 'write_data_ccw');
  expect(actions.length).toBeGreaterThan(1);
  for (const action of [actions[0], actions.at(-1)]) {
    setField(action as MessageNode, 'data', new Uint8Array(MAX_LOADED + 1000).fill(7));
  }
  // Other code reads the unknown fields of parts that are not loaded.
  root.append(groupRecord(200, [bitsRecord(1, 0, 5n)]), bitsRecord(201, 0, 6n));
  change(root);
  return encodeTree(root);
}

async function linesOf(a: Uint8Array, b: Uint8Array) {
  const sources = [];
  for (const [name, bytes] of [
    ['a', a],
    ['b', b],
  ] as const) {
    writeFileSync(join(folder, name), bytes);
    sources.push(countingSource(await openFile(join(folder, name))));
  }
  const [before, after] = sources as [(typeof sources)[0], (typeof sources)[0]];
  const { changes, verdict } = await diff(before, after);
  await before.close();
  await after.close();
  return { verdict, lines: changes.map(lineOf), read: before.bytesRead + after.bytesRead };
}

const contexts = (root: MessageNode): MessageNode => messagesAt(root, 'network_groups')[0] as MessageNode;

describe('a file with messages that are too large to load', () => {
  const base = large();

  it.each<[string, (root: MessageNode) => void, RegExp]>([
    [
      'a scalar',
      (root) =>
        setField(messagesAt(root, 'network_groups', 'contexts')[1] as MessageNode, 'context_index', 9),
      /^changed network_groups\[0\]\.contexts\[1\]\.context_index=1 -> network_groups\[0\]\.contexts\[1\]\.context_index=9$/,
    ],
    [
      'a byte of a large blob',
      (root) => {
        const [data] = messagesAt(
          root,
          'network_groups',
          'contexts',
          'operations',
          'actions',
          'write_data_ccw',
        );
        const bytes = data?.field('data')?.bytes.slice() as Uint8Array;
        bytes[bytes.length - 1] = 8;
        setField(data as MessageNode, 'data', bytes);
      },
      /^changed \S+contexts\[0\]\S+write_data_ccw\.data=null -> /,
    ],
    [
      'a context that is gone',
      (root) => contexts(root).remove(contexts(root).fields('contexts')[0] as never),
      /^removed network_groups\[0\]\.contexts\[0\]=/,
    ],
    [
      'contexts that have changed places',
      (root) => {
        const group = contexts(root);
        const order = [...group.records];
        const [a, b] = group.fields('contexts').map((record) => order.indexOf(record)) as [number, number];
        [order[a], order[b]] = [order[b] as never, order[a] as never];
        group.setRecords(order);
      },
      /^swapped network_groups\[0\]\.contexts\[0\]=.* with network_groups\[0\]\.contexts\[1\]/,
    ],
    [
      'what is in an unknown group',
      (root) => {
        const group = root.fields(200)[0]?.message;
        group?.records[0]?.setBits(1n);
      },
      /^changed #200\.#1=5 -> #200\.#1=1$/,
    ],
    ['an unknown number', (root) => root.fields(201)[0]?.setBits(1n), /^changed #201=6 -> #201=1$/],
  ])('shows %s, and reads it a few times at most', async (_, change, expected) => {
    const { lines, read } = await linesOf(base, large(change));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(expected);
    expect(read).toBeLessThan(base.length * 2 * 4);
  });

  it('equals itself, and itself in another encoding', async () => {
    expect((await linesOf(base, base.slice())).verdict).toBe('identical');
    const other = large((root) => {
      for (const record of root.records) record.setStyle({ tagWidth: 3 });
      root.setRecords([...root.records].sort((one, other) => other.number - one.number));
    });
    expect(await linesOf(base, other)).toMatchObject({ verdict: 'same-meaning', lines: [] });
  });
});

describe('long lists', () => {
  it('are aligned by their longest common subsequence, if they are short', () => {
    for (let seed = 1; seed <= 300; seed++) {
      let state = seed;
      const next = (limit: number): number => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % limit;
      };
      // If all elements occur twice, none is unique, so there are no anchors: the alignment must still be as
      // long as possible.
      const list = () => Int32Array.from({ length: next(12) }, () => next(3));
      const [a, b] = [list(), list()];
      const doubled = (values: Int32Array) => Int32Array.from([...values, ...values]);
      const [one, other] = [doubled(a), doubled(b)];
      const matches = align(one, other);
      const pairs = [...matches].flatMap((j, i) => (j < 0 ? [] : [[i, j] as const]));
      for (const [i, j] of pairs) expect(one[i]).toBe(other[j]);
      expect(pairs.map(([, j]) => j)).toEqual([...new Set(pairs.map(([, j]) => j))].sort((x, y) => x - y));
      const counts = (values: Int32Array) =>
        [0, 1, 2].map((id) => values.filter((value) => value === id).length);
      const isRepeated = [...counts(one), ...counts(other)].every((count) => count !== 1);
      if (isRepeated) expect(pairs.length).toBe(longest(one, other));
    }
  });

  it('of a million elements do not take quadratic time', () => {
    const count = 1_000_000;
    const unique = Int32Array.from({ length: count }, (_, i) => i);
    const without = unique.filter((value) => value % 1000 !== 0);
    expect(align(unique, without).filter((j) => j >= 0).length).toBe(without.length);
    // No element is unique, and every element has moved.
    const few = Int32Array.from({ length: count }, (_, i) => (i * 7919) % 50);
    const others = Int32Array.from({ length: count }, (_, i) => (i * 104729) % 50);
    expect(align(few, others).some((j) => j >= 0)).toBe(true);
    // A quadratic algorithm would take an hour.
  });

  it('ascending() returns a longest ascending subsequence', () => {
    expect(ascending([3, 0, 1, 4, 2]).length).toBe(3);
    expect(ascending([5, 4, 3])).toHaveLength(1);
    expect(ascending([])).toEqual([]);
  });
});

function longest(a: Int32Array, b: Int32Array): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const next = [0];
    b.forEach((other, j) => {
      next.push(one === other ? (row[j] as number) + 1 : Math.max(row[j + 1] as number, next[j] as number));
    });
    row = next;
  }
  return row[b.length] as number;
}
