import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { type Lister, TreeRows } from './tree-rows.js';
import type { Spot } from './tree-shape.js';

const ROW_HEIGHT = 22;
/** Among so many parts of a file its message is, if it has one. */
const MOST_SECTIONS = 8;

/** A row that is seen. */
export interface TreeLine {
  readonly row: number;
  readonly spot: Spot<Part>;
  /** Null until it is known. */
  readonly part: Part | null;
  readonly level: number;
  readonly isOpen: boolean;
  readonly siblings: number;
  /** Whether there may be more siblings than are known. */
  readonly isGrowing: boolean;
}

/** The tree as it is seen, and the row that the keyboard is at. */
export class TreeView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Rises when the rows are others. */
  #version = $state(0);
  #cursor = $state.raw<Spot<Part> | null>(null);
  /** The cursor is at a part that is not known yet: chosen once it is. */
  #isDue = false;
  #hasBegun = false;
  readonly #rows: TreeRows;

  /** The rows that are seen. */
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

  /** Row of the cursor; -1 where there is none. */
  readonly cursorRow: number = $derived.by(() => {
    void this.#version;
    return this.#cursor === null ? -1 : this.#rows.shape.rowOf(this.#cursor);
  });

  /** @param onChoose receives which part the cursor has come to, and whether step by step */
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

  /** Who opens a file wants to see what is in its message. */
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

  /** Asks for what is seen. In an effect: again when something else is, even while a question is under way. */
  fill(): void {
    void this.scroll.first;
    void this.scroll.end;
    this.#rows.fill();
  }

  end(): void {
    this.#rows.end();
  }

  /** Puts the cursor at a part, wherever it is. */
  show(chain: PartChain): void {
    this.#isDue = false;
    this.#cursor = this.#rows.reveal(chain);
    this.scroll.reveal(this.cursorRow);
  }

  /** Puts the cursor in a row. @param isStep from one row to another, which goes on and on */
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

  open(spot: Spot<Part>): void {
    const part = this.#rows.part(spot);
    if (part !== undefined) this.#rows.open(spot, part);
  }

  /** What is selected in it gives its place to the part that is closed. */
  close(spot: Spot<Part>): void {
    const branch = spot.branch.opened(spot.index);
    if (branch === undefined) return;
    const from = this.#rows.shape.rowOf(spot);
    const isInside = this.cursorRow > from && this.cursorRow <= from + branch.rows;
    this.#rows.close(spot);
    if (isInside) this.to(from, true);
  }

  toggle(spot: Spot<Part>): void {
    if (spot.branch.opened(spot.index) === undefined) this.open(spot);
    else this.close(spot);
  }

  /** Opens all that is seen beside the cursor. */
  openBeside(): void {
    const around = this.#cursor?.branch;
    for (const { spot } of this.lines) if (spot.branch === around) this.open(spot);
  }

  /** As the keys of a tree are used. @returns whether the key means something */
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
