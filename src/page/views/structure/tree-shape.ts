/** A part whose children are shown. Those that are not open themselves cost nothing, however many there are. */
export class Branch<T> {
  /** Children that are known. */
  count: number;
  /** Children that are open, in order. */
  readonly open: Branch<T>[] = [];
  /** Rows of everything below it. */
  rows: number;
  #starts: Float64Array | undefined;

  /** @param index its place among its parent's children */
  constructor(
    readonly parent: Branch<T> | null,
    readonly index: number,
    readonly item: T,
    count: number,
  ) {
    this.count = count;
    this.rows = count;
  }

  /** How deep its children are: those of the outermost one at 1. */
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

  /** Passes on to those around it how many rows came or went; its own places have to be counted again. */
  grow(rows: number): void {
    for (let at: Branch<T> | null = this; at !== null; at = at.parent) {
      at.rows += rows;
      at.#starts = undefined;
    }
  }

  /** Place among `open` of the first one not before a child. */
  placeOf(index: number): number {
    return firstNot(this.open.length, (at) => (this.open[at] as Branch<T>).index < index);
  }

  /** The child, where it is open. */
  opened(index: number): Branch<T> | undefined {
    const found = this.open[this.placeOf(index)];
    return found?.index === index ? found : undefined;
  }
}

/** A child of an open part. */
export interface Spot<T> {
  readonly branch: Branch<T>;
  readonly index: number;
}

/**
 * Which rows a tree shows: every child of every open part, one after another. Rows are found by number and numbers
 * by row in the time that it takes to go down the tree, whether a part has five children or five million.
 */
export class TreeShape<T> {
  /** Around the tree: its children are the tree's outermost rows. */
  readonly top: Branch<T>;

  constructor(item: T, count: number) {
    this.top = new Branch(null, 0, item, count);
  }

  get rows(): number {
    return this.top.rows;
  }

  /** What is in a row; undefined where there is none. */
  at(row: number): Spot<T> | undefined {
    let branch = this.top;
    let rest = row;
    if (rest < 0 || rest >= branch.rows) return undefined;
    for (;;) {
      const { starts, open } = branch;
      const next = firstNot(open.length, (at) => (starts[at] as number) < rest);
      // The open child in front of the row may hold it; an open child's own row is where it starts.
      const child = next === 0 ? undefined : (open[next - 1] as Branch<T>);
      if (child === undefined) return { branch, index: rest };
      const below = rest - (starts[next - 1] as number) - 1;
      if (below >= child.rows) return { branch, index: child.index + 1 + (below - child.rows) };
      branch = child;
      rest = below;
    }
  }

  rowOf({ branch, index }: Spot<T>): number {
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

  /** Opens a child, which has so many children as far as it is known. One that is open stays as it is. */
  open({ branch, index }: Spot<T>, item: T, count: number): Branch<T> {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index === index) return there;
    const opened = new Branch(branch, index, item, count);
    branch.open.splice(place, 0, opened);
    branch.grow(count);
    return opened;
  }

  /** Closes a child and everything below it. */
  close({ branch, index }: Spot<T>): void {
    const place = branch.placeOf(index);
    const there = branch.open[place];
    if (there?.index !== index) return;
    branch.open.splice(place, 1);
    branch.grow(-there.rows);
  }

  /** More children of an open part have come to be known. Never fewer. */
  extend(branch: Branch<T>, count: number): void {
    if (count <= branch.count) return;
    branch.grow(count - branch.count);
    branch.count = count;
  }
}

/** The first of `count` places for which `isBefore` does not hold; it holds for all in front of it. */
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
