import {
  type FieldTable,
  TYPE_ENUM,
  TYPE_INT32,
  TYPE_SINT32,
  TYPE_UINT32,
  wireTypeOf as wireTypeOfType,
} from '../schema/table.js';
import {
  CUT,
  Cursor,
  fieldNumberOf,
  MAX_DEPTH,
  MAX_HEAD_BYTES,
  MAX_VARINT_BYTES,
  OK,
  OVERFLOW,
  UTF8_BAD,
  UTF8_START,
  utf8Step,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_TYPE_NAMES,
  WIRE_VARINT,
  type WireProblem,
  wireTypeOf,
  ZERO_FIELD,
} from '../wire/index.js';
import { BROKEN, GROUP, HEARD, join, LOST, OVERRAN, RETAINED } from './frames.js';
import type { OpaqueRecord } from './handler.js';
import { BLOB_HEAD, MAX_RETAINED, MAX_TEXT } from './limits.js';
import {
  ENTRY_BOUNDED,
  ENTRY_HEAR,
  ENTRY_HEAR_FIRST,
  ENTRY_TOGETHER,
  KIND_BYTES,
  KIND_MESSAGE,
  KIND_NONE,
  KIND_OPAQUE,
  KIND_PACKED,
  KIND_STRING,
  KIND_VARINT32,
  NODE_RETAIN,
  NODE_UNKNOWN,
  NODE_WITHIN,
  ROW_SUSPECT,
  SAW_UNKNOWN_LEN,
  SET_VALUES,
} from './plan.js';
import type { Scanner } from './scanner.js';
import { ODD_CUT, ODD_OVERLONG } from './wire-findings.js';

// What a record that goes on in the next window is doing.
const NOTHING = 0;
const IN_STRING = 1;
const IN_PACKED = 2;
const SKIPPING = 3;
const OVERRUNNING = 4;

/**
 * Reads one record at the scanner's position, whatever it is: long varints, strings, blobs, packed lists,
 * unknown fields, groups, messages that overrun or merge. Exact rather than fast; it holds the state of a
 * record that did not fit in the window.
 */
export class RecordReader {
  readonly #cursor = new Cursor(new Uint8Array(0));
  #state = NOTHING;
  #entry = 0;
  #tag = 0;
  #startAbs = 0;
  #endAbs = 0;
  /** Bytes of a string's, blob's or list's payload. */
  #length = 0;
  /** Elements of a packed list so far. */
  #elements = 0;
  /** Which occurrence of a repeated field this is. */
  #occurrence = 0;
  #utf8 = UTF8_START;
  /** ODD_ bits of the record. */
  #oddity = 0;
  readonly #bitEntries = new Map<number, number>();

  constructor(private readonly scanner: Scanner) {}

  /** Forgets the scan before. */
  start(): void {
    this.#state = NOTHING;
  }

