/** Files of any size, and files that are large at unexpected places. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countingSource } from '../../src/base/source/counting.js';
import { memorySource } from '../../src/base/source/memory.js';
import type { Source } from '../../src/base/source/source.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';
import { SparseSource } from './files.js';
import { everyPart, gapIn, type PartNode, slowSource } from './parts.js';

const bare = (source: Source): Promise<Inspector> => Inspector.open(source, { framing: 'bare' });
const memory = (...bytes: number[]): Promise<Inspector> => bare(memorySource(Uint8Array.from(bytes)));

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

/** Sets the clock forward by `ms` each time it is read, so that no result depends on the speed of the machine. */
function tick(ms: number): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += ms;
    return now;
  });
}

afterEach(() => void vi.restoreAllMocks());

/** Repeats requests until the list is complete, as the page does. @returns the number of children after each */
async function complete(inspector: Inspector, part: Part): Promise<number[]> {
  const counts: number[] = [];
  for (let before = -1; ; before = counts.at(-1) as number) {
    const { count, isComplete } = await inspector.children(part, 0, 50);
    counts.push(count);
    if (isComplete) return counts;
    if (count <= before) throw new Error(`the list stays at ${count} children`);
  }
}

/** The root with `count` extensions of two bytes. */
function extensions(count: number): Uint8Array {
  const bytes = new Uint8Array(2 * count);
  for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x2a;
  return bytes;
}

