import { wireTypeOf } from '../../base/schema/table.js';
import { Cursor } from '../../base/wire/cursor.js';
import { readNumber } from '../../base/wire/number.js';
import { OK } from '../../base/wire/problem.js';
import { isUtf8 } from '../../base/wire/utf8.js';
import type { BlobPrinter } from './blobs.js';
import { type Breakage, Disorder, NOT_UTF8 } from './breakage.js';
import { BLOCK, FLOW, FrameStack, NO_LIST } from './frame-stack.js';
import {
  type Cell,
  type Cells,
  COMPACT,
  MESSAGE,
  type Notation,
  PACKED,
  PRETTY,
  STRING,
  TEXTPROTO,
  YAML,
} from './notation.js';
import type { Origin } from './regular.js';
import { isZero, writeScalar } from './scalar-text.js';
import type { TextBuffer } from './text-buffer.js';
import { unknownJson, unknownTextproto } from './unknown-text.js';

/** After all fields that are known. */
const UNKNOWN_ORDER = 0x7fffffff;

/** What one record other than of an unknown message takes at most, beside names and strings: a number. */
const RECORD_ROOM = 64;

/** Prints the members of messages one at a time, with all that stands between them. */
export class MemberPrinter extends FrameStack {
  /** What any record takes but for strings, name included. */
  protected readonly room: number;
  protected readonly cursor = new Cursor(new Uint8Array(0));
  /** What is broken in what may yet be taken back. */
  protected waiting: Breakage[] = [];

  constructor(
    notation: Notation,
    readonly out: TextBuffer,
    readonly blobs: BlobPrinter,
    private readonly onBreakage: (breakage: Breakage) => void,
  ) {
    super(notation);
    this.room = RECORD_ROOM + Math.max(...notation.byEntry.map(({ keyLength }) => keyLength));
  }

  /** Begins a member that is no field of the message; its value is the caller's to write. */
  raw(name: string): void {
    const { out } = this;
    out.ensure(this.room);
    if (this.list !== NO_LIST) this.endList();
    if (this.layout === COMPACT) out.text(`${this.count === 0 ? '{' : ','}"${name}":`);
    else if (this.layout === PRETTY) {
      out.byte(this.count === 0 ? 0x7b : 0x2c);
      out.line(this.level + 1);
      out.text(`"${name}": `);
    } else {
      this.yamlLine();
      out.text(`${name}: `);
    }
    this.count = 1;
  }

  /** Begins a text: an outermost message, at a level of indentation. Nothing else may be open. */
  begin(cells: Cells, level = 0): void {
    this.depth = 0;
    this.reset(cells, level, true);
  }

  /** Ends it. */
  end(): void {
    this.close(true);
  }

  /** Where the message stands that has just been entered: for `rewind`. */
  mark(): Mark {
    return {
      depth: this.depth,
      at: this.out.at,
      level: this.level,
      isItem: this.isItem,
      cells: this.cells,
    };
  }

  /** Takes back everything since then. */
  rewind({ depth, at, level, isItem, cells }: Mark): void {
    this.depth = depth;
    this.out.at = at;
    this.reset(cells, level, isItem);
  }

  /** A number by itself. */
  value(cell: Cell, lo: number, hi: number): void {
    this.out.ensure(this.room);
    writeScalar(this.out, this.notation, cell, lo, hi);
  }

  /** A string or bytes by themselves. */
  blobValue(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.out.ensure(this.room);
    this.blob(cell, bytes, from, to, origin);
    this.tell();
  }

  /** Enters a message that is a member of the open one. */
  enter(cell: Cell): void {
    this.step(cell);
    this.member(cell);
    this.push(cell);
  }

  leave(): void {
    this.close(false);
    this.pop();
  }

  /** A number that is a member, of a cell that is no packed list. */
  scalar(cell: Cell, lo: number, hi: number): void {
    this.step(cell);
    if (isZero(cell, lo, hi) && cell.implicit) return;
    this.member(cell);
    writeScalar(this.out, this.notation, cell, lo, hi);
  }

  /** A string or bytes that are a member, or a packed list. */
  payload(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.step(cell);
    if (cell.kind === PACKED) this.packed(cell, bytes, from, to, origin);
    else if (from < to || !cell.implicit) {
      this.member(cell);
      this.blob(cell, bytes, from, to, origin);
    }
    this.tell();
  }

  /** Writes the name of a string or bytes that are not in memory; the value is the caller's to write. */
  name(cell: Cell): void {
    this.step(cell);
    this.member(cell);
  }

  /** An unknown record that is known to be readable. The cursor stands after its tag, and then after it. */
  unknown(cursor: Cursor, tag: number): void {
    const { out } = this;
    this.beginUnknown();
    const { length: groups } = this.groups;
    if (this.layout === TEXTPROTO)
      unknownTextproto(out, this.blobs, cursor, tag, this.level + groups, this.depth + groups);
    else unknownJson(out, this.layout as 0 | 1 | 2, this.blobs, cursor, tag);
  }