  /** Goes on with a record that did not fit in the window before. Returns false when it needs another one. */
  resume(): boolean {
    const { scanner } = this;
    if (scanner.last && scanner.pos > scanner.limit && this.#state !== SKIPPING) scanner.pos = scanner.limit;
    switch (this.#state) {
      case IN_STRING:
        return this.#string();
      case IN_PACKED:
        return this.#packed();
      case SKIPPING:
        return this.#skipped();
      case OVERRUNNING:
        return this.#overrunning();
      default:
        return true;
    }
  }

  /** Reads the record at the scanner's position. Returns false when it goes on in the next window. */
  read(): boolean {
    const { scanner } = this;
    const { plan, frames } = scanner;
    const cursor = this.#cursor;
    const depth = frames.depth;
    const node = frames.node[depth] as number;
    this.#startAbs = scanner.position;
    this.#oddity = 0;
    cursor.reset(scanner.bytes, scanner.pos, Math.min(frames.end[depth] as number, scanner.limit));
    const problem = cursor.readTag();
    if (problem !== OK) return this.#badTag(problem);
    this.#note();
    const tag = cursor.tag;
    const entry =
      tag < 0x80 ? (plan.lookup[node * 128 + tag] as number) : (plan.longTags[node]?.get(tag) ?? KIND_NONE);
    this.#tag = tag;
    this.#entry = entry;
    this.#occurrence = this.#count();
    const kind = plan.entryKind[entry] as number;
    if (kind === KIND_NONE) return this.#foreign();
    switch (wireTypeOf(tag)) {
      case WIRE_VARINT: {
        const result = cursor.readVarint();
        if (result !== OK) return this.#badValue(result);
        this.#note();
        this.#judgeBits((plan.entryField[entry] as FieldTable).type);
        return this.#scalar();
      }
      case WIRE_I32:
        return cursor.readFixed32() === OK ? this.#scalar() : this.#badValue(CUT);
      case WIRE_I64:
        return cursor.readFixed64() === OK ? this.#scalar() : this.#badValue(CUT);
      default:
        break;
    }
    const result = cursor.readLength();
    if (result !== OK) return this.#badValue(result);
    this.#note();
    if (kind === KIND_MESSAGE) return this.#message();
    const length = cursor.length;
    const shown = plan.entryText[entry] !== 0;
    if (shown && !this.#shows(kind === KIND_STRING ? MAX_TEXT : BLOB_HEAD)) return false;
    this.#endAbs = scanner.base + cursor.pos + length;
    this.#tellOdd();
    if (this.#endAbs > (frames.endAbs[depth] as number)) return this.#overrun();
    this.#length = length;
    if (kind === KIND_PACKED) {
      scanner.pos = cursor.pos;
      this.#elements = 0;
      this.#state = IN_PACKED;
      return this.#packed();
    }
    scanner.pos = cursor.pos;
    if (kind === KIND_STRING) {
      if (shown) this.#tellText();
      this.#utf8 = UTF8_START;
      this.#state = IN_STRING;
      return this.#string();
    }
    if (shown && kind === KIND_BYTES) this.#tellHead();
    return this.#skip();
  }

  // ── values ────────────────────────────────────────────────────────────────────────────────────────

  #scalar(): boolean {
    const { scanner } = this;
    const cursor = this.#cursor;
    const endAbs = scanner.base + cursor.pos;
    this.#endAbs = endAbs;
    this.#tellOdd();
    this.#present(this.#entry, this.#startAbs, endAbs, cursor.lo, cursor.hi);
    scanner.pos = cursor.pos;
    return true;
  }

  /** A 32-bit type takes the low half; bits of the high half that are not its sign are lost. */
  #judgeBits(type: number): void {
    const { lo, hi } = this.#cursor;
    if (hi === 0) return;
    const unsigned = type === TYPE_UINT32 || type === TYPE_SINT32;
    const signed = type === TYPE_INT32 || type === TYPE_ENUM;
    if (unsigned || (signed && !(hi === -1 && lo < 0))) this.#oddity |= ODD_CUT;
  }

  /** Notes that a field occurred: counters, presence, oneofs, and its value where somebody asked. */
  #present(entry: number, startAbs: number, endAbs: number, lo: number, hi: number): void {
    const { plan, frames, mask } = this.scanner;
    const row = frames.row[frames.depth] as number;
    const counter = plan.entryCounter[entry] as number;
    if (counter >= 0) {
      frames.arena[row + counter] = (frames.arena[row + counter] as number) + 1;
      return;
    }
    const bit = plan.entryBit[entry] as number;
    if (bit === 0) return;
    this.#takeOneof(entry, row);
    const slot = plan.entrySlot[entry] as number;
    if (slot >= 0) {
      const at = ((frames.slots[frames.depth] as number) + slot) * 2;
      frames.spans[at] = startAbs;
      frames.spans[at + 1] = endAbs;
      if ((plan.entryFlags[entry] as number) & ENTRY_BOUNDED) {
        const wide = plan.entryKind[entry] === KIND_VARINT32 ? 0 : hi;
        this.#judgeValue(entry, row, at, lo, wide, (mask & bit) !== 0);
      }
    }
    this.scanner.mask |= bit;
  }

