import { wireTypeOf } from '../../base/schema/table.js';
import { Cursor, readNumber } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import type { RecordCursor } from '../../base/wire/record-cursor.js';
import { isUtf8 } from '../../base/wire/utf8.js';
import type { Origin } from '../../read/outline/held-message.js';
import type { BlobPrinter } from './blobs.js';
import { BLOCK, FLOW, FrameStack, NO_LIST } from './frame-stack.js';
import {
  type Cell,
  type Cells,
  COMPACT,
  MESSAGE,
  type Notation,
  PACKED,
  PRETTY,
  STRING_FORM,
  TEXTPROTO,
  YAML,
} from './notation.js';
import { type Breakage, NOT_UTF8 } from './problems.js';
import { isZeroValue, writeScalar } from './scalar-text.js';
import type { TextBuffer } from './text-buffer.js';
import { unknownJson, unknownTextproto } from './unknown-text.js';

/** Sorts after all known fields. */
const UNKNOWN_ORDER = 0x7fffffff;

/** Maximum size of the text for a number of a known field, without its name. */
const RECORD_ROOM = 64;

/** Prints the members of messages, one at a time with the punctuation around it. */
export class Printer extends FrameStack {
  /** Maximum size of the text for any record, name included, without strings. */
  readonly #room: number;
  readonly #cursor = new Cursor(new Uint8Array(0));

  constructor(
    notation: Notation,
    readonly out: TextBuffer,
    readonly blobs: BlobPrinter,
    readonly onBreakage: (breakage: Breakage) => void,
  ) {
    super(notation);
    this.#room = RECORD_ROOM + Math.max(...notation.byEntry.map(({ key }) => key.length));
  }