  /** Writes what stands in front of an unknown field; the rest is the caller's to write. */
  beginUnknown(): void {
    const { out } = this;
    out.ensure(this.room);
    const elements = this.groups.at(-1);
    if (elements !== undefined) {
      this.groups[this.groups.length - 1] = elements + 1;
      if (this.layout === TEXTPROTO) out.line(this.level + this.groups.length);
      else if (elements > 0) out.text(this.layout === COMPACT ? ',' : ', ');
      return;
    }
    if (this.last !== UNKNOWN_ORDER) {
      if (this.list !== NO_LIST) this.endList();
      this.last = UNKNOWN_ORDER;
      this.index = 0;
    } else this.index++;
    const isFirst = this.list === NO_LIST;
    switch (this.layout) {
      case COMPACT:
        out.text(!isFirst ? ',' : this.count === 0 ? '{"$unknown":[' : ',"$unknown":[');
        break;
      case PRETTY:
        if (isFirst) {
          out.text(this.count === 0 ? '{' : ',');
          out.line(this.level + 1);
          out.text('"$unknown": [');
        } else out.text(',');
        out.line(this.level + 2);
        break;
      case YAML:
        if (isFirst) {
          this.yamlLine();
          out.text('$unknown:');
        }
        out.line(this.level + 1);
        out.text('- ');
        break;
      default:
        this.yamlLine();
    }
    if (this.layout !== TEXTPROTO) this.list = this.layout === COMPACT ? FLOW : BLOCK;
    this.count = 1;
  }

  /** What is written from here on is in an unknown group, whose beginning the caller has written. */
  enterGroup(): void {
    this.groups.push(0);
  }

  /** Ends it. */
  leaveGroup(): void {
    this.groups.pop();
    this.out.ensure(this.room);
    if (this.layout === TEXTPROTO) this.out.line(this.level + this.groups.length);
    this.out.text(this.layout === TEXTPROTO ? '}' : ']}');
  }

  /** What stands in front of a member's value. */
  protected member(cell: Cell): void {
    const { out } = this;
    const { words } = this.notation;
    if (this.layout === COMPACT) {
      if (this.list !== NO_LIST) {
        out.byte(0x2c);
        return;
      }
      const { at } = out;
      out.word(words, cell.key, cell.keyLength);
      if (this.count === 0) {
        this.count = 1;
        out.bytes[at] = 0x7b;
      }
      if (cell.repeated) this.list = FLOW;
      return;
    }
    if (this.layout === TEXTPROTO) {
      this.count = 1;
      this.yamlLine();
      out.word(words, cell.key, cell.keyLength);
      return;
    }
    const isBlock = cell.kind === MESSAGE;
    if (this.layout === PRETTY) {
      if (this.list === NO_LIST) {
        out.byte(this.count === 0 ? 0x7b : 0x2c);
        out.line(this.level + 1);
        out.word(words, cell.key, cell.keyLength);
        if (isBlock && cell.repeated) out.line(this.level + 2);
      } else if (isBlock) {
        out.byte(0x2c);
        out.line(this.level + 2);
      } else out.text(', ');
    } else {
      if (this.list === NO_LIST) {
        this.yamlLine();
        out.word(words, cell.key, cell.keyLength);
      } else if (!isBlock) out.text(', ');
      if (isBlock && cell.repeated) {
        out.line(this.level + 1);
        out.text('- ');
      }
    }
    this.count = 1;
    if (cell.repeated) this.list = isBlock ? BLOCK : FLOW;
  }

  /** What stands after the last member. */
  protected close(isRoot: boolean): void {
    const { out } = this;
    out.ensure(this.room);
    if (this.list !== NO_LIST) this.endList();
    switch (this.layout) {
      case COMPACT:
        if (this.count === 0) out.byte(0x7b);
        out.byte(0x7d);
        break;
      case PRETTY:
        if (this.count === 0) out.byte(0x7b);
        else out.line(this.level);
        out.byte(0x7d);
        break;
      case YAML:
        if (this.count === 0) out.text(this.isItem ? '{}' : ' {}');
        break;
      default:
        if (isRoot) break;
        out.line(this.level - 1);
        out.byte(0x7d);
    }
  }

  protected blob(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { out } = this;
    if (cell.form !== STRING) {
      this.blobs.value(out, bytes, from, to);
      return;
    }
    const isText = isUtf8(bytes, from, to);
    if (!isText) {
      this.waiting.push({ problem: NOT_UTF8, offset: origin.offsetOf(from), path: this.path(cell) });
    }
    if (this.layout === TEXTPROTO) out.octalString(bytes, from, to);
    else if (isText) out.jsonString(bytes, from, to);
    else {
      out.text(this.layout === COMPACT ? '{"$string":"' : '{"$string": "');
      out.base64(bytes, from, to);
      out.text('"}');
    }
  }

  protected packed(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { out } = this;
    const cursor = this.cursor;
    cursor.reset(bytes, from, to);
    const wireType = wireTypeOf(cell.field.type);
    while (cursor.pos < to) {
      const at = cursor.pos;
      const problem = readNumber(cursor, wireType);
      if (problem !== OK) {
        this.waiting.push({ problem, offset: origin.offsetOf(at), path: this.path(cell) });
        break;
      }
      out.ensure(this.room);
      this.member(cell);
      writeScalar(this.out, this.notation, cell, cursor.lo, cursor.hi);
      this.index++;
    }
    // The next record takes the step that this one's first element has had.
    this.index--;
  }

  /** Nothing is taken back any more. */
  protected tell(): void {
    if (this.waiting.length === 0) return;
    const waiting = this.waiting;
    this.waiting = [];
    for (const breakage of waiting) this.onBreakage(breakage);
  }

  /** The same for who knows that it may. */
  protected step(cell: Cell): void {
    this.out.ensure(this.room);
    if (!this.mayFollow(cell)) throw new Disorder(this.path(cell));
  }

  protected endList(): void {
    if (this.layout === PRETTY && this.list === BLOCK) this.out.line(this.level + 1);
    if (this.layout !== YAML || this.list === FLOW) this.out.byte(0x5d);
    this.list = NO_LIST;
  }

  protected yamlLine(): void {
    if (this.inline) this.inline = false;
    else this.out.line(this.level);
  }
}

/** See `Printer.mark`. */
export interface Mark {
  readonly depth: number;
  readonly at: number;
  readonly level: number;
  readonly isItem: boolean;
  readonly cells: Cells;
}
