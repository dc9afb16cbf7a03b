import type { Source } from '../../src/base/source/source.js';
import type { Inspector } from '../../src/show/inspect/inspector.js';
import type { Part } from '../../src/show/inspect/part.js';

export interface PartNode {
  readonly part: Part;
  readonly index: number;
  readonly children: readonly PartNode[];
}

/** Reads all parts of a file as the page does: as copies, some at a time. */
export async function everyPart(inspector: Inspector, part = inspector.root, index = 0): Promise<PartNode> {
  const children: PartNode[] = [];
  for (;;) {
    const from = children.length;
    const some = await inspector.children(structuredClone(part), from, from + 100);
    for (const [i, child] of some.parts.entries()) children.push(await everyPart(inspector, child, from + i));
    if (some.isComplete && children.length === some.count) break;
    if (some.parts.length === 0) throw new Error(`${part.path} lacks children after ${from}`);
  }
  if (!part.hasChildren && children.length > 0) throw new Error(`${part.path} has children after all`);
  return { part, index, children };
}

/** Describes a byte that children leave out or cover twice; undefined if there is none. */
export function gapIn({ part, children }: PartNode): string | undefined {
  if (part.valueOffset < part.offset || part.valueOffset + part.valueLength > part.offset + part.length) {
    return `the value of ${part.path} is not in it`;
  }
  if (!part.hasChildren) return undefined;
  let at = part.valueOffset;
  for (const child of children) {
    if (child.part.offset !== at) return `${child.part.path} is at ${child.part.offset}, due at ${at}`;
    at += child.part.length;
    const inside = gapIn(child);
    if (inside !== undefined) return inside;
  }
  const end = part.valueOffset + part.valueLength;
  return at === end ? undefined : `what is in ${part.path} ends at ${at}, not at ${end}`;
}

/** Returns the parts around a byte, from the file to the innermost. */
export function leafAt(node: PartNode, offset: number): PartNode[] {
  const inner = node.children.find(({ part }) => offset >= part.offset && offset < part.offset + part.length);
  return inner === undefined ? [node] : [node, ...leafAt(inner, offset)];
}

/** The same bytes from an asynchronous source. */
export function slowSource(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    randomAccess: true,
    read: async (offset, target) => {
      await Promise.resolve();
      const some = bytes.subarray(offset, offset + target.length);
      target.set(some);
      return some.length;
    },
    close: () => {},
  };
}

/** A part and all parts inside it, outer ones first. */
export function* flat(node: PartNode): Generator<PartNode> {
  yield node;
  for (const child of node.children) yield* flat(child);
}
