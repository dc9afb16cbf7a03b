/** A tree requests the rows that are visible, one page at a time, and no others. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../src/base/source/memory.js';
import { type SeenRows, TreeRows } from '../../src/page/views/structure/tree-rows.js';
import type { TreeSpot } from '../../src/page/views/structure/tree-shape.js';
import { Inspector } from '../../src/show/inspect/inspector.js';
import type { Children, Part } from '../../src/show/inspect/part.js';

const FILE = new URL('../../corpus/valid/one-context.mdl', import.meta.url);

function part(label: string, offset: number, hasChildren: boolean): Part {
  return {
    kind: 'record',
    path: label,
    label,
    depth: 1,
    offset,
    length: 2,
    valueOffset: offset + 1,
    valueLength: 1,
    number: 1,
    wireType: 0,
    type: null,
    table: -1,
    summary: '',
    hasChildren,
    problem: null,
  };
}

/** A list of parts, of which each request returns a thousand more. */
class LongList {
  asked: [number, number][] = [];
  #known = 0;

  constructor(private readonly count: number) {}

  async children(_: Part, from: number, to: number): Promise<Children> {
    this.asked.push([from, to]);
    this.#known = Math.min(this.count, this.#known + 1000);
    const parts = [];
    for (let index = from; index < Math.min(to, this.#known); index++) {
      parts.push(part(`x[${index}]`, 2 * index + 2, true));
    }
    return { parts, count: this.#known, isComplete: this.#known === this.count };
  }
}

const ROOT = part('file', 0, true);

function treeOf(lister: { children(part: Part, from: number, to: number): Promise<Children> }, root = ROOT) {
  let seen: SeenRows = { first: 0, end: 20 };
  const errors: unknown[] = [];
  let changes = 0;
  const tree = new TreeRows(
    root,
    lister,
    () => seen,
    () => changes++,
    (error) => errors.push(error),
  );
  const idle = async (): Promise<void> => {
    for (let i = 0; i < 200; i++) await Promise.resolve();
  };
  return {
    tree,
    errors,
    idle,
    changes: () => changes,
    async look(first: number, end = first + 20) {
      seen = { first, end };
      tree.fill();
      await idle();
    },
    labels: (): (string | undefined)[] =>
      Array.from({ length: seen.end - seen.first }, (_, at) => {
        const spot = tree.shape.at(seen.first + at);
        return spot && tree.part(spot)?.label;
      }),
  };
}

describe('the rows of a tree', () => {
  it('are the visible ones, however long the list is', async () => {
    const list = new LongList(30_000);
    const { tree, look, labels, idle } = treeOf(list);
    tree.open({ branch: tree.shape.top, index: 0 }, ROOT);
    await idle();
    expect(tree.rows).toBe(30_001);
    expect(labels().slice(0, 3)).toEqual(['file', 'x[0]', 'x[1]']);
    const before = list.asked.length;
    await look(20_001);
    expect(labels()[0]).toBe('x[20000]');
    expect(list.asked.length - before).toBe(1);
    await look(20_001);
    expect(list.asked.length - before).toBe(1);
  });

  it('request the visible rows before the length of a list', async () => {
    const list = new LongList(30_000);
    const { tree, look } = treeOf(list);
    tree.open({ branch: tree.shape.top, index: 0 }, ROOT);
    await Promise.resolve();
    await look(100, 110);
    const known = list.asked.findIndex(([from, to]) => to > from && from > 0);
    expect(known).toBeGreaterThan(0);
    expect(known).toBeLessThan(4);
  });

  it('open the parents of a part, to show the part', async () => {
    const inspector = await Inspector.open(memorySource(readFileSync(FILE)));
    const { tree, idle, look, labels } = treeOf(inspector, inspector.root);
    const chain = await inspector.find('network_groups[0].contexts[0].operations[0].actions[1]');
    const spot = tree.reveal(chain);
    const row = tree.shape.rowOf(spot);
    await idle();
    await look(row, row + 1);
    expect(labels()).toEqual(['actions[1]']);
    expect(tree.chain(spot, tree.part(spot) as Part)).toEqual(chain);
    // The list is read to its end, so the siblings of the part are known as well.
    expect(tree.isGrowing(spot.branch)).toBe(false);
    const all = await inspector.children(chain.parts.at(-2) as Part, 0, 100);
    expect(spot.branch.count).toBe(all.count);
  });

  it('close with all rows below, and need no request when they open again', async () => {
    const list = new LongList(500);
    const { tree, idle } = treeOf(list);
    const root = { branch: tree.shape.top, index: 0 };
    tree.open(root, ROOT);
    await idle();
    const first = tree.shape.at(1) as TreeSpot<Part>;
    tree.open(first, tree.part(first) as Part);
    await idle();
    expect(tree.rows).toBe(1001);
    tree.close(root);
    expect(tree.rows).toBe(1);
    const asked = list.asked.length;
    tree.open(root, ROOT);
    await idle();
    expect(tree.rows).toBe(501);
    expect(list.asked.length - asked).toBe(1);
  });

  it('of a closed part are not read any further', async () => {
    const list = new LongList(30_000);
    const { tree, idle } = treeOf(list);
    const root = { branch: tree.shape.top, index: 0 };
    tree.open(root, ROOT);
    const branch = tree.shape.top.opened(0)!;
    expect(tree.isGrowing(branch)).toBe(true);
    // The part is closed while the first answer is on its way.
    tree.close(root);
    expect(tree.isGrowing(branch)).toBe(false);
    await idle();
    expect([list.asked.length, tree.rows]).toEqual([1, 1]);
  });

  it('stay unchanged if a part is opened twice or has no children', async () => {
    const list = new LongList(10);
    const { tree, idle, changes } = treeOf(list);
    const root = { branch: tree.shape.top, index: 0 };
    tree.open(root, { ...ROOT, hasChildren: false });
    expect([tree.rows, changes()]).toEqual([1, 0]);
    tree.open(root, ROOT);
    await idle();
    const before = changes();
    tree.open(root, ROOT);
    await idle();
    expect([tree.rows, changes(), list.asked.length]).toEqual([11, before, 1]);
  });

  it('do not change after the end', async () => {
    const list = new LongList(10);
    const { tree, idle, changes } = treeOf(list);
    tree.open({ branch: tree.shape.top, index: 0 }, ROOT);
    const before = changes();
    tree.end();
    await idle();
    expect([tree.rows, changes()]).toEqual([1, before]);
    tree.fill();
    await idle();
    expect(list.asked).toHaveLength(1);
  });

  it('stop their requests when the file can no longer be read', async () => {
    let asked = 0;
    const { tree, idle, errors, look } = treeOf({
      async children() {
        asked++;
        throw new Error('gone');
      },
    });
    tree.open({ branch: tree.shape.top, index: 0 }, ROOT);
    await idle();
    await look(0);
    expect(asked).toBe(1);
    expect(String(errors)).toContain('gone');
  });

  it('never request missing parts of a complete list again', async () => {
    let asked = 0;
    const { tree, idle, look } = treeOf({
      async children(): Promise<Children> {
        asked++;
        return { parts: [], count: 3, isComplete: true };
      },
    });
    tree.open({ branch: tree.shape.top, index: 0 }, ROOT);
    await idle();
    await look(0);
    await look(1);
    expect(asked).toBeLessThanOrEqual(2);
  });
});
