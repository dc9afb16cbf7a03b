import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

/** A block with a size. The size of a block with parts is the sum of the sizes of its parts. */
export interface Divisible<B> {
  readonly bytes: number;
  readonly children: readonly B[];
}

export interface TreemapSize {
  readonly width: number;
  readonly height: number;
  /** Height of a block's title above its parts, if the block is large enough for a title. */
  readonly titleHeight: number;
}

/**
 * Places blocks in rectangles: the parts of a block divide its rectangle in proportion to their bytes, the
 * largest part first.
 */
export function placeBlocks<B extends Divisible<B>>(
  root: B,
  { width, height, titleHeight }: TreemapSize,
): HierarchyRectangularNode<B> {
  const tree = hierarchy<B>(root, ({ children }) => [...children])
    // Only blocks without parts have bytes; the size of other blocks is the sum of their parts.
    .sum(({ children, bytes }) => (children.length === 0 ? bytes : 0))
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  return treemap<B>()
    .tile(treemapSquarify)
    .size([width, height])
    .paddingOuter(2)
    .paddingTop((node) => (hasTitle(node) ? titleHeight : 2))
    .paddingInner(1)
    .round(false)(tree);
}

interface Rectangle {
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
}

/** True if a block with parts is large enough for a title. */
export function hasTitle({ x0, x1, y0, y1 }: Rectangle): boolean {
  return x1 - x0 > 40 && y1 - y0 > 30;
}
