import { MAX_DEPTH } from '../../base/wire/limits.js';
import { CUT, OK, TOO_DEEP, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_I64, WIRE_VARINT } from '../../base/wire/tag.js';
import { int32At } from '../../base/wire/value.js';
import type { BlobPrinter } from './blobs.js';
import type { Breakage } from './breakage.js';
import { CompactPrinter } from './compact-message.js';
import { FRAMES } from './frame-stack.js';
import { MemberPrinter } from './member-printer.js';
import { type Cell, type Cells, COMPACT, MESSAGE, type Notation, PACKED, SCALAR } from './notation.js';
import { type Origin, regularize } from './regular.js';
import { isZero, writeScalar } from './scalar-text.js';
import type { TextBuffer } from './text-buffer.js';

/**
 * Prints messages: members one at a time, or with `contents` all of a message in memory.
 *
 * The latter are printed as they are read, in the hope that they are written as encoders write. When one turns out
 * not to be, what it has printed is taken back, and it is printed anew from bytes that are (see `regularize`).
 */
export class Printer extends MemberPrinter {
  readonly #compact: CompactPrinter;

  // Of frames that lie in memory: the bytes, where they begin and end, where it goes on in those around, and where
  // their text begins.
  readonly #bytesOf: Uint8Array[] = [];
  readonly #origins: Origin[] = [];
  readonly #starts = new Int32Array(FRAMES);
  readonly #ends = new Int32Array(FRAMES);
  readonly #resumes = new Int32Array(FRAMES);
  readonly #texts = new Int32Array(FRAMES);
  readonly #trusted = new Uint8Array(FRAMES);
  readonly #counts = new Uint8Array(FRAMES);
  readonly #inlines = new Uint8Array(FRAMES);
  /** Of the breakages that wait: how many there were in front of a frame. */
  readonly #marks = new Int32Array(FRAMES);

  constructor(
    notation: Notation,
    out: TextBuffer,
    blobs: BlobPrinter,
    onBreakage: (breakage: Breakage) => void,
  ) {
    super(notation, out, blobs, onBreakage);
    this.#compact = new CompactPrinter(notation, out, blobs, this.room);
  }

  /** A message that is a member, all of which is in memory, with 15 bytes of anything after it. */
  message(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.enter(cell);
    this.contents(bytes, from, to, origin);
    this.leave();
  }

  /**
   * A message by itself, with nothing open, if it is one that the fast way can print.
   * @param bytes 15 bytes more than `to` may be looked at
   * @returns false where it is for `begin`, `contents` and `end`; nothing is printed then
   */
  regular(cells: Cells, bytes: Uint8Array, from: number, to: number): boolean {
    return this.layout === COMPACT && this.#compact.message(cells, bytes, from, to, 0);
  }

  /**
   * All members of the open message, if it is one that the fast way can print.
   * @param bytes 15 bytes more than `to` may be looked at
   * @returns false where it is for `contents`; nothing is printed then
   */
  regularContents(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.layout !== COMPACT || this.count !== 0) return false;
    const { out } = this;
    const begin = out.at;
    if (!this.#compact.members(this.cells, bytes, from, to, this.depth)) return false;
    if (out.at > begin) this.count = 1;
    return true;
  }

