/** Rows of a tree, compared with a tree that lists all its rows. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Branch, TreeShape, type TreeSpot } from '../../src/page/views/structure/tree-shape.js';

const RUNS = Math.ceil(Number(process.env.PROTOMDL_RUNS ?? 10_000) / 50);

/** A tree that stores each of its rows. */
class PlainTree {
  readonly root: PlainNode = { name: '0', children: [], isOpen: true };

  rows(): string[] {
    const names: string[] = [];
    const walk = ({ name, children, isOpen }: PlainNode): void => {
      names.push(name);
      if (isOpen) for (const child of children) walk(child);
    };
    walk(this.root);
    return names;
  }

  at(name: string): PlainNode {
    let node = this.root;
    for (const index of name.split('.').slice(1)) node = node.children[Number(index)] as PlainNode;
    return node;
  }
}

interface PlainNode {
  readonly name: string;
  children: PlainNode[];
  isOpen: boolean;
}

function fill(node: PlainNode, count: number): void {
  for (let index = node.children.length; index < count; index++) {
    node.children.push({ name: `${node.name}.${index}`, children: [], isOpen: false });
  }
}

function nameOf({ branch, index }: TreeSpot<string>): string {
  return branch.parent === null ? branch.item : `${branch.item}.${index}`;
}

const steps = fc.array(
  fc.record({
    do: fc.constantFrom('open', 'open', 'open', 'close', 'extend'),
    // Position of a row among all rows.
    at: fc.double({ min: 0, max: 0.999, noNaN: true }),
    count: fc.nat(6),
  }),
  { maxLength: 40 },
);

describe('rows of a tree', () => {
  it('equal those of a tree that stores each of its rows', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const shape = new TreeShape('0', 1);
        const plain = new PlainTree();
        const root = shape.open({ branch: shape.top, index: 0 }, '0', 3);
        fill(plain.root, 3);
        const open = new Map<string, Branch<string>>([['0', root]]);
        for (const { do: what, at, count } of taken) {
          const row = Math.floor(at * shape.rows);
          const spot = shape.at(row) as TreeSpot<string>;
          const name = nameOf(spot);
          const node = plain.at(name);
          if (what === 'open' && !node.isOpen) {
            open.set(name, shape.open(spot, name, count));
            node.isOpen = true;
            node.children = [];
            fill(node, count);
          } else if (what === 'close' && row > 0) {
            shape.close(spot);
            node.isOpen = false;
          } else if (what === 'extend' && node.isOpen) {
            shape.extend(open.get(name) as Branch<string>, count);
            fill(node, count);
          }
          const rows = plain.rows();
          expect(shape.rows).toBe(rows.length);
          expect(rows.map((_, at) => nameOf(shape.at(at) as TreeSpot<string>))).toEqual(rows);
          rows.forEach((_, at) => {
            expect(shape.rowOf(shape.at(at) as TreeSpot<string>)).toBe(at);
          });
        }
        expect(shape.at(shape.rows)).toBeUndefined();
        expect(shape.at(-1)).toBeUndefined();
      }),
      { numRuns: RUNS },
    );
  });

  it('of five million siblings take no memory until the siblings are opened', () => {
    const shape = new TreeShape('0', 1);
    const list = shape.open({ branch: shape.top, index: 0 }, '0', 5_000_000);
    const inner = shape.open({ branch: list, index: 4_000_000 }, 'x', 1_000_000);
    expect(shape.rows).toBe(6_000_001);
    expect(shape.at(4_000_001)).toEqual({ branch: list, index: 4_000_000 });
    expect(shape.at(4_000_002)).toEqual({ branch: inner, index: 0 });
    expect(shape.at(6_000_000)).toEqual({ branch: list, index: 4_999_999 });
    expect(shape.rowOf({ branch: list, index: 4_000_001 })).toBe(5_000_002);
    for (let row = 0; row < shape.rows; row += 997) shape.at(row);
  });

  it('include the depth of a branch', () => {
    const shape = new TreeShape('0', 1);
    const outer = shape.open({ branch: shape.top, index: 0 }, '0', 2);
    const inner = shape.open({ branch: outer, index: 1 }, '0.1', 2);
    expect([shape.top.level, outer.level, inner.level]).toEqual([1, 2, 3]);
  });
});
