/** A part with visible children. Closed children cost nothing, whatever their number. */
export class Branch<T> {
  /** Number of known children. */
  count: number;
  /** Open children, in order. */
  readonly open: Branch<T>[] = [];
  /** Number of rows below it. */
  rows: number;
  #starts: Float64Array | undefined;

  /** @param index position among its parent's children */
  constructor(
    readonly parent: Branch<T> | null,
    readonly index: number,
    readonly item: T,
    count: number,
  ) {
    this.count = count;
    this.rows = count;
  }

  /** Depth of its children: 1 for those of the outermost branch. */
  get level(): number {
    let level = 1;
    for (let at = this.parent; at !== null; at = at.parent) level++;
    return level;
  }

  /** Row of each open child below this one, counted from its first child. */
  get starts(): Float64Array {
    if (this.#starts === undefined) {
      this.#starts = new Float64Array(this.open.length);
      let before = 0;
      this.open.forEach((child, at) => {
        (this.#starts as Float64Array)[at] = child.index + before;
        before += child.rows;
      });
    }
    return this.#starts;
  }

  /** Adds rows to this branch and its ancestors; the starts have to be computed again. */
  grow(rows: number): void {
    for (let at: Branch<T> | null = this; at !== null; at = at.parent) {
      at.rows += rows;
      at.#starts = undefined;
    }
  }

  /** Position in `open` of the first child at or after an index. */
  placeOf(index: number): number {
    return firstNot(this.open.length, (at) => (this.open[at] as Branch<T>).index < index);
  }

  /** Child at an index, if it is open. */
  opened(index: number): Branch<T> | undefined {
    const found = this.open[this.placeOf(index)];
    return found?.index === index ? found : undefined;
  }
}

/** A child of an open part. */
export interface TreeSpot<T> {
  readonly branch: Branch<T>;
  readonly index: number;
}

/**
 * Rows of a tree: every child of every open part, one after another. Finding a row by number, or the reverse,
 * takes time proportional to the tree's depth, for five children or five million.
 */
export class TreeShape<T> {
  /** Root above the tree: its children are the outermost rows. */
  readonly top: Branch<T>;

  constructor(item: T, count: number) {
    this.top = new Branch(null, 0, item, count);
  }

  get rows(): number {
    return this.top.rows;
  }

  /** Part in a row; undefined if the row does not exist. */
  at(row: number): TreeSpot<T> | undefined {
    let branch = this.top;
    let rest = row;
    if (rest < 0 || rest >= branch.rows) return undefined;
    for (;;) {
      const { starts, open } = branch;
      const next = firstNot(open.length, (at) => (starts[at] as number) < rest);
      // The last open child before the row may contain it; an open child's own row is its start.
      const child = next === 0 ? undefined : (open[next - 1] as Branch<T>);
      if (child === undefined) return { branch, index: rest };
      const below = rest - (starts[next - 1] as number) - 1;
      if (below >= child.rows) return { branch, index: child.index + 1 + (below - child.rows) };
      branch = child;
      rest = below;
    }
  }

  rowOf({ branch, index }: TreeSpot<T>): number {
    let row = 0;
    let at: Branch<T> | null = branch;
    let child = index;
    while (at !== null) {
      const before = at.placeOf(child) - 1;
      const inFront = before < 0 ? undefined : (at.open[before] as Branch<T>);
      row +=
        inFront === undefined
          ? child
          : (at.starts[before] as number) + inFront.rows + (child - inFront.index);
      child = at.index;
      at = at.parent;
      if (at !== null) row++;
    }
    return row;
  }

  /** Opens a child with the number of children known until now. A child that is open stays as it is. */
  open({ branch, index }: TreeSpot<T>, item: T, count: number): Branch<T> {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index === index) return there;
    const opened = new Branch(branch, index, item, count);
    branch.open.splice(place, 0, opened);
    branch.grow(count);
    return opened;
  }

  /** Closes a child and everything below it. */
  close({ branch, index }: TreeSpot<T>): void {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index !== index) return;
    branch.open.splice(place, 1);
    branch.grow(-there.rows);
  }

  /** Adds children that have become known to an open part. Never removes any. */
  extend(branch: Branch<T>, count: number): void {
    if (count <= branch.count) return;
    branch.grow(count - branch.count);
    branch.count = count;
  }
}

/**
 * Returns the first of `count` places for which `isBefore` is false; `isBefore` is true for all earlier
 * places.
 */
function firstNot(count: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