  /**
   * All members of the open message, which has none yet. What is broken is said, and left out.
   * @param bytes 15 bytes more than `to` may be looked at
   */
  contents(bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const floor = this.depth;
    this.#memory(bytes, from, to, origin);
    const { out } = this;
    const cursor = this.cursor;
    let pos = from;
    let end = to;
    let data = bytes;
    for (;;) {
      if (pos >= end) {
        if (this.depth === floor) {
          this.tell();
          return;
        }
        pos = this.#resumes[this.depth] as number;
        this.leave();
        data = this.#bytesOf[this.depth] as Uint8Array;
        end = this.#ends[this.depth] as number;
        continue;
      }
      out.ensure(this.room);
      const start = pos;
      let tag = data[pos++] as number;
      let cell = tag < 0x80 ? this.cells.short[tag] : undefined;
      if (cell === undefined) {
        // A longer tag, an unknown field, or nothing of the kind.
        cursor.reset(data, start, end);
        let problem = cursor.readTag();
        if (problem === OK) {
          tag = cursor.tag;
          pos = cursor.pos;
          cell = this.cells.of(tag);
          if (cell === undefined) {
            problem = cursor.skipValue(tag, this.depth);
            if (problem === OK) {
              const next = cursor.pos;
              cursor.reset(data, pos, next);
              this.unknown(cursor, tag);
              pos = next;
              continue;
            }
          }
        }
        if (problem !== OK) {
          this.#broken(problem, start, undefined);
          pos = end;
          continue;
        }
      }
      const known = cell as Cell;
      if (!this.mayFollow(known) && this.#trusted[this.depth] === 0) {
        data = this.#anew(data, end);
        pos = 0;
        end = this.#ends[this.depth] as number;
        continue;
      }
      if (known.kind === SCALAR) {
        let lo: number;
        let hi = 0;
        if (known.wireType === WIRE_VARINT) {
          lo = data[pos++] as number;
          if (lo >= 0x80) {
            const second = data[pos++] as number;
            if (second < 0x80) lo = (lo & 0x7f) | (second << 7);
            else {
              cursor.reset(data, pos - 2, end);
              const problem = cursor.readVarint();
              if (problem !== OK) {
                this.#broken(problem, start, known);
                pos = end;
                continue;
              }
              pos = cursor.pos;
              lo = cursor.lo;
              hi = cursor.hi;
            }
          }
        } else {
          lo = int32At(data, pos);
          pos += 4;
          if (known.wireType === WIRE_I64) {
            hi = int32At(data, pos);
            pos += 4;
          }
        }
        if (pos > end) {
          this.#broken(CUT, start, known);
          pos = end;
          continue;
        }
        if (known.implicit && isZero(known, lo, hi)) continue;
        this.member(known);
        writeScalar(this.out, this.notation, known, lo, hi);
        continue;
      }
      let length = data[pos++] as number;
      if (length >= 0x80) {
        cursor.reset(data, pos - 1, end);
        const problem = cursor.readLength();
        if (problem !== OK) {
          this.#broken(problem, start, known);
          pos = end;
          continue;
        }
        pos = cursor.pos;
        length = cursor.length;
      }
      const next = pos + length;
      if (next > end) {
        this.#broken(CUT, start, known);
        pos = end;
        continue;
      }
      if (known.kind === MESSAGE) {
        if (this.depth >= MAX_DEPTH) {
          this.#broken(TOO_DEEP, start, known);
          pos = next;
          continue;
        }
        this.member(known);
        if (
          this.layout === COMPACT &&
          this.#compact.message(known.child as Cells, data, pos, next, this.depth + 1)
        ) {
          pos = next;
          continue;
        }
        this.push(known);
        const { depth } = this;
        this.#resumes[depth] = next;
        // What is there mostly is the same already, and storing an object costs more than looking.
        if (this.#bytesOf[depth] !== data) this.#bytesOf[depth] = data;
        const origin = this.#origins[depth - 1] as Origin;
        if (this.#origins[depth] !== origin) this.#origins[depth] = origin;
        this.#starts[depth] = pos;
        this.#ends[depth] = next;
        this.#texts[depth] = out.at;
        this.#trusted[depth] = 0;
        this.#counts[depth] = 0;
        this.#inlines[depth] = this.inline ? 1 : 0;
        this.#marks[depth] = this.waiting.length;
        end = next;
        continue;
      }
      if (known.kind === PACKED) {
        this.packed(known, data, pos, next, this.#origins[this.depth] as Origin);
      } else if (length > 0 || !known.implicit) {
        this.member(known);
        this.blob(known, data, pos, next, this.#origins[this.depth] as Origin);
      }
      pos = next;
    }
  }

  #memory(bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { depth } = this;
    this.#bytesOf[depth] = bytes;
    this.#origins[depth] = origin;
    this.#starts[depth] = from;
    this.#ends[depth] = to;
    this.#texts[depth] = this.out.at;
    this.#trusted[depth] = 0;
    this.#counts[depth] = this.count;
    this.#inlines[depth] = this.inline ? 1 : 0;
    this.#marks[depth] = this.waiting.length;
  }

  /** Takes back what the open frame has printed, and begins it again with regular bytes, which it returns. */
  #anew(data: Uint8Array, end: number): Uint8Array {
    const { depth } = this;
    this.waiting.length = this.#marks[depth] as number;
    // A hostile file has one field broken thousands of times.
    const paths = new Map<Cell | undefined, string>();
    const pathOf = (field: Cell | undefined): string => {
      let path = paths.get(field);
      if (path === undefined) {
        path = this.path(field);
        paths.set(field, path);
      }
      return path;
    };
    const { bytes, length, origin } = regularize(
      data,
      this.#starts[depth] as number,
      end,
      this.cells,
      this.#origins[depth] as Origin,
      (problem, offset, field) => void this.waiting.push({ problem, offset, path: pathOf(field) }),
    );
    this.out.at = this.#texts[depth] as number;
    this.fresh();
    this.count = this.#counts[depth] as number;
    this.inline = this.#inlines[depth] === 1;
    const mark = this.#marks[depth] as number;
    this.#memory(bytes, 0, length, origin);
    this.#marks[depth] = mark;
    this.#trusted[depth] = 1;
    return bytes;
  }

  #broken(problem: WireProblem, position: number, field: Cell | undefined): void {
    const origin = this.#origins[this.depth] as Origin;
    this.waiting.push({ problem, offset: origin.offsetOf(position), path: this.path(field) });
  }
}
