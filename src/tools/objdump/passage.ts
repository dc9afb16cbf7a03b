import type { Source } from '../../base/source/source.js';
import { UTF8_BAD, UTF8_START, utf8Step } from '../../base/wire/utf8.js';
import type { TapeWindow } from '../../read/tape/window.js';
import type { Levels } from './levels.js';
import type { Row, RowProblem } from './row.js';

/** Bytes of a payload that are kept for display while the rest is skipped. */
export const PREVIEW = 96;
/** State of the UTF-8 check when no check is running. */
const NO_TEXT = -2;

/** State of a walk. */
export interface WalkPlace {
  readonly source: Source;
  readonly window: TapeWindow;
  readonly levels: Levels;
  readonly row: Row;
  pos: number;
  /** Number of bytes from the position that must be in the window. */
  need: number;
  /** True if the source has ended. */
  isOver: boolean;
  /** Announces that this many bytes of the row are in the window. */
  shows(length: number): void;
}

/**
 * Skips the rest of a row after its head. The rest may continue past the window and past the source, so the
 * row's length is only known at its end.
 */
export class Passage {
  /** The end of the row; -1 when nothing is being skipped. */
  #target = -1;
  /** True if the row has already been shown, so its end need not be awaited. */
  #isReported = false;
  /** State of the UTF-8 check of the current string. */
  #utf8 = NO_TEXT;

  constructor(private readonly walk: WalkPlace) {}

  get isOpen(): boolean {
    return this.#target >= 0;
  }

  get isReported(): boolean {
    return this.#isReported;
  }

  /** Announces that the next payload is a string. */
  expectText(): void {
    this.#utf8 = UTF8_START;
  }

  /**
   * Ends the row at `target`, if the source has that many bytes. @returns true if the row can be shown;
   * otherwise see `goOn`
   */
  begin(target: number): boolean {
    const { row } = this.walk;
    const { filled, base } = this.walk.window;
    const length = Math.min(target - row.offset, filled - this.walk.pos);
    this.walk.shows(length);
    row.length = target - row.offset;
    this.#target = target;
    this.#isReported = false;
    const isChecked = this.#utf8 === NO_TEXT || target - base <= filled;
    const { size } = this.walk.source;
    // If the source has a known size, no read is necessary to check that the bytes exist.
    if (isChecked && (target - base <= filled || (size !== undefined && target <= size))) {
      if (this.#utf8 !== NO_TEXT) this.#checkText(this.walk.pos + row.headLength, target - base);
      this.#isReported = true;
      return true;
    }
    // Copies the first bytes, because the window moves on before the row is shown.
    row.bytes = row.bytes.slice(row.start, row.start + Math.min(length, PREVIEW + row.headLength));
    row.start = 0;
    row.shown = row.bytes.length;
    if (this.#utf8 !== NO_TEXT) this.walk.pos += row.headLength;
    return this.goOn();
  }

  /**
   * Skips to the end of the row. @returns true if the end was reached; otherwise the window has to be filled
   */
  goOn(): boolean {
    const window = this.walk.window;
    const target = this.#target;
    const { size } = this.walk.source;
    if (this.#utf8 !== NO_TEXT && !this.#isReported) {
      const to = Math.min(target - window.base, window.filled);
      this.#checkText(this.walk.pos, to);
      if (to < target - window.base && !window.last) return false;
    }
    if (target - window.base <= window.filled) {
      this.walk.pos = target - window.base;
      this.#target = -1;
      return true;
    }
    if (size !== undefined && target <= size) {
      window.hop(target);
      this.walk.pos = window.start;
      this.#target = -1;
      return true;
    }
    if (size !== undefined) {
      this.#cutAt(size);
      return true;
    }
    // A stream's length is only known after a read at the last byte.
    const last = Math.min(target, Number.MAX_SAFE_INTEGER) - 1;
    if (window.base !== last) window.hop(last);
    this.walk.pos = window.start;
    this.walk.need = 1;
    if (!window.last) return false;
    this.#cutAt(this.walk.source.size ?? last);
    return true;
  }

  /** The source ends inside the row. */
  #cutAt(size: number): void {
    const { row } = this.walk;
    this.#target = -1;
    this.walk.isOver = true;
    row.length = Math.max(0, size - row.offset);
    row.shown = Math.min(row.shown, row.length);
    this.#utf8 = NO_TEXT;
    if (row.kind === 'broken') {
      const problems = row.problems.map((one) => ({ ...one, offset: Math.min(one.offset, size) }));
      // The enclosing message is truncated too; if that is the root, it ended with the breakage.
      const isCut = this.walk.levels.depth > 0 && problems.every(({ code }) => code !== 'wire-truncated');
      const cut = { code: 'wire-truncated', offset: size, detail: 'more bytes were claimed' };
      row.problems = isCut ? [...problems, cut] : problems;
      return;
    }
    const detail = `${row.headLength + row.claimed - row.length} bytes are missing`;
    const others = row.problems.filter(({ code }) => code !== 'wire-truncated');
    const cut: RowProblem = { code: 'wire-truncated', offset: size, detail };
    row.problems = [...others, cut];
  }

  /** Continues the check of the row's text. */
  #checkText(from: number, to: number): void {
    const { row } = this.walk;
    const { bytes, base } = this.walk.window;
    if (this.#utf8 !== UTF8_BAD) this.#utf8 = utf8Step(this.#utf8, bytes, from, to);
    this.walk.pos = to;
    if (to + base < this.#target) return;
    if (this.#utf8 !== UTF8_START) {
      row.problems = [...row.problems, { code: 'string-not-utf8', offset: row.offset, detail: '' }];
    }
    this.#utf8 = NO_TEXT;
  }
}
