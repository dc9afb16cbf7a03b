/**
 * Maximum number of overwritten members of one oneof that are remembered with their positions; a hostile
 * message has millions.
 */
const MAX_PLACES = 16;

/** A member of a oneof that was replaced by another member, or by itself after another member. */
export interface Overwrite {
  readonly entry: number;
  readonly offset: number;
  readonly end: number;
}

/** Overwritten members of one oneof in an open element. */
export interface OverwrittenOneof {
  readonly row: number;
  readonly node: number;
  /** Bits of all members of the oneof, which identify the oneof within the node. */
  readonly members: number;
  count: number;
  readonly first: Overwrite[];
}

/**
 * Remembers overwritten members until their element ends, because only then the effective member is known.
 * Open elements are nested, so the number of oneofs is limited by the number in open nodes.
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

  /** Forgets overwritten members inside a message that another member has overwritten. */
  forget(row: number, isInside: (node: number) => boolean): void {
    if (this.#open.length === 0) return;
    this.#open = this.#open.filter((oneof) => oneof.row !== row || !isInside(oneof.node));
  }

  /**
   * Returns and forgets the oneofs of the element with this row, which must be the innermost open element.
   */
  take(row: number): readonly OverwrittenOneof[] {
    if (this.#open.length === 0) return this.#open;
    const mine = this.#open.filter((oneof) => oneof.row === row);
    this.#open = this.#open.filter((oneof) => oneof.row < row);
    return mine;
  }
}