  /** Begins a member that is not a field of the message. The caller writes the value. */
  raw(name: string): void {
    const { out } = this;
    out.ensure(this.#room);
    if (this.frame.list !== NO_LIST) this.endList();
    if (this.layout === COMPACT) out.text(`${this.frame.isEmpty ? '{' : ','}"${name}":`);
    else if (this.layout === PRETTY) {
      out.byte(this.frame.isEmpty ? 0x7b : 0x2c);
      out.line(this.frame.level + 1);
      out.text(`"${name}": `);
    } else {
      this.#yamlLine();
      out.text(`${name}: `);
    }
    this.frame.isEmpty = false;
  }

  /** Begins a text with an outermost message, at a level of indentation. Nothing else may be open. */
  begin(cells: Cells, level = 0): void {
    this.restart(cells, level);
  }

  end(): void {
    this.#close(true);
  }

  /** Prints a number without its name. */
  value(cell: Cell, lo: number, hi: number): void {
    this.out.ensure(this.#room);
    writeScalar(this.out, this.notation, cell, lo, hi);
  }

  /** Prints a string or bytes without the name. */
  blobValue(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.out.ensure(this.#room);
    this.#blob(cell, bytes, from, to, origin);
  }

  /** Opens a message as a member of the open message. */
  enter(cell: Cell): void {
    this.#step(cell);
    this.#member(cell);
    this.push(cell);
  }

  leave(): void {
    this.#close(false);
    this.pop();
  }

  /** Prints a number member; not for the elements of a packed list. */
  scalar(cell: Cell, lo: number, hi: number): void {
    this.#step(cell);
    if (isZeroValue(cell, lo, hi) && cell.implicit) return;
    this.#member(cell);
    writeScalar(this.out, this.notation, cell, lo, hi);
  }

  /** Prints a string, bytes or packed list as a member. */
  payload(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    this.#step(cell);
    if (cell.kind === PACKED) this.#packed(cell, bytes, from, to, origin);
    else if (from < to || !cell.implicit) {
      this.#member(cell);
      this.#blob(cell, bytes, from, to, origin);
    }
  }

  /** Writes the name of a string or bytes that are not in memory; the caller writes the value. */
  name(cell: Cell): void {
    this.#step(cell);
    this.#member(cell);
  }

  unknown(record: RecordCursor): void {
    const { out } = this;
    this.beginUnknown();
    if (this.layout === TEXTPROTO) unknownTextproto(out, this.blobs, record, this.frame.level, this.depth);
    else unknownJson(out, this.layout as 0 | 1 | 2, this.blobs, record);
  }

  /** Writes the punctuation before an unknown field. The caller writes the field itself. */
  beginUnknown(): void {
    const { out } = this;
    out.ensure(this.#room);
    if (this.frame.last !== UNKNOWN_ORDER) {
      if (this.frame.list !== NO_LIST) this.endList();
      this.frame.last = UNKNOWN_ORDER;
    }
    const isFirst = this.frame.list === NO_LIST;
    switch (this.layout) {
      case COMPACT:
        out.text(!isFirst ? ',' : this.frame.isEmpty ? '{"$unknown":[' : ',"$unknown":[');
        break;
      case PRETTY:
        if (isFirst) {
          out.text(this.frame.isEmpty ? '{' : ',');
          out.line(this.frame.level + 1);
          out.text('"$unknown": [');
        } else out.text(',');
        out.line(this.frame.level + 2);
        break;
      case YAML:
        if (isFirst) {
          this.#yamlLine();
          out.text('$unknown:');
        }
        out.line(this.frame.level + 1);
        out.text('- ');
        break;
      default:
        this.#yamlLine();
    }
    if (this.layout !== TEXTPROTO) this.frame.list = this.layout === COMPACT ? FLOW : BLOCK;
    this.frame.isEmpty = false;
  }

  /** Writes everything before a member's value. */
  #member(cell: Cell): void {
    const { out } = this;
    if (this.layout === COMPACT) {
      if (this.frame.list !== NO_LIST) {
        out.byte(0x2c);
        return;
      }
      const { at } = out;
      out.word(cell.key);
      if (this.frame.isEmpty) {
        this.frame.isEmpty = false;
        out.bytes[at] = 0x7b;
      }
      if (cell.repeated) this.frame.list = FLOW;
      return;
    }
    if (this.layout === TEXTPROTO) {
      this.frame.isEmpty = false;
      this.#yamlLine();
      out.word(cell.key);
      return;
    }
    const isBlock = cell.kind === MESSAGE;
    if (this.layout === PRETTY) {
      if (this.frame.list === NO_LIST) {
        out.byte(this.frame.isEmpty ? 0x7b : 0x2c);
        out.line(this.frame.level + 1);
        out.word(cell.key);
        if (isBlock && cell.repeated) out.line(this.frame.level + 2);
      } else if (isBlock) {
        out.byte(0x2c);
        out.line(this.frame.level + 2);
      } else out.text(', ');
    } else {
      if (this.frame.list === NO_LIST) {
        this.#yamlLine();
        out.word(cell.key);
      } else if (!isBlock) out.text(', ');
      if (isBlock && cell.repeated) {
        out.line(this.frame.level + 1);
        out.text('- ');
      }
    }
    this.frame.isEmpty = false;
    if (cell.repeated) this.frame.list = isBlock ? BLOCK : FLOW;
  }

  /** Writes everything after the last member. */
  #close(isRoot: boolean): void {
    const { out } = this;
    out.ensure(this.#room);
    if (this.frame.list !== NO_LIST) this.endList();
    switch (this.layout) {
      case COMPACT:
        if (this.frame.isEmpty) out.byte(0x7b);
        out.byte(0x7d);
        break;
      case PRETTY:
        if (this.frame.isEmpty) out.byte(0x7b);
        else out.line(this.frame.level);
        out.byte(0x7d);
        break;
      case YAML:
        if (this.frame.isEmpty) out.text(this.frame.isItem ? '{}' : ' {}');
        break;
      default:
        if (isRoot) break;
        out.line(this.frame.level - 1);
        out.byte(0x7d);
    }
  }

  #blob(cell: Cell, bytes: Uint8Array, from: number, to: number, origin: Origin): void {
    const { out } = this;
    if (cell.form !== STRING_FORM) {
      this.blobs.value(out, bytes, from, to);
      return;
    }
    const isText = isUtf8(bytes, from, to);
    if (!isText) {
      this.broken(NOT_UTF8, origin.offsetOf(from), cell);
    }
    if (this.layout === TEXTPROTO) out.octalString(bytes, from, to);
    else if (isText) out.jsonString(bytes, from, to);
    else {
      out.text(this.layout === COMPACT ? '{"$string":"' : '{"$string": "');
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
      const problem = readNumber(cursor, wireType);
      if (problem !== OK) {
        this.broken(problem, origin.offsetOf(at), cell);
        break;
      }
      out.ensure(this.#room);
      this.#member(cell);
      writeScalar(this.out, this.notation, cell, cursor.lo, cursor.hi);
      this.frame.index++;
    }
    // The next record starts with the index of this record's first element.
    this.frame.index--;
  }

  #step(cell: Cell): void {
    this.out.ensure(this.#room);
    this.follow(cell);
  }

  protected endList(): void {
    if (this.layout === PRETTY && this.frame.list === BLOCK) this.out.line(this.frame.level + 1);
    if (this.layout !== YAML || this.frame.list === FLOW) this.out.byte(0x5d);
    this.frame.list = NO_LIST;
  }

  /** Reports a breakage in the open message. @param field the field with the breakage, if any */
  broken(problem: Breakage['problem'], offset: number, field: Cell | undefined): void {
    this.onBreakage({ problem, offset, path: this.path(field) });
  }

  #yamlLine(): void {
    if (this.frame.inline) this.frame.inline = false;
    else this.out.line(this.frame.level);
  }
}
