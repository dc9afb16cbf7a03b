/** An open part. Closed parts take no memory or time, whatever the number of their children. */
export class Branch<T> {
  count: number;
  /** Open children, in order. */
  readonly open: Branch<T>[] = [];
  /** Number of rows below the part. */
  rows: number;
  #starts: Float64Array | undefined;

  /** @param index index among the children of the parent */
  constructor(
    readonly parent: Branch<T> | null,
    readonly index: number,
    readonly item: T,
    count: number,
  ) {
    this.count = count;
    this.rows = count;
  }

  /** Level of the part's children; 1 for the children of the outermost branch. */
  get level(): number {
    let level = 1;
    for (let at = this.parent; at !== null; at = at.parent) level++;
    return level;
  }

  /** Row number of each open child, counted from the first child. */
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

  /** Adds rows to this branch and its ancestors, and invalidates their `starts`. */
  grow(rows: number): void {
    for (let at: Branch<T> | null = this; at !== null; at = at.parent) {
      at.rows += rows;
      at.#starts = undefined;
    }
  }

  /** Returns the index in `open` of the first child at or after a given index. */
  placeOf(index: number): number {
    return firstNot(this.open.length, (at) => (this.open[at] as Branch<T>).index < index);
  }

  opened(index: number): Branch<T> | undefined {
    const found = this.open[this.placeOf(index)];
    return found?.index === index ? found : undefined;
  }
}

/** A row: a child of an open part, given by its index. */
export interface TreeSpot<T> {
  readonly branch: Branch<T>;
  readonly index: number;
}

/**
 * Row numbers of a tree, which has a row for every child of an open part. Finding a row by its number, or the
 * number of a row, takes time proportional to the depth of the tree, not to the number of children.
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

  /** Returns the row with a number; undefined if the row does not exist. */
  at(row: number): TreeSpot<T> | undefined {
    let branch = this.top;
    let rest = row;
    if (rest < 0 || rest >= branch.rows) return undefined;
    for (;;) {
      const { starts, open } = branch;
      const next = firstNot(open.length, (at) => (starts[at] as number) < rest);
      // The row may be inside of the last open child that starts before the row.
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

  /** Opens a child, with the number of its children that are known. An open child stays unchanged. */
  open({ branch, index }: TreeSpot<T>, item: T, count: number): Branch<T> {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index === index) return there;
    const opened = new Branch(branch, index, item, count);
    branch.open.splice(place, 0, opened);
    branch.grow(count);
    return opened;
  }

  /** Closes a child and all parts below the child. */
  close({ branch, index }: TreeSpot<T>): void {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index !== index) return;
    branch.open.splice(place, 1);
    branch.grow(-there.rows);
  }

  /** Adds children of an open part that have become known. The number of children never decreases. */
  extend(branch: Branch<T>, count: number): void {
    if (count <= branch.count) return;
    branch.grow(count - branch.count);
    branch.count = count;
  }
}

/**
 * Returns the first index below `count` for which `isBefore` is false. The function must be true for all
 * smaller indexes and false for all larger ones.
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
