import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { type Lister, TreeRows } from './tree-rows.js';
import type { TreeSpot } from './tree-shape.js';

const ROW_HEIGHT = 22;
/** Maximum number of top-level parts in which the message is searched. */
const MOST_SECTIONS = 8;

export interface TreeLine {
  readonly row: number;
  readonly spot: TreeSpot<Part>;
  /** The part in the row; null if not known yet. */
  readonly part: Part | null;
  readonly level: number;
  readonly isOpen: boolean;
  readonly siblings: number;
  /** True if the list of siblings may grow. */
  readonly isGrowing: boolean;
}

/** The visible rows of the tree, and the row with the keyboard's cursor. */
export class TreeView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Number that increases when rows change, so that dependent values are computed again. */
  #version = $state(0);
  #cursor = $state.raw<TreeSpot<Part> | null>(null);
  /** True if the part at the cursor is not known yet, and will be chosen after it arrives. */
  #isDue = false;
  #hasBegun = false;
  readonly #rows: TreeRows;

  readonly lines: readonly TreeLine[] = $derived.by(() => {
    void this.#version;
    const lines: TreeLine[] = [];
    for (let row = this.scroll.first; row < this.scroll.end; row++) {
      const spot = this.#rows.shape.at(row);
      if (spot === undefined) break;
      const { branch, index } = spot;
      lines.push({
        row,
        spot,
        part: this.#rows.part(spot) ?? null,
        level: branch.level,
        isOpen: branch.opened(index) !== undefined,
        siblings: branch.count,
        isGrowing: this.#rows.isGrowing(branch),
      });
    }
    return lines;
  });

  readonly cursorRow: number = $derived.by(() => {
    void this.#version;
    return this.#cursor === null ? -1 : this.#rows.shape.rowOf(this.#cursor);
  });

  /** @param onChoose receives the part at the cursor; `isStep` is true if the cursor moved by a key */
  constructor(
    root: Part,
    lister: Lister,
    private readonly onChoose: (chain: PartChain, isStep: boolean) => void,
    onError: (error: unknown) => void,
  ) {
    this.#rows = new TreeRows(
      root,
      lister,
      () => this.scroll,
      () => this.#changed(),
      onError,
    );
    this.scroll.rows = 1;
    this.open({ branch: this.#rows.shape.top, index: 0 });
  }

  #changed(): void {
    this.scroll.rows = this.#rows.rows;
    this.#version++;
    if (this.#isDue) this.#choose(true);
    if (!this.#hasBegun) this.#begin();
  }

  /** Opens the message after the file is opened, because readers want to see its contents. */
  #begin(): void {
    const { shape } = this.#rows;
    const file = shape.top.opened(0);
    for (let index = 0; file !== undefined && index < Math.min(file.count, MOST_SECTIONS); index++) {
      const spot = { branch: file, index };
      const part = this.#rows.part(spot);
      if (part === undefined) return;
      this.#hasBegun = true;
      if (part.kind === 'message') {
        this.open(spot);
        return;
      }
    }
  }

  /**
   * Requests the visible rows. Call this function in an effect, which runs again when other rows become
   * visible.
   */
  fill(): void {
    void this.scroll.first;
    void this.scroll.end;
    this.#rows.fill();
  }

  end(): void {
    this.#rows.end();
  }

  /** Moves the cursor to a part, and opens all parts that contain it. */
  show(chain: PartChain): void {
    this.#isDue = false;
    this.#cursor = this.#rows.reveal(chain);
    this.scroll.reveal(this.cursorRow);
  }

  /**
   * Moves the cursor to a row.
   * @param isStep true if a key moved the cursor
   */
  to(row: number, isStep: boolean): void {
    const wanted = Math.max(0, Math.min(row, this.#rows.rows - 1));
    const spot = this.#rows.shape.at(wanted);
    if (spot === undefined) return;
    this.#cursor = spot;
    this.scroll.reveal(wanted);
    this.#choose(isStep);
  }

  #choose(isStep: boolean): void {
    const spot = this.#cursor;
    const part = spot === null ? undefined : this.#rows.part(spot);
    this.#isDue = part === undefined;
    if (spot !== null && part !== undefined) this.onChoose(this.#rows.chain(spot, part), isStep);
  }

  open(spot: TreeSpot<Part>): void {
    const part = this.#rows.part(spot);
    if (part !== undefined) this.#rows.open(spot, part);
  }

  /** Closes a part. A cursor inside of the part moves to the part. */
  close(spot: TreeSpot<Part>): void {
    const branch = spot.branch.opened(spot.index);
    if (branch === undefined) return;
    const from = this.#rows.shape.rowOf(spot);
    const isInside = this.cursorRow > from && this.cursorRow <= from + branch.rows;
    this.#rows.close(spot);
    if (isInside) this.to(from, true);
  }

  toggle(spot: TreeSpot<Part>): void {
    if (spot.branch.opened(spot.index) === undefined) this.open(spot);
    else this.close(spot);
  }

  /** Opens the part at the cursor and its siblings in visible rows. */
  openBeside(): void {
    const around = this.#cursor?.branch;
    for (const { spot } of this.lines) if (spot.branch === around) this.open(spot);
  }

  /**
   * Handles a key in the way that is usual for trees.
   * @returns true if the key is used
   */
  key(key: string): boolean {
    const row = this.cursorRow;
    const spot = this.#cursor;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: this.scroll.page, PageUp: -this.scroll.page }[key];
    if (step !== undefined) this.to(row + step, true);
    else if (key === 'Home') this.to(0, true);
    else if (key === 'End') this.to(this.#rows.rows - 1, true);
    else if (key === '*') this.openBeside();
    else if (spot === null) return false;
    else if (key === 'Enter' || key === ' ') this.toggle(spot);
    else if (key === 'ArrowRight') {
      if (spot.branch.opened(spot.index) === undefined) this.open(spot);
      else this.to(row + 1, true);
    } else if (key === 'ArrowLeft') {
      const { branch, index } = spot;
      if (branch.opened(index) !== undefined) this.close(spot);
      else if (branch.parent !== null) {
        this.to(this.#rows.shape.rowOf({ branch: branch.parent, index: branch.index }), true);
      }
    } else return false;
    return true;
  }
}