describe('a list of a million records', () => {
  const million = extensions(1_000_000);

  it('is read in pieces, between which other tasks run, and can be read at any index', async () => {
    const inspector = await bare(countingSource(memorySource(million), { hideBytes: true }));
    const first = await inspector.children(inspector.root, 0, 50);
    expect(first.parts.map(({ label }) => label)[49]).toBe('extensions[49]');
    expect((await complete(inspector, inspector.root)).at(-1)).toBe(1_000_000);
    const { parts } = await inspector.children(inspector.root, 800_000, 800_050);
    expect(parts.map(({ offset, path }) => [offset, path])[7]).toEqual([1_600_014, 'extensions[800007]']);
    const { parts: chain, indices } = await inspector.find('extensions[999999]');
    expect([chain.at(-1)?.offset, indices]).toEqual([1_999_998, [0, 999_999]]);
    const at = await inspector.at(1_000_001);
    expect([at.parts.at(-1)?.path, at.indices]).toEqual(['extensions[500000]', [0, 500_000]]);
  });

  it('grows by one piece for each request if the machine is slow, and at once if it is fast', async () => {
    const countsAt = async (ms: number): Promise<number[]> => {
      tick(ms);
      const inspector = await bare(memorySource(million));
      return complete(inspector, inspector.root);
    };
    expect(await countsAt(0)).toEqual([1_000_000]);
    const slow = await countsAt(1000);
    expect(slow).toHaveLength(Math.ceil(1_000_000 / 8192));
  });

  it('takes little memory', async () => {
    const inspector = await bare(memorySource(million));
    const before = process.memoryUsage().heapUsed;
    await complete(inspector, inspector.root);
    await inspector.find('extensions[999999]');
    // Garbage counts, too. If each element were an object, the list would take 50 MB or more.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(30e6);
  });

  it('shows the bytes of its last element', async () => {
    const inspector = await bare(memorySource(million));
    const { runs, offset, bytes } = await inspector.stretch(1_999_990, 100);
    expect([offset, bytes.length]).toEqual([1_999_990, 10]);
    expect(runs.map(({ class: kind, part }) => [kind, part]).slice(-2)).toEqual([
      ['tag', 1_999_998],
      ['length', 1_999_998],
    ]);
  });

  it('stops on request', async () => {
    const inspector = await bare(slowSource(extensions(300_000)));
    const stop = new AbortController();
    const going = inspector.at(599_999, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(going).rejects.toThrow('enough');
    // Results that were read before the stop are still valid.
    expect((await inspector.at(599_999)).indices).toEqual([0, 299_999]);
  });
});

describe('a packed list of a million elements', () => {
  // The only packed list in the schema is `height_ratios_list` of a mux.
  const path = 'network_groups[0].contexts[0].metadata.edge_layers[0].layer_mux.mux_data.height_ratios_list';
  const values = new Uint8Array(1_500_000).fill(1);
  for (let i = 0; i < values.length; i += 3) values[i] = 0x81;
  let bytes = Uint8Array.from([0x22, ...varint(values.length), ...values.subarray(0, 0)]);
  const heads: number[][] = [];
  let size = bytes.length + values.length;
  for (const number of [3, 4, 2, 3, 3, 2]) {
    const head = [number * 8 + 2, ...varint(size)];
    heads.unshift(head);
    size += head.length;
  }
  bytes = Uint8Array.from([...heads.flat(), ...bytes]);
  const source = () => new SparseSource([bytes, values]);

  it('has elements that are parts like any others', async () => {
    const inspector = await bare(source());
    const { parts, indices } = await inspector.find(`${path}[999999]`);
    expect(parts.map(({ kind }) => kind).slice(-2)).toEqual(['record', 'element']);
    expect(parts.at(-1)).toMatchObject({ path: `${path}[999999]`, offset: source().size - 1, summary: '1' });
    expect(indices.at(-1)).toBe(999_999);
    const list = parts.at(-2) as Part;
    expect(
      (await inspector.children(list, 600_000, 600_002)).parts.map(({ path: one, offset, summary }) => [
        one,
        offset - list.valueOffset,
        summary,
      ]),
    ).toEqual([
      [`${path}[600000]`, 900_000, '129'],
      [`${path}[600001]`, 900_002, '1'],
    ]);
    expect((await inspector.at(source().size - 2)).parts.at(-1)?.path).toBe(`${path}[999998]`);
    const { value } = await inspector.detail(list);
    expect(value).toMatchObject({ kind: 'list', isCut: true });
    expect(value.kind === 'list' && value.elements.length).toBe(200);
  });
});

describe('skipped content', () => {
  it('is not read: the list skips blobs', async () => {
    tick(0);
    // An operation of 400 actions that write 200 KB each.
    const action = [0x1a, ...varint(200_004), 0x0a, ...varint(200_000)];
    const record = [0x12, ...varint(action.length + 200_000), ...action];
    const pieces = Array.from({ length: 400 }, () => [Uint8Array.from(record), 200_000]).flat();
    const content = 400 * (record.length + 200_000);
    const operation = [0x0a, ...varint(content)];
    const config = [0x12, ...varint(content + operation.length)];
    const group = [0x12, ...varint(content + operation.length + config.length)];
    const source = new SparseSource([Uint8Array.from([...group, ...config, ...operation]), ...pieces]);
    const counted = countingSource(source);
    const inspector = await bare(counted);
    const { parts } = await inspector.find('network_groups[0].preliminary_config.operation[0]');
    expect(parts.at(-1)?.summary).toMatch(/^\d\+ actions$/);
    const before = counted.reads;
    const list = await inspector.children(parts.at(-1) as Part, 0, 50);
    expect(list.parts.map(({ summary }) => summary)[49]).toBe('write_data_ccw, data 195.3 KiB');
    expect(counted.reads - before).toBeLessThan(420);
    await complete(inspector, parts.at(-1) as Part);
    const again = counted.reads;
    await inspector.children(parts.at(-1) as Part, 300, 350);
    expect(counted.reads - again).toBeLessThanOrEqual(52);
    expect(counted.bytesRead).toBeLessThan(source.size / 4);
  });
});

function depthOf({ children }: PartNode): number {
  return 1 + Math.max(0, ...children.map(depthOf));
}

describe('hostile bytes', () => {
  it('have parts as deep as readers allow, however deep they nest', async () => {
    // The messages are nested in a cycle: a mux can be a predecessor of a mux, so there is no end.
    let inner: number[] = [];
    for (let i = 0; i < 151; i++)
      inner = [...(i % 2 === 0 ? [0x2a] : [0x12]), ...varint(inner.length), ...inner];
    for (const number of [4, 2, 3, 3, 2]) inner = [number * 8 + 2, ...varint(inner.length), ...inner];
    const inspector = await memory(...inner);
    const tree = await everyPart(inspector);
    expect(gapIn(tree)).toBeUndefined();
    expect(depthOf(tree)).toBe(102);
    const { parts } = await inspector.at(inner.length - 1);
    expect(parts.length).toBe(102);
    expect(parts.at(-1)).toMatchObject({ problem: 'message-nesting-too-deep', hasChildren: false });
  });

  it('of nested groups have parts too', async () => {
    const groups = (depth: number) => [
      ...new Array(depth).fill(0x43),
      0x08,
      0x01,
      ...new Array(depth).fill(0x44),
    ];
    const tree = await everyPart(await memory(...groups(100)));
    expect(gapIn(tree)).toBeUndefined();
    expect(depthOf(tree)).toBe(102);
    const deeper = await everyPart(await memory(...groups(101)));
    expect(gapIn(deeper)).toBeUndefined();
    const inspector = await memory(...groups(101), 0x2a, 0x00);
    expect((await inspector.at(150)).parts.at(-1)).toMatchObject({
      kind: 'unreadable',
      problem: 'message-nesting-too-deep',
    });
    const { parts } = await (await memory(...groups(3))).find('#8.#8.#8.#1');
    expect(parts.at(-1)).toMatchObject({ path: '#8.#8.#8.#1', summary: '1', offset: 3 });
  });

  it('of groups without an end tag, or with the end tag of another group, take the rest of the message', async () => {
    const open = await everyPart(await memory(0x43, 0x08, 0x01));
    expect(open.children[0]?.part).toMatchObject({ length: 3, problem: 'wire-truncated' });
    const other = await everyPart(await memory(0x43, 0x08, 0x01, 0x4c, 0x2a, 0x00));
    expect(gapIn(other)).toBeUndefined();
    expect(other.children[0]?.children.at(-1)?.part).toMatchObject({
      kind: 'unreadable',
      offset: 3,
      length: 3,
      problem: 'wire-invalid-type',
    });
  });

  it('that claim 2 GB have the length of the available bytes', async () => {
    const inspector = await memory(0x0a, ...varint(2 ** 31 - 1), 0x1a, ...varint(2 ** 31 - 10), 0x61);
    const tree = await everyPart(inspector);
    expect(gapIn(tree)).toBeUndefined();
    const version = tree.children[0]?.children[0]?.part as Part;
    expect(version).toMatchObject({ path: 'header.sdk_version', problem: 'wire-truncated', summary: '"a"' });
    expect((await inspector.detail(version)).claimed).toBe(2 ** 31 - 10);
    const past = await everyPart(await memory(0x0a, ...varint(2 ** 31), 0x61));
    expect(past.children[0]?.part).toMatchObject({ kind: 'unreadable', problem: 'wire-varint-overflow' });
  });

  it('of length 0 are a file without parts', async () => {
    const inspector = await memory();
    expect(inspector.root).toMatchObject({ kind: 'file', length: 0, hasChildren: false });
    expect(await inspector.children(inspector.root, 0, 10)).toEqual({
      parts: [],
      count: 0,
      isComplete: true,
    });
    expect((await inspector.at(0)).parts).toEqual([inspector.root]);
    expect((await inspector.find('header')).parts).toEqual([inspector.root]);
    expect(await inspector.stretch(0, 10)).toEqual({ offset: 0, bytes: new Uint8Array(0), runs: [] });
    expect((await inspector.search({ text: 'a' })).hits).toEqual([]);
  });

  it('in which fields are missing do not slow down a search', async () => {
    const inspector = await memory(0x2a, 0x00);
    expect((await inspector.at(-1)).parts).toEqual([inspector.root]);
    expect((await inspector.at(99)).parts).toEqual([inspector.root]);
    expect((await inspector.find('extensions[4].name')).parts).toEqual([inspector.root]);
    expect((await inspector.children(inspector.root, 5, 9)).parts).toEqual([]);
    const nonsense: Part = { ...inspector.root, kind: 'record', valueOffset: 1e9, path: 'x' };
    expect((await inspector.children(nonsense, 0, 10)).parts).toEqual([]);
    await expect(inspector.find('nothing.such')).rejects.toMatchObject({ code: 'selector-invalid' });
  });
});

describe('a part that was forgotten', () => {
  it('is read again when it is needed, list by list', async () => {
    // More lists than the inspector keeps in memory: 1200 groups with a message each.
    const bytes = new Uint8Array(1200 * 6);
    for (let i = 0; i < bytes.length; i += 6) bytes.set([0x12, 4, 0x0a, 2, 0x10, 7], i);
    const inspector = await bare(memorySource(bytes));
    const metadata: Part[] = [];
    for (let from = 0; from < 1200; from += 400) {
      for (const group of (await inspector.children(inspector.root, from, from + 400)).parts) {
        metadata.push(...(await inspector.children(group, 0, 1)).parts);
      }
    }
    for (const part of [metadata[0], metadata[600], metadata[1199]] as Part[]) {
      const { parts } = await inspector.children(structuredClone(part), 0, 10);
      expect(parts.map(({ path, summary }) => [path, summary])).toEqual([
        [`${part.path}.network_group_index`, '7'],
      ]);
    }
  });
});
