import { wireTypeOf } from '../schema/table.js';
import {
  CUT,
  Cursor,
  doubleOf,
  floatOf,
  isUtf8,
  MAX_DEPTH,
  OK,
  sint32Of,
  TOO_DEEP,
  WIRE_I64,
  WIRE_VARINT,
  type WireProblem,
} from '../wire/index.js';
import type { BlobPrinter } from './blobs.js';
import {
  BOOL,
  type Cell,
  type Cells,
  COMPACT,
  DOUBLE,
  ENUM,
  FLOAT,
  INT32,
  INT64,
  MESSAGE,
  type Notation,
  PACKED,
  PRETTY,
  SCALAR,
  SINT32,
  SINT64,
  STRING,
  TEXTPROTO,
  UINT32,
  UINT64,
  YAML,
} from './notation.js';
import { doubleText, floatText, jsonNumber, shortestFloat } from './number-text.js';
import { type Origin, regularize } from './regular.js';
import { putUint32, type TextBuffer } from './text-buffer.js';
import { unknownJson, unknownTextproto } from './unknown-text.js';

/** Something that is broken: what follows in the message around it is not in the text. */
export interface Breakage {
  readonly problem: WireProblem | typeof NOT_UTF8;
  /** Absolute. */
  readonly offset: number;
  readonly path: string;
}

/** A string with other bytes than UTF-8: it is printed, but a parser refuses it. */
export const NOT_UTF8 = -1;

const NO_LIST = 0;
/** A list on one line, of numbers and the like. */
const FLOW = 1;
/** A list with lines for each element. */
const BLOCK = 2;

/** Behind all fields that are known. */
const UNKNOWN_ORDER = 0x7fffffff;

/** Messages of plain fields only are mostly smaller. Room is made for all that they may be. */
const LEAF_BYTES = 96;

/** What one record other than of an unknown message takes at most, beside names and strings: a number. */
const RECORD_ROOM = 64;

/**
 * Prints the members of messages. Open messages are frames: how far the member is that was written last, whether
 * its list is open. `contents` prints all of a message in memory, the others one member each.
 *
 * A message is printed as it is read, in the hope that it is written as encoders write. When one turns out not to
 * be, what it has printed is taken back, and it is printed anew from bytes that are (see `regularize`).
 */
export class Printer {
  depth = 0;
  /** What is put in front of paths: where the message is that a text began with. */
  prefix: () => string = () => '';

  readonly #layout: number;
  readonly #room: number;
  readonly #cursor = new Cursor(new Uint8Array(0));

  // The open frame.
  #cells: Cells;
  #count = 0;
  /** Field number of the member that was written or read last. */
  #last = 0;
  #list = NO_LIST;
  /** Elements of the field in front of the present one. */
  #index = 0;
  #oneofs = 0;
  #level = 0;
  /** Whether its first member goes on in the line that is there. */
  #inline = true;
  /** Whether it stands in a list. */
  #isItem = true;
  /** Of the unknown groups that are open in it: the records that each has by now. */
  #groups: number[] = [];

  // Those around it, by depth.
  readonly #allCells: Cells[] = [];
  readonly #openCells: (Cell | undefined)[] = [];
  readonly #lasts = new Int32Array(FRAMES);
  readonly #lists = new Int32Array(FRAMES);
  readonly #indexes = new Int32Array(FRAMES);
  readonly #allOneofs = new Int32Array(FRAMES);
  readonly #levels = new Int32Array(FRAMES);
  readonly #items = new Uint8Array(FRAMES);

  // Of frames that lie in memory: the bytes, where they begin and end, where it goes on in those around, and where
  // its text begins.
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
  /** What is broken in what may yet be taken back. */
  #waiting: Breakage[] = [];

  constructor(
    readonly notation: Notation,
    readonly out: TextBuffer,
    readonly blobs: BlobPrinter,
    private readonly onBreakage: (breakage: Breakage) => void,
  ) {
    this.#layout = notation.layout;
    this.#cells = notation.messages[0] as Cells;
    this.#room = RECORD_ROOM + Math.max(...notation.byEntry.map(({ keyLength }) => keyLength));
  }

