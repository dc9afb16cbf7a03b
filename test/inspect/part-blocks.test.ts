import { describe, expect, it } from 'vitest';
import { smithBytes } from '../../src/attack/smith/smith.js';
import { memorySource } from '../../src/base/source/memory.js';
import { findSelected } from '../../src/read/select/find.js';
import { parseSelector } from '../../src/read/select/selector.js';
import { partBlocks } from '../../src/show/inspect/part-blocks.js';
import { timeline } from '../../src/show/inspect/timeline.js';
import { type Block, blocksOf } from '../../src/tools/stats/block.js';
import { stats } from '../../src/tools/stats/stats.js';
import { concat, lenRecord } from '../arbitrary/wire-writer.js';
import { windowed } from '../source/windowed.js';
import { corpusFiles, mutants } from './files.js';

function all(block: Block): Block[] {
  return [block, ...block.children.flatMap(all)];
}

/** Checks that the blocks inside a block cover all its bytes. */
function expectWhole(name: string, block: Block): void {
  for (const { name: part, bytes, children } of all(block)) {
    if (children.length === 0) continue;
    const sum = children.reduce((all, child) => all + child.bytes, 0);
    expect([name, part, sum]).toEqual([name, part, bytes]);
  }
}

/** If a block has an offset, its bytes are those at the offset. */
async function expectPlaces(bytes: Uint8Array, block: Block): Promise<number> {
  const source = memorySource(bytes);
  let places = 0;
  for (const { path, offset, bytes: size, class: of } of all(block)) {
    if (path === undefined) continue;
    const found = [];
    const options = { from: 0, end: bytes.length };
    for await (const record of findSelected(source, parseSelector(path), options)) found.push(record);
    expect([path, found.length]).toEqual([path, 1]);
    const [{ valueLength, length, offset: at }] = found as [(typeof found)[number]];
    expect([path, of === 'blob' ? valueLength : length]).toEqual([path, size]);
    if (offset !== undefined) expect([path, at]).toEqual([path, offset]);
    places++;
  }
  return places;
}

describe('partBlocks', () => {
  it('divides a context into operations, actions and blobs, each with its offset', async () => {
    const bytes = smithBytes({ seed: 3, contexts: 2, actions: 60, blobs: 6, blob: 500 });
    const path = 'network_groups[0].contexts[1]';
    const block = (await partBlocks(windowed(bytes), path))!;
    expectWhole('context', block);
    const steps = (await timeline(memorySource(bytes), path))!;
    expect(block.children.filter(({ name }) => /^operations\[/.test(name)).length).toBe(steps.operationCount);
    const actions = all(block).filter(({ name }) => /^actions\[\d+\] /.test(name));
    expect(actions.length).toBe(steps.actionCount);
    expect(all(block).filter((part) => part.class === 'blob').length).toBeGreaterThan(0);
    expect(await expectPlaces(bytes, block)).toBeGreaterThan(steps.operationCount + steps.actionCount);
  });

  it('has as many bytes as the statistics give for the context, in every file', async () => {
    let contexts = 0;
    for (const { name, bytes } of corpusFiles('valid', 50_000)) {
      const counted = await stats(memorySource(bytes), { duplicates: false });
      // A preliminary configuration may come in several records; then each record has a row.
      const rows = new Map<string, { offset: number; bytes: number }>();
      for (const { path, offset, bytes: size } of counted.groups.flatMap((group) => group.contexts)) {
        const before = rows.get(path);
        rows.set(path, { offset: before?.offset ?? offset, bytes: size + (before?.bytes ?? 0) });
      }
      for (const [path, row] of rows) {
        const block = (await partBlocks(windowed(bytes), path))!;
        expectWhole(name, block);
        expect([name, path, block.bytes, block.offset]).toEqual([name, path, row.bytes, row.offset]);
        contexts++;
      }
    }
    expect(contexts).toBeGreaterThan(30);
  });

  it('keeps the largest blocks, and folds the others', async () => {
    const action = (size: number) => lenRecord(2, lenRecord(3, lenRecord(1, new Uint8Array(size))));
    const operation = (...sizes: number[]) => lenRecord(2, concat(...sizes.map(action)));
    const context = lenRecord(
      3,
      concat(operation(5, 90, 5), operation(7), operation(100, 90, 5), operation(7)),
    );
    const source = memorySource(lenRecord(2, context));
    const options = { maxOperations: 3, maxActions: 3 };
    const block = (await partBlocks(source, 'network_groups[0].contexts[0]', options))!;
    expectWhole('folded', block);
    const shown = ({ name, children }: Block): unknown => [name, children.map(({ name }) => name)];
    expect(block.children.map(shown)).toEqual([
      ['operations[0] unset', ['actions[1] write_ccw', '2 others', 'trigger and structure']],
      ['operations[1] unset', ['1 others', 'trigger and structure']],
      [
        'operations[2] unset',
        ['actions[0] write_ccw', 'actions[1] write_ccw', '1 others', 'trigger and structure'],
      ],
      ['1 others', []],
      ['other structure', []],
    ]);
  });

  it('has at most some thousand blocks', async () => {
    const bytes = smithBytes({ seed: 5, contexts: 1, actions: 20_000, blobs: 3000, blob: 64 });
    const block = (await partBlocks(windowed(bytes), 'network_groups[0].contexts[0]'))!;
    expectWhole('large', block);
    expect(all(block).length).toBeGreaterThan(2000);
    expect(all(block).length).toBeLessThan(10_000);
  });

  it('is complete for broken files, too', async () => {
    let seen = 0;
    for (const { name, bytes } of [...corpusFiles('invalid', 10_000), ...(await mutants(2))]) {
      const block = await partBlocks(windowed(bytes), 'network_groups[0].contexts[0]').catch((error) => {
        expect([name, error.code]).toEqual([
          name,
          expect.stringMatching(/^frame-(?:bad-magic|truncated-header|version-unsupported)$/),
        ]);
      });
      if (block === undefined) continue;
      expectWhole(name, block);
      seen++;
    }
    expect(seen).toBeGreaterThan(50);
  });
});

describe('blocksOf', () => {
  it('returns the places of groups, contexts and sections', async () => {
    const framed = corpusFiles('valid').find(({ name }) => name === 'framed-two-contexts.hef')!;
    const root = blocksOf(await stats(memorySource(framed.bytes)), 'file');
    expectWhole('file', root);
    let at = 0;
    for (const { offset, bytes } of root.children) {
      expect(offset).toBe(at);
      at += bytes;
    }
    expect(at).toBe(framed.bytes.length);
    const bytes = smithBytes({ seed: 1, layout: 'ops', contexts: 3 });
    const bare = blocksOf(await stats(memorySource(bytes)), 'file');
    const placed = await expectPlaces(bytes, bare);
    expect(placed).toBeGreaterThan(3);
  });
});