  /**
   * Somebody asked for a field: gathers its value, or keeps it.
   * @param at where in its element's slots it is kept
   * @param again whether it replaces one that may have been kept: then it has to do so in the slot, too
   */
  #judgeValue(entry: number, row: number, at: number, lo: number, hi: number, again: boolean): void {
    const { plan, frames, ascents } = this.scanner;
    const value = (hi >>> 0) * 0x100000000 + (lo >>> 0);
    const set = plan.entrySet[entry] as number;
    const gathered = set >= 0 && !again && value < SET_VALUES;
    if (gathered) frames.gather(set, lo);
    const ascent = plan.entryAscent[entry] as number;
    const fell = ascent >= 0 && !ascents.take(ascent, value);
    const outside = value > (plan.entryMax[entry] as number) || value < (plan.entryMin[entry] as number);
    const suspect = outside || (set >= 0 && !gathered) || fell || again;
    if (suspect) frames.arena[row + ROW_SUSPECT] = 1;
    else if (value === 0 || ((plan.entryFlags[entry] as number) & ENTRY_TOGETHER) === 0) return;
    frames.values[at] = lo;
    frames.values[at + 1] = hi;
    const kept = row + (plan.nodeAt[frames.node[frames.depth] as number] as number) + 1;
    frames.arena[kept] = (frames.arena[kept] as number) | (plan.entryBit[entry] as number);
  }

  /** Another member of the same oneof gives way. */
  #takeOneof(entry: number, row: number): void {
    const { scanner } = this;
    const { plan, frames } = scanner;
    const members = plan.entryOneof[entry] as number;
    const others = scanner.mask & members & ~(plan.entryBit[entry] as number);
    if (others === 0) return;
    const node = frames.node[frames.depth] as number;
    const before = this.#entryOfBit(node, others);
    const at = ((frames.slots[frames.depth] as number) + (plan.entrySlot[before] as number)) * 2;
    const { spans } = frames;
    const overwrite = { entry: before, offset: spans[at] as number, end: spans[at + 1] as number };
    scanner.findings.overwrites.add(row, node, members, overwrite);
    scanner.mask &= ~members;
    const kept = row + (plan.nodeAt[node] as number) + 1;
    frames.arena[kept] = (frames.arena[kept] as number) & ~members;
    frames.arena[row + ROW_SUSPECT] = 1;
  }

  /** The entry of a bit in a node's mask. Looked for once: a hostile file asks millions of times. */
  #entryOfBit(node: number, bit: number): number {
    const { entryBit, entryNode } = this.scanner.plan;
    const key = node * 32 + Math.clz32(bit);
    let entry = this.#bitEntries.get(key);
    if (entry === undefined) {
      entry = entryBit.findIndex((candidate, i) => candidate === bit && entryNode[i] === node);
      this.#bitEntries.set(key, entry);
    }
    return entry;
  }

  #string(): boolean {
    const { scanner } = this;
    const { frames } = scanner;
    const end = this.#endAbs - scanner.base;
    if (this.#endAbs > (frames.endAbs[frames.depth] as number)) return this.#overrun();
    const to = Math.min(end, scanner.limit);
    if (this.#utf8 !== UTF8_BAD) this.#utf8 = utf8Step(this.#utf8, scanner.bytes, scanner.pos, to);
    scanner.pos = to;
    if (to < end) return false;
    this.#state = NOTHING;
    this.#present(this.#entry, this.#startAbs, this.#endAbs, this.#length, 0);
    if (this.#utf8 !== UTF8_START) {
      scanner.findings.say('string-not-utf8', this.#startAbs, this.#endAbs, this.#segment(), 'is not UTF-8');
    }
    return true;
  }

  /** Whether the window shows `most` bytes of what the cursor is at, or all that it has; otherwise asks for them. */
  #shows(most: number): boolean {
    const { scanner } = this;
    const { pos, length } = this.#cursor;
    const needed = pos - scanner.pos + Math.min(length, most);
    if (scanner.last || scanner.pos + needed <= scanner.limit) return true;
    scanner.wanted = needed + MAX_HEAD_BYTES;
    return false;
  }

  #tellHead(): void {
    const { scanner } = this;
    const { frames, handler, bytes, pos } = scanner;
    if (handler.head?.(scanner, this.#entry, bytes, pos, this.#length) !== true) return;
    frames.arena[(frames.row[frames.depth] as number) + ROW_SUSPECT] = 1;
  }

  #tellText(): void {
    const { scanner } = this;
    const start = this.#cursor.pos;
    scanner.handler.text?.(scanner, {
      entry: this.#entry,
      path: join(scanner.frames.path(scanner.frames.depth), this.#segment()),
      offset: this.#startAbs,
      length: this.#endAbs - this.#startAbs,
      bytes: scanner.bytes,
      start,
      end: Math.min(start + Math.min(this.#length, MAX_TEXT), scanner.limit),
      byteLength: this.#length,
    });
  }

  #packed(): boolean {
    const { scanner } = this;
    const { plan, frames } = scanner;
    if (this.#endAbs > (frames.endAbs[frames.depth] as number)) return this.#overrun();
    const field = plan.entryField[this.#entry] as FieldTable;
    const wireType = wireTypeOfType(field.type);
    const cursor = this.#cursor;
    const end = this.#endAbs - scanner.base;
    cursor.reset(scanner.bytes, scanner.pos, Math.min(end, scanner.limit));
    while (cursor.pos < end) {
      // Unless the window shows a whole element, or all there is, wait for the next one.
      if (end > scanner.limit && cursor.pos > scanner.limit - MAX_VARINT_BYTES) {
        scanner.pos = cursor.pos;
        return false;
      }
      const problem =
        wireType === WIRE_VARINT
          ? cursor.readVarint()
          : wireType === WIRE_I32
            ? cursor.readFixed32()
            : cursor.readFixed64();
      if (problem !== OK) return this.#badElement(problem, cursor.pos);
      if (wireType === WIRE_VARINT) {
        this.#note();
        this.#judgeBits(field.type);
      }
      this.#elements++;
    }
    scanner.pos = end;
    this.#state = NOTHING;
    const counter = (frames.row[frames.depth] as number) + (plan.entryCounter[this.#entry] as number);
    frames.arena[counter] = (frames.arena[counter] as number) + this.#elements;
    this.#tellOdd();
    return true;
  }

  /** An element of a packed list is no varint, or does not end with the list. The list is given up. */
  #badElement(problem: WireProblem, pos: number): boolean {
    const { scanner } = this;
    const { frames } = scanner;
    this.#state = NOTHING;
    this.#occurrence += this.#elements;
    frames.state[frames.depth] = (frames.state[frames.depth] as number) | BROKEN;
    const segment = this.#segment();
    if (problem === OVERFLOW) {
      const message = `has a varint of more than ${MAX_VARINT_BYTES} bytes at offset ${scanner.base + pos}`;
      scanner.findings.say('wire-varint-overflow', this.#startAbs, this.#endAbs, segment, message);
    } else {
      scanner.findings.cutInside(segment, this.#startAbs, this.#endAbs);
    }
    scanner.pos = this.#endAbs - scanner.base;
    return true;
  }

  // ── messages ──────────────────────────────────────────────────────────────────────────────────────

  #message(): boolean {
    const { scanner } = this;
    const { plan, frames } = scanner;
    const entry = this.#entry;
    const depth = frames.depth;
    const { length, pos } = this.#cursor;
    const claim = scanner.base + pos + length;
    const child = plan.entryChild[entry] as number;
    const available = frames.endAbs[depth] as number;
    const whole = pos + length - scanner.pos;
    const retain =
      ((plan.nodeFlags[child] as number) & NODE_RETAIN) !== 0 && whole <= MAX_RETAINED && claim <= available;
    if (retain && pos + length > scanner.limit && !scanner.last) {
      scanner.wanted = whole + MAX_HEAD_BYTES;
      return false;
    }
    this.#endAbs = claim;
    this.#tellOdd();
    if (depth + frames.depthBase >= MAX_DEPTH) {
      this.#tooDeep(claim);
      if (claim > available) return this.#overrun();
      scanner.pos = pos;
      return this.#skip();
    }
    const before = scanner.mask & (plan.entryBit[entry] as number);
    // The span as claimed: where a stream ends is not known yet.
    this.#present(entry, this.#startAbs, claim, 0, 0);
    this.#push(child, entry, this.#occurrence, claim, available, before !== 0);
    if (retain && pos + length <= scanner.limit) {
      frames.state[depth + 1] = (frames.state[depth + 1] as number) | RETAINED;
    }
    scanner.pos = pos;
    return true;
  }

  /** Opens a frame behind the head that the cursor has read. `merge` goes on with the node's state. */
  #push(child: number, entry: number, index: number, claim: number, available: number, merge: boolean): void {
    const { scanner } = this;
    const { plan, frames } = scanner;
    const depth = frames.depth;
    const row = frames.row[depth] as number;
    frames.arena[row + (plan.nodeAt[frames.node[depth] as number] as number)] = scanner.mask;
    const payload = scanner.base + this.#cursor.pos;
    frames.place(depth + 1, child, entry, index, this.#startAbs, payload, claim, available);
    const heard = plan.entryFlags[entry] as number;
    if (heard & ENTRY_HEAR || (heard & ENTRY_HEAR_FIRST && index === 0)) {
      frames.state[depth + 1] = (frames.state[depth + 1] as number) | HEARD;
    }
    if (plan.nodeElement[child] !== 0) {
      if ((plan.nodeFlags[child] as number) & NODE_WITHIN) scanner.ascents.enter(child);
      frames.openRow(depth);
      frames.clearRow(child, frames.row[depth + 1] as number);
    } else {
      frames.row[depth + 1] = row;
      frames.slots[depth + 1] = frames.slots[depth] as number;
      if (!merge) frames.clearNode(child, row);
    }
    frames.depth = depth + 1;
    frames.rebase(scanner.base);
    scanner.mask = frames.arena[(frames.row[depth + 1] as number) + (plan.nodeAt[child] as number)] as number;
  }

  #tooDeep(endAbs: number): void {
    const { frames, findings } = this.scanner;
    frames.state[frames.depth] = (frames.state[frames.depth] as number) | LOST;
    const message = `is nested more than ${MAX_DEPTH} levels deep`;
    findings.say('message-nesting-too-deep', this.#startAbs, endAbs, this.#named(), message);
  }

  // ── what the schema does not know ─────────────────────────────────────────────────────────────────

  #foreign(): boolean {
    const { scanner } = this;
    const { frames } = scanner;
    const cursor = this.#cursor;
    const number = fieldNumberOf(this.#tag);
    let problem: WireProblem = OK;
    switch (wireTypeOf(this.#tag)) {
      case WIRE_VARINT:
        problem = cursor.readVarint();
        if (problem === OK) this.#oddity |= cursor.overlong ? ODD_OVERLONG : 0;
        break;
      case WIRE_I32:
        problem = cursor.readFixed32();
        break;
      case WIRE_I64:
        problem = cursor.readFixed64();
        break;
      case WIRE_SGROUP:
        return this.#openGroup(number);
      case WIRE_EGROUP:
        return this.#closeGroup(number);
      default:
        problem = cursor.readLength();
        if (problem !== OK) break;
        this.#note();
        this.#endAbs = scanner.base + cursor.pos + cursor.length;
        this.#tellOdd();
        if (this.#endAbs > (frames.endAbs[frames.depth] as number)) return this.#overrun();
        scanner.pos = cursor.pos;
        return this.#skip();
    }
    if (problem !== OK) return this.#badValue(problem);
    this.#endAbs = scanner.base + cursor.pos;
    this.#tellOdd();
    scanner.pos = cursor.pos;
    this.#tellForeign();
    return true;
  }

  /** A field that the schema does not know in this wire type was read or skipped whole. */
  #tellForeign(): void {
    const { scanner } = this;
    const { plan, frames, findings } = scanner;
    const number = fieldNumberOf(this.#tag);
    const field = plan.fields[frames.node[frames.depth] as number]?.get(number);
    const wireType = wireTypeOf(this.#tag);
    if (field !== undefined) {
      const message = `has wire type ${WIRE_TYPE_NAMES[wireType]} instead of ${WIRE_TYPE_NAMES[wireTypeOfType(field.type)]}`;
      findings.say('wire-type-mismatch', this.#startAbs, this.#endAbs, field.name, message);
      return;
    }
    if (wireType === WIRE_LEN) scanner.mask |= SAW_UNKNOWN_LEN;
    const flags = plan.nodeFlags[frames.node[frames.depth] as number] as number;
    const told = scanner.handler.unknown !== undefined && (flags & NODE_UNKNOWN) !== 0;
    findings.unknown(this.#tag, this.#startAbs, this.#endAbs, told);
    if (told) {
      scanner.handler.unknown?.(scanner, number, wireType, this.#startAbs, this.#endAbs - this.#startAbs);
    }
  }

  #openGroup(number: number): boolean {
    const { scanner } = this;
    const { frames } = scanner;
    this.#endAbs = scanner.base + this.#cursor.pos;
    this.#tellOdd();
    if (frames.depth + frames.depthBase >= MAX_DEPTH) {
      this.#tooDeep(this.#endAbs);
      return this.#abandon();
    }
    const end = frames.endAbs[frames.depth] as number;
    this.#push(0, 0, number, end, end, false);
    frames.state[frames.depth] = GROUP;
    scanner.pos = this.#cursor.pos;
    return true;
  }

  #closeGroup(number: number): boolean {
    const { scanner } = this;
    const { frames, findings } = scanner;
    const depth = frames.depth;
    const open = ((frames.state[depth] as number) & GROUP) !== 0;
    const endAbs = scanner.base + this.#cursor.pos;
    if (!open || frames.index[depth] !== number) {
      const message = open
        ? `ends group ${number} inside group ${frames.index[depth]}`
        : `ends group ${number}, which is not open`;
      findings.say('wire-invalid-type', this.#startAbs, endAbs, '', message);
      return this.#abandon();
    }
    this.#endAbs = endAbs;
    this.#tellOdd();
    scanner.pos = this.#cursor.pos;
    const startAbs = frames.startAbs[depth] as number;
    scanner.pop();
    this.#startAbs = startAbs;
    this.#tag = number * 8 + WIRE_SGROUP;
    this.#tellForeign();
    return true;
  }

  // ── skipping ──────────────────────────────────────────────────────────────────────────────────────

  /** Skips from the scanner's position to `#endAbs`, which the frame is known to hold. */
  #skip(): boolean {
    this.scanner.pos = this.#endAbs - this.scanner.base;
    this.#state = SKIPPING;
    return this.#skipped();
  }

  /** Where the source had no end before, it may turn out to end inside what was skipped. */
  #skipped(): boolean {
    const { scanner } = this;
    const { frames } = scanner;
    if (this.#endAbs > (frames.endAbs[frames.depth] as number)) return this.#overrun();
    if (scanner.pos > scanner.limit) return false;
    this.#state = NOTHING;
    // Only what is there counts, wherever it turns out that it is not. (A message is skipped when too deep.)
    if (this.#entry === KIND_NONE) this.#tellForeign();
    const kind = scanner.plan.entryKind[this.#entry];
    if (kind === KIND_OPAQUE) scanner.handler.opaque?.(scanner, this.#opaqueRecord());
    if (kind === KIND_BYTES || kind === KIND_OPAQUE) {
      this.#present(this.#entry, this.#startAbs, this.#endAbs, this.#length, 0);
    }
    return true;
  }

  #opaqueRecord(): OpaqueRecord {
    const path = this.scanner.frames.path(this.scanner.frames.depth);
    return {
      path: join(path, this.#segment()),
      offset: this.#startAbs,
      payload: this.#endAbs - this.#length,
      end: this.#endAbs,
      depth: this.scanner.frames.depthBase + this.scanner.frames.depth + 1,
    };
  }

  // ── problems ──────────────────────────────────────────────────────────────────────────────────────

  #badTag(problem: WireProblem): boolean {
    const { scanner } = this;
    const { findings } = scanner;
    this.#entry = KIND_NONE;
    if (problem === CUT) return this.#cutHere();
    const cursor = this.#cursor;
    const length = tagLength(scanner.bytes, scanner.pos);
    const endAbs = this.#startAbs + length;
    if (problem === OVERFLOW) {
      findings.say('wire-varint-overflow', this.#startAbs, endAbs, '', 'a tag of more than 5 bytes');
    } else if (problem === ZERO_FIELD) {
      findings.say('wire-invalid-tag', this.#startAbs, endAbs, '', 'a tag with field number 0');
    } else {
      const message = `wire type ${wireTypeOf(cursor.tag)} does not exist`;
      findings.say(
        'wire-invalid-type',
        this.#startAbs,
        endAbs,
        this.#numbered(fieldNumberOf(cursor.tag)),
        message,
      );
    }
    return this.#abandon();
  }

  #badValue(problem: WireProblem): boolean {
    if (problem === CUT) return this.#cutHere();
    const { scanner } = this;
    const length = wireTypeOf(this.#tag) === WIRE_LEN;
    const message = length
      ? 'its length is past 2^31 - 1'
      : `its value is a varint of more than ${MAX_VARINT_BYTES} bytes`;
    // The cursor stands behind the tag: it does not move for what it refuses.
    const examined = length ? 5 : MAX_VARINT_BYTES;
    const endAbs = scanner.base + this.#cursor.pos + examined;
    scanner.findings.say('wire-varint-overflow', this.#startAbs, endAbs, this.#named(), message);
    return this.#abandon();
  }

  /** The frame ends inside a tag, a varint or a fixed value. */
  #cutHere(): boolean {
    const { scanner } = this;
    scanner.findings.cut(this.#segment(), this.#startAbs, 0);
    return this.#abandon();
  }

  /**
   * A LEN record other than a message is longer than what holds it. Where that ends is not known before the
   * source has come so far: it may end earlier, and then the cut is there, and one.
   */
  #overrun(): boolean {
    const { frames, base } = this.scanner;
    this.#state = OVERRUNNING;
    this.scanner.pos = (frames.endAbs[frames.depth] as number) - base;
    return this.#overrunning();
  }

  #overrunning(): boolean {
    const { scanner } = this;
    if (scanner.pos > scanner.limit) return false;
    this.#state = NOTHING;
    scanner.findings.cut(this.#segment(), this.#startAbs, this.#endAbs);
    return this.#abandon();
  }

  /** Nothing behind this point of the nearest record with a length can be trusted: goes on behind it. */
  #abandon(): boolean {
    const { scanner } = this;
    const { plan, frames } = scanner;
    while ((frames.state[frames.depth] as number) & GROUP) scanner.pop();
    const depth = frames.depth;
    const at = (frames.row[depth] as number) + (plan.nodeAt[frames.node[depth] as number] as number);
    frames.arena[at] = scanner.mask;
    frames.state[depth] = (frames.state[depth] as number) | BROKEN;
    if (depth === 0) {
      // The message's own framing broke: it ends with the record before.
      frames.state[0] = (frames.state[0] as number) & ~OVERRAN;
      frames.endAbs[0] = this.#startAbs;
      frames.end[0] = this.#startAbs - scanner.base;
      scanner.pos = frames.end[0] as number;
      return true;
    }
    scanner.pos = (frames.endAbs[depth] as number) - scanner.base;
    return scanner.pos <= scanner.limit;
  }

  // ── small things ──────────────────────────────────────────────────────────────────────────────────

  #note(): void {
    const { overlong, cut } = this.#cursor;
    this.#oddity |= (overlong ? ODD_OVERLONG : 0) | (cut ? ODD_CUT : 0);
  }

  #tellOdd(): void {
    if (this.#oddity === 0) return;
    this.scanner.findings.odd(this.#oddity, this.#startAbs, this.#endAbs, this.#named());
    this.#oddity = 0;
  }

  /** The field being read, with the occurrence it is; `""` for one that the schema does not know. */
  #segment(): string {
    const field = this.scanner.plan.entryField[this.#entry];
    if (field === undefined) return '';
    return field.repeated ? `${field.name}[${this.#occurrence}]` : field.name;
  }

  /** The field being read, by its number where the schema does not know it. */
  #named(): string {
    return this.#entry === KIND_NONE ? this.#numbered(fieldNumberOf(this.#tag)) : this.#segment();
  }

  /** Occurrences of the field so far, 0 for a singular one. */
  #count(): number {
    const { plan, frames } = this.scanner;
    const counter = plan.entryCounter[this.#entry] as number;
    return counter < 0 ? 0 : (frames.arena[(frames.row[frames.depth] as number) + counter] as number);
  }

  #numbered(number: number): string {
    const { plan, frames } = this.scanner;
    return plan.fields[frames.node[frames.depth] as number]?.get(number)?.name ?? `#${number}`;
  }
}

/** Bytes of the tag at `pos`, at most five: those that were looked at before it was refused. */
function tagLength(bytes: Uint8Array, pos: number): number {
  let length = 1;
  while (length < 5 && (bytes[pos + length - 1] as number) >= 0x80) length++;
  return length;
}
