import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { type Lister, TreeRows } from './tree-rows.js';
import type { TreeSpot } from './tree-shape.js';

const ROW_HEIGHT = 22;
/** If a file has a message, it is among the first parts of the file, up to this number. */
const MOST_SECTIONS = 8;

/** A visible row. */
export interface TreeLine {
  readonly row: number;
  readonly spot: TreeSpot<Part>;
  /** Null until known. */
  readonly part: Part | null;
  readonly level: number;
  readonly isOpen: boolean;
  readonly siblings: number;
  /** True if there may be more siblings than are known. */
  readonly isGrowing: boolean;
}

/** Visible part of the tree, and the row under the keyboard's cursor. */
export class TreeView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Rises when the rows have changed. */
  #version = $state(0);
  #cursor = $state.raw<TreeSpot<Part> | null>(null);
  /** True if the cursor is at an unknown part, which is chosen once it is known. */
  #isDue = false;
  #hasBegun = false;
  readonly #rows: TreeRows;

  /** Visible rows. */
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

  /** Row of the cursor; -1 without a cursor. */
  readonly cursorRow: number = $derived.by(() => {
    void this.#version;
    return this.#cursor === null ? -1 : this.#rows.shape.rowOf(this.#cursor);
  });

  /** @param onChoose receives the part under the cursor, and true for a single step */
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

  /** A reader who opens a file wants to see the contents of its message. */
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
   * Requests the visible rows. Call this in an effect: the effect runs again when other rows become visible,
   * even during a request.
   */
  fill(): void {
    void this.scroll.first;
    void this.scroll.end;
    this.#rows.fill();
  }

  end(): void {
    this.#rows.end();
  }

  /** Puts the cursor on any part. */
  show(chain: PartChain): void {
    this.#isDue = false;
    this.#cursor = this.#rows.reveal(chain);
    this.scroll.reveal(this.cursorRow);
  }

  /** Puts the cursor on a row. @param isStep true for one of many steps from row to row */
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

  /** Closes a part. If the selection is inside the part, the selection moves to the part itself. */
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

  /** Opens all visible siblings of the cursor's part. */
  openBeside(): void {
    const around = this.#cursor?.branch;
    for (const { spot } of this.lines) if (spot.branch === around) this.open(spot);
  }

  /** Handles a key as trees usually do. @returns true if the key is used */
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
