import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

/** What has an area: the sum of its parts where it is divided. */
export interface Divisible<B> {
  readonly bytes: number;
  readonly children: readonly B[];
}

export interface TreemapSize {
  readonly width: number;
  readonly height: number;
  /** Of the line above the parts of a block that is large enough for one. */
  readonly titleHeight: number;
}

/** Gives each block its rectangle: within that of what it is a part of, with an area by its bytes, largest first. */
export function placeBlocks<B extends Divisible<B>>(
  root: B,
  { width, height, titleHeight }: TreemapSize,
): HierarchyRectangularNode<B> {
  const tree = hierarchy<B>(root, ({ children }) => [...children])
    // What is not divided counts; what is, is the sum of its parts.
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

/** Whether a block with others in it is large enough for a title of its own. */
export function hasTitle({ x0, x1, y0, y1 }: Rectangle): boolean {
  return x1 - x0 > 40 && y1 - y0 > 30;
}