  /** Begins a member that is no field of the message; its value is the caller's to write. */
  raw(name: string): void {
    const { out } = this;
    out.ensure(this.#room);
    if (this.#list !== NO_LIST) this.#endList();
    if (this.#layout === COMPACT) out.text(`${this.#count === 0 ? '{' : ','}"${name}":`);
    else if (this.#layout === PRETTY) {
      out.byte(this.#count === 0 ? 0x7b : 0x2c);
      out.line(this.#level + 1);
      out.text(`"${name}": `);
    } else {
      this.#yamlLine();
      out.text(`${name}: `);
    }
    this.#count = 1;
  }

  /** Begins a text: an outermost message, at a level of indentation. Nothing else may be open. */
  begin(cells: Cells, level = 0): void {
    this.depth = 0;
    this.#groups = [];
    this.#cells = cells;
    this.#fresh();
    this.#level = level;
    this.#inline = true;
    this.#isItem = true;
  }

  /** Ends it. */
  end(): void {
    this.#close(true);
  }

  /** Where the message stands that has just been entered: for `rewind`. */
  mark(): Mark {
    return {
      depth: this.depth,
      at: this.out.at,
      level: this.#level,
      isItem: this.#isItem,
      cells: this.#cells,
    };
  }

  /** Takes back everything since then. */
  rewind({ depth, at, level, isItem, cells }: Mark): void {
    this.depth = depth;
    this.out.at = at;
    this.#fresh();
    this.#groups = [];
    this.#cells = cells;
    this.#level = level;
    this.#isItem = isItem;
    this.#inline = isItem;
  }

  /** Whether the open message has had no member yet. */
  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** A number by itself. */
  value(cell: Cell, lo: number, hi: number): void {
    this.out.ensure(this.#room);
    this.#value(cell, lo, hi);
  }

  /** A string or bytes by themselves. */
  blobValue(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.out.ensure(this.#room);
    this.#blob(cell, bytes, from, to, origin);
    this.#tell();
  }

  /** The path of the member that is open or was written last, with the prefix. */
  path(field?: Cell): string {
    let path = this.prefix();
    for (let depth = 1; depth <= this.depth; depth++) {
      const cell = this.#openCells[depth];
      path = joinPath(path, cell?.field.name, cell?.repeated, this.#indexes[depth - 1] as number);
    }
    return field === undefined ? path : joinPath(path, field.field.name, field.repeated, this.#index);
  }

  /** Enters a message that is a member of the open one. */
  enter(cell: Cell): void {
    this.#step(cell);
    this.#member(cell);
    this.#push(cell);
  }

  leave(): void {
    this.#close(false);
    this.#pop();
  }

  /** A number that is a member, of a cell that is no packed list. */
  scalar(cell: Cell, lo: number, hi: number): void {
    this.#step(cell);
    if (isZero(cell, lo, hi) && cell.implicit) return;
    this.#member(cell);
    this.#value(cell, lo, hi);
  }

  /** A string or bytes that are a member, or a packed list. */
  payload(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.#step(cell);
    if (cell.kind === PACKED) this.#packed(cell, bytes, from, to, origin);
    else if (from < to || !cell.implicit) {
      this.#member(cell);
      this.#blob(cell, bytes, from, to, origin);
    }
    this.#tell();
  }

  /** Writes the name of a string or bytes that are not in memory; the value is the caller's to write. */
  name(cell: Cell): void {
    this.#step(cell);
    this.#member(cell);
  }

  /** A message that is a member, all of which is in memory, with 15 bytes of anything behind it. */
  message(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.enter(cell);
    this.contents(bytes, from, to, origin);
    this.leave();
  }

  /** An unknown record that is known to be readable. The cursor stands behind its tag, and then behind it. */
  unknown(cursor: Cursor, tag: number): void {
    const { out } = this;
    this.beginUnknown();
    const level = this.#level + this.#groups.length;
    if (this.#layout === TEXTPROTO) unknownTextproto(out, this.blobs, cursor, tag, level);
    else unknownJson(out, this.#layout as 0 | 1 | 2, this.blobs, cursor, tag);
  }

  /** Writes what stands in front of an unknown field; the rest is the caller's to write. */
  beginUnknown(): void {
    const { out } = this;
    out.ensure(this.#room);
    const elements = this.#groups.at(-1);
    if (elements !== undefined) {
      this.#groups[this.#groups.length - 1] = elements + 1;
      if (this.#layout === TEXTPROTO) out.line(this.#level + this.#groups.length);
      else if (elements > 0) out.text(this.#layout === COMPACT ? ',' : ', ');
      return;
    }
    if (this.#last !== UNKNOWN_ORDER) {
      if (this.#list !== NO_LIST) this.#endList();
      this.#last = UNKNOWN_ORDER;
      this.#index = 0;
    } else this.#index++;
    const isFirst = this.#list === NO_LIST;
    switch (this.#layout) {
      case COMPACT:
        out.text(!isFirst ? ',' : this.#count === 0 ? '{"$unknown":[' : ',"$unknown":[');
        break;
      case PRETTY:
        if (isFirst) {
          out.text(this.#count === 0 ? '{' : ',');
          out.line(this.#level + 1);
          out.text('"$unknown": [');
        } else out.text(',');
        out.line(this.#level + 2);
        break;
      case YAML:
        if (isFirst) {
          this.#yamlLine();
          out.text('$unknown:');
        }
        out.line(this.#level + 1);
        out.text('- ');
        break;
      default:
        this.#yamlLine();
    }
    if (this.#layout !== TEXTPROTO) this.#list = this.#layout === COMPACT ? FLOW : BLOCK;
    this.#count = 1;
  }

  /** What is written from here on is in an unknown group, whose beginning the caller has written. */
  enterGroup(): void {
    this.#groups.push(0);
  }

  /** Ends it. */
  leaveGroup(): void {
    this.#groups.pop();
    this.out.ensure(this.#room);
    if (this.#layout === TEXTPROTO) this.out.line(this.#level + this.#groups.length);
    this.out.text(this.#layout === TEXTPROTO ? '}' : ']}');
  }

  /**
   * All members of the open message, which has none yet. What is broken is said, and left out.
   * @param bytes 15 bytes more than `to` may be looked at
   */
  contents(bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const floor = this.depth;
    this.#memory(bytes, from, to, origin);
    const { out } = this;
    const cursor = this.#cursor;
    let pos = from;
    let end = to;
    let data = bytes;
    for (;;) {
      if (pos >= end) {
        if (this.depth === floor) {
          this.#tell();
          return;
        }
        pos = this.#resumes[this.depth] as number;
        this.leave();
        data = this.#bytesOf[this.depth] as Uint8Array;
        end = this.#ends[this.depth] as number;
        continue;
      }
      out.ensure(this.#room);
      const start = pos;
      let tag = data[pos++] as number;
      let cell = tag < 0x80 ? this.#cells.short[tag] : undefined;
      if (cell === undefined) {
        // A longer tag, an unknown field, or nothing of the kind.
        cursor.reset(data, start, end);
        let problem = cursor.readTag();
        if (problem === OK) {
          tag = cursor.tag;
          pos = cursor.pos;
          cell = this.#cells.of(tag);
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
      if (!this.#mayFollow(known) && this.#trusted[this.depth] === 0) {
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
        this.#member(known);
        this.#value(known, lo, hi);
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
        this.#member(known);
        if (
          this.#layout === COMPACT &&
          length <= LEAF_BYTES &&
          this.#leaf(known.child as Cells, data, pos, next)
        ) {
          pos = next;
          continue;
        }
        this.#push(known);
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
        this.#inlines[depth] = this.#inline ? 1 : 0;
        this.#marks[depth] = this.#waiting.length;
        end = next;
        continue;
      }
      if (known.kind === PACKED) {
        this.#packed(known, data, pos, next, this.#origins[this.depth] as Origin);
      } else if (length > 0 || !known.implicit) {
        this.#member(known);
        this.#blob(known, data, pos, next, this.#origins[this.depth] as Origin);
      }
      pos = next;
    }
  }

  /**
   * A message of nothing but plain fields in ascending order, braces included: half of all messages are. With
   * everything in local variables that takes half the time of the general way (measured in a dump of 60 MB).
   * @returns false where it is not one; nothing is written then
   */
  #leaf(cells: Cells, data: Uint8Array, from: number, to: number): boolean {
    const { out } = this;
    out.ensure(((to - from) >>> 1) * this.#room + 16);
    const { bytes, view } = out;
    const { floats } = this.notation.words;
    const { plain } = cells;
    const begin = out.at;
    let at = begin;
    let pos = from;
    let last = 0;
    while (pos < to) {
      const tag = data[pos] as number;
      const field = tag << 2;
      const keyLength = tag < 0x80 ? (plain[field + 1] as number) : 0;
      if (keyLength === 0 || tag <= last) {
        out.at = begin;
        return false;
      }
      last = tag;
      let lo = data[pos + 1] as number;
      pos += 2;
      if (lo >= 0x80) {
        let byte = data[pos++] as number;
        lo = (lo & 0x7f) | (byte << 7);
        if (byte >= 0x80) {
          byte = data[pos++] as number;
          lo = (lo & 0x3fff) | (byte << 14);
          if (byte >= 0x80) {
            byte = data[pos++] as number;
            lo = (lo & 0x1fffff) | (byte << 21);
            if (byte >= 0x80) {
              byte = data[pos++] as number;
              lo = (lo & 0xfffffff) | (byte << 28);
              if (byte > 0x0f) {
                // More than 32 bits.
                if (pos > to || !this.#wide(cells.short[tag] as Cell, data, pos - 5, to, at, begin)) {
                  out.at = begin;
                  return false;
                }
                at = out.at;
                pos = this.#cursor.pos;
                continue;
              }
            }
          }
        }
      }
      if (pos > to) {
        out.at = begin;
        return false;
      }
      if (lo === 0 && plain[field + 3] === 1) continue;
      let word = plain[field] as number;
      const behind = at + keyLength;
      for (let i = at; i < behind; i += 8) view.setFloat64(i, floats[word++] as number, true);
      if (at === begin) bytes[at] = 0x7b;
      at = behind;
      if (plain[field + 2] === UINT32) at = putUint32(bytes, view, at, lo >>> 0);
      else {
        out.at = at;
        this.#value(cells.short[tag] as Cell, lo, 0);
        at = out.at;
      }
    }
    if (at === begin) bytes[at++] = 0x7b;
    bytes[at++] = 0x7d;
    out.at = at;
    return true;
  }

  /** A plain field of a small message whose varint at `pos` has more than 32 bits. @returns whether it can be read */
  #wide(cell: Cell, data: Uint8Array, pos: number, to: number, at: number, begin: number): boolean {
    const cursor = this.#cursor;
    cursor.reset(data, pos, to);
    if (cursor.readVarint() !== OK) return false;
    const { out } = this;
    out.at = at;
    if (cell.implicit && isZero(cell, cursor.lo, cursor.hi)) return true;
    out.word(this.notation.words, cell.key, cell.keyLength);
    if (at === begin) out.bytes[at] = 0x7b;
    this.#value(cell, cursor.lo, cursor.hi);
    return true;
  }

  #memory(bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { depth } = this;
    this.#bytesOf[depth] = bytes;
    this.#origins[depth] = origin;
    this.#starts[depth] = from;
    this.#ends[depth] = to;
    this.#texts[depth] = this.out.at;
    this.#trusted[depth] = 0;
    this.#counts[depth] = this.#count;
    this.#inlines[depth] = this.#inline ? 1 : 0;
    this.#marks[depth] = this.#waiting.length;
  }

  /** Takes back what the open frame has printed, and begins it again with regular bytes, which it returns. */
  #anew(data: Uint8Array, end: number): Uint8Array {
    const { depth } = this;
    this.#waiting.length = this.#marks[depth] as number;
    const { bytes, length, origin } = regularize(
      data,
      this.#starts[depth] as number,
      end,
      this.#cells,
      this.#origins[depth] as Origin,
      (problem, offset, field) => void this.#waiting.push({ problem, offset, path: this.path(field) }),
    );
    this.out.at = this.#texts[depth] as number;
    this.#fresh();
    this.#count = this.#counts[depth] as number;
    this.#inline = this.#inlines[depth] === 1;
    const mark = this.#marks[depth] as number;
    this.#memory(bytes, 0, length, origin);
    this.#marks[depth] = mark;
    this.#trusted[depth] = 1;
    return bytes;
  }

  /** Nothing is taken back any more. */
  #tell(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const breakage of waiting) this.onBreakage(breakage);
  }

  #broken(problem: WireProblem, position: number, field: Cell | undefined): void {
    const origin = this.#origins[this.depth] as Origin;
    this.#waiting.push({ problem, offset: origin.offsetOf(position), path: this.path(field) });
  }

  /** Takes note of the next member. @returns whether it may stand behind the ones before */
  #mayFollow(cell: Cell): boolean {
    const { order } = cell;
    if (order === this.#last) {
      this.#index++;
      return cell.repeated;
    }
    if (order < this.#last) return false;
    if (cell.oneof !== 0) {
      if ((this.#oneofs & cell.oneof) !== 0) return false;
      this.#oneofs |= cell.oneof;
    }
    if (this.#list !== NO_LIST) this.#endList();
    this.#last = order;
    this.#index = 0;
    return true;
  }

  /** The same for who knows that it may. */
  #step(cell: Cell): void {
    this.out.ensure(this.#room);
    if (!this.#mayFollow(cell)) throw new Disorder(this.path(cell));
  }

  #fresh(): void {
    this.#count = 0;
    this.#last = 0;
    this.#list = NO_LIST;
    this.#index = 0;
    this.#oneofs = 0;
  }

  #push(cell: Cell): void {
    const { depth } = this;
    if (this.#allCells[depth] !== this.#cells) this.#allCells[depth] = this.#cells;
    this.#lasts[depth] = this.#last;
    this.#lists[depth] = this.#list;
    this.#indexes[depth] = this.#index;
    this.#allOneofs[depth] = this.#oneofs;
    this.#levels[depth] = this.#level;
    this.#items[depth] = this.#isItem ? 1 : 0;
    this.depth = depth + 1;
    if (this.#openCells[depth + 1] !== cell) this.#openCells[depth + 1] = cell;
    this.#cells = cell.child as Cells;
    this.#count = 0;
    this.#last = 0;
    this.#list = NO_LIST;
    this.#index = 0;
    this.#oneofs = 0;
    this.#isItem = cell.repeated && this.#layout === YAML;
    this.#inline = this.#isItem;
    this.#level += cell.repeated && this.#layout !== TEXTPROTO ? 2 : 1;
  }

  #pop(): void {
    const depth = this.depth - 1;
    this.depth = depth;
    this.#cells = this.#allCells[depth] as Cells;
    this.#last = this.#lasts[depth] as number;
    this.#list = this.#lists[depth] as number;
    this.#index = this.#indexes[depth] as number;
    this.#oneofs = this.#allOneofs[depth] as number;
    this.#level = this.#levels[depth] as number;
    this.#isItem = this.#items[depth] === 1;
    this.#inline = false;
    this.#count = 1;
  }

  /** What stands behind the last member. */
  #close(isRoot: boolean): void {
    const { out } = this;
    out.ensure(this.#room);
    if (this.#list !== NO_LIST) this.#endList();
    switch (this.#layout) {
      case COMPACT:
        if (this.#count === 0) out.byte(0x7b);
        out.byte(0x7d);
        break;
      case PRETTY:
        if (this.#count === 0) out.byte(0x7b);
        else out.line(this.#level);
        out.byte(0x7d);
        break;
      case YAML:
        if (this.#count === 0) out.text(this.#isItem ? '{}' : ' {}');
        break;
      default:
        if (isRoot) break;
        out.line(this.#level - 1);
        out.byte(0x7d);
    }
  }

  #endList(): void {
    if (this.#layout === PRETTY && this.#list === BLOCK) this.out.line(this.#level + 1);
    if (this.#layout !== YAML || this.#list === FLOW) this.out.byte(0x5d);
    this.#list = NO_LIST;
  }

  #yamlLine(): void {
    if (this.#inline) this.#inline = false;
    else this.out.line(this.#level);
  }

  /** What stands in front of a member's value. */
  #member(cell: Cell): void {
    const { out } = this;
    const { words } = this.notation;
    if (this.#layout === COMPACT) {
      if (this.#list !== NO_LIST) {
        out.byte(0x2c);
        return;
      }
      const { at } = out;
      out.word(words, cell.key, cell.keyLength);
      if (this.#count === 0) {
        this.#count = 1;
        out.bytes[at] = 0x7b;
      }
      if (cell.repeated) this.#list = FLOW;
      return;
    }
    if (this.#layout === TEXTPROTO) {
      this.#count = 1;
      this.#yamlLine();
      out.word(words, cell.key, cell.keyLength);
      return;
    }
    const isBlock = cell.kind === MESSAGE;
    if (this.#layout === PRETTY) {
      if (this.#list === NO_LIST) {
        out.byte(this.#count === 0 ? 0x7b : 0x2c);
        out.line(this.#level + 1);
        out.word(words, cell.key, cell.keyLength);
        if (isBlock && cell.repeated) out.line(this.#level + 2);
      } else if (isBlock) {
        out.byte(0x2c);
        out.line(this.#level + 2);
      } else out.text(', ');
    } else {
      if (this.#list === NO_LIST) {
        this.#yamlLine();
        out.word(words, cell.key, cell.keyLength);
      } else if (!isBlock) out.text(', ');
      if (isBlock && cell.repeated) {
        out.line(this.#level + 1);
        out.text('- ');
      }
    }
    this.#count = 1;
    if (cell.repeated) this.#list = isBlock ? BLOCK : FLOW;
  }

  /** A number. */
  #value(cell: Cell, lo: number, hi: number): void {
    const { out } = this;
    const isJson = this.#layout !== TEXTPROTO;
    switch (cell.form) {
      case INT32:
        out.int32(lo);
        break;
      case SINT32:
        out.int32(sint32Of(lo));
        break;
      case BOOL:
        out.text((lo | hi) === 0 ? 'false' : 'true');
        break;
      case ENUM: {
        const value = cell.values?.get(lo);
        if (value === undefined) out.int32(lo);
        else out.word(this.notation.words, value.word, value.length);
        break;
      }
      case UINT64:
      case INT64:
      case SINT64:
        if (isJson) out.byte(0x22);
        if (cell.form === UINT64) out.uint64(lo, hi);
        else if (cell.form === INT64) out.int64(lo, hi);
        else {
          const sign = -(lo & 1);
          out.int64(((lo >>> 1) | (hi << 31)) ^ sign, (hi >>> 1) ^ sign);
        }
        if (isJson) out.byte(0x22);
        break;
      case FLOAT:
      case DOUBLE: {
        const isFloat = cell.form === FLOAT;
        const value = isFloat ? floatOf(lo) : doubleOf(lo, hi);
        if (!isJson) out.text(isFloat ? floatText(value) : doubleText(value));
        else if (!Number.isFinite(value)) out.text(`"${value}"`);
        else out.text(isFloat ? shortestFloat(value) : jsonNumber(value));
        break;
      }
      default:
        out.uint32(lo >>> 0);
    }
  }

  #blob(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { out } = this;
    if (cell.form !== STRING) {
      this.blobs.value(out, bytes, from, to);
      return;
    }
    const isText = isUtf8(bytes, from, to);
    if (!isText) {
      this.#waiting.push({ problem: NOT_UTF8, offset: origin.offsetOf(from), path: this.path(cell) });
    }
    if (this.#layout === TEXTPROTO) out.octalString(bytes, from, to);
    else if (isText) out.jsonString(bytes, from, to);
    else {
      out.text(this.#layout === COMPACT ? '{"$string":"' : '{"$string": "');
      out.base64(bytes, from, to);
      out.text('"}');
    }
  }

  #packed(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { out } = this;
    const cursor = this.#cursor;
    cursor.reset(bytes, from, to);
    const wireType = wireTypeOf(cell.field.type);
    while (cursor.pos < to) {
      const at = cursor.pos;
      const problem =
        wireType === WIRE_VARINT
          ? cursor.readVarint()
          : wireType === WIRE_I64
            ? cursor.readFixed64()
            : cursor.readFixed32();
      if (problem !== OK) {
        this.#waiting.push({ problem, offset: origin.offsetOf(at), path: this.path(cell) });
        break;
      }
      out.ensure(this.#room);
      this.#member(cell);
      this.#value(cell, cursor.lo, cursor.hi);
      this.#index++;
    }
    // The next record takes the step that this one's first element has had.
    this.#index--;
  }
}

const FRAMES = MAX_DEPTH + 2;

/** See `Printer.mark`. */
export interface Mark {
  readonly depth: number;
  readonly at: number;
  readonly level: number;
  readonly isItem: boolean;
  readonly cells: Cells;
}

/** A member came that cannot stand where the text has come to, and what is written cannot be taken back. */
export class Disorder extends Error {
  override readonly name = 'Disorder';

  constructor(readonly path: string) {
    super(`${path} comes out of order`);
  }
}

export function joinPath(
  path: string,
  name: string | undefined,
  repeated: boolean | undefined,
  index: number,
): string {
  const step = repeated === true ? `${name}[${index}]` : `${name}`;
  return path === '' ? step : `${path}.${step}`;
}

/** Whether a value is the default of its type, of which 32-bit ones have only the lower half. */
function isZero({ form }: Cell, lo: number, hi: number): boolean {
  if (lo !== 0) return false;
  return hi === 0 || (form !== BOOL && form !== DOUBLE && (form < UINT64 || form > SINT64));
}

function int32At(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}
