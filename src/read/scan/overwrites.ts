/** Overwritten members of one oneof that are remembered with their place; a hostile message has millions. */
const MAX_PLACES = 16;

/** A member of a oneof that gave way to another one, or to itself in between. */
export interface Overwrite {
  readonly entry: number;
  readonly offset: number;
  readonly end: number;
}

/** Overwritten members of one oneof in an open element. */
export interface OverwrittenOneof {
  readonly row: number;
  readonly node: number;
  /** Bits of all its members, which name it within the node. */
  readonly members: number;
  count: number;
  /** The first few. */
  readonly first: Overwrite[];
}

/**
 * Remembers overwritten members until their element ends: only then is it known which one wins. Elements
 * are open one inside the other, so there are never more oneofs here than open nodes have.
 */
export class Overwrites {
  #open: OverwrittenOneof[] = [];

  clear(): void {
    this.#open = [];
  }

  add(row: number, node: number, members: number, overwrite: Overwrite): void {
    let oneof = this.#open.findLast((o) => o.row === row && o.node === node && o.members === members);
    if (oneof === undefined) {
      oneof = { row, node, members, count: 0, first: [] };
      this.#open.push(oneof);
    }
    oneof.count++;
    if (oneof.first.length < MAX_PLACES) oneof.first.push(overwrite);
  }

  /** A message is overwritten by another member: overwritten members inside it no longer count. */
  forget(row: number, isInside: (node: number) => boolean): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((oneof) => oneof.row !== row || !isInside(oneof.node));
  }

  /** Returns and forgets the oneofs of the element with this row; nothing deeper is open any more. */
  take(row: number): readonly OverwrittenOneof[] {
    if (this.#open.length === 0) return this.#open;
    const mine = this.#open.filter((oneof) => oneof.row === row);
    this.#open = this.#open.filter((oneof) => oneof.row < row);
    return mine;
  }
}
