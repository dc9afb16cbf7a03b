/**
 * Finds the problems in the wire format of a message, byte by byte and with the whole message in memory,
 * without windows, tables or shortcuts. The checker shares no code with the readers. It can be compared by
 * eye with protobuf's document on encoding, and with the rules in `docs/design.md`.
 */
import type { FieldTable, MessageTable, SchemaTables } from '../../src/base/schema/table.js';

/** A finding; `count` is present if the finding stands for several findings. */
export interface WireFinding {
  readonly code: string;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
  readonly count?: number;
  /** Record that claims more bytes than exist. */
  readonly related?: Span;
}

// Numbers of FieldDescriptorProto.Type (descriptor.proto), by their encoding.
const [STRING, MESSAGE, BYTES] = [9, 11, 12];
const FIXED64 = [1, 6, 16];
const FIXED32 = [2, 7, 15];
const SIGNED32 = [5, 14];
const UNSIGNED32 = [13, 17];
const [VARINT, I64, LEN, SGROUP, EGROUP, I32] = [0, 1, 2, 3, 4, 5];
const MAX_LEVELS = 100;

/** Thrown if the rest of the innermost LEN record cannot be read. */
class Abandoned extends Error {}

/** State of an element; singular messages that occur twice share one state. */
class State {
  readonly counts = new Map<string, number>();
  readonly messages = new Map<string, State>();
  /** By index of the oneof: the member that counts, its record, and true if it has replaced another. */
  readonly winners = new Map<number, { field: FieldTable; start: number; end: number; replaced: boolean }>();
}

interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A message or group that is being read. */
interface Frame {
  readonly start: number;
  readonly end: number;
  /** Type of the message; undefined for a group, whose content is unknown. */
  readonly message: MessageTable | undefined;
  readonly state: State;
  readonly path: string;
  readonly level: number;
  /** Types of this message and of the messages around it in the same element. */
  readonly types: readonly number[];
  /**
   * The outermost record that claims more bytes than exist, if this message ends with that record. A group
   * has the record of its container.
   */
  readonly claims: { over: Span | undefined };
  /** Number of the group, 0 for a message. */
  readonly group: number;
  /** Path of the innermost surrounding known field. */
  readonly known: string;
}

/** @param claimed number of bytes that a header claims */
export function checkWire(
  bytes: Uint8Array,
  schema: SchemaTables,
  claimed = bytes.length,
): readonly WireFinding[] {
  return new WireChecker(bytes, schema, claimed).check();
}

const join = (path: string, segment: string) => (path !== '' && segment !== '' ? `${path}.` : path) + segment;

class WireChecker {
  readonly #findings: WireFinding[] = [];
  readonly #unknown = new Map<
    string,
    { -readonly [K in keyof WireFinding]: WireFinding[K] } & { count: number }
  >();
  #pos = 0;
  /** True if a message inside the outermost one claims more bytes than exist. */
  #endsInMessage = false;

  constructor(
    readonly bytes: Uint8Array,
    readonly schema: SchemaTables,
    readonly claimed: number,
  ) {}

  check(): readonly WireFinding[] {
    const [message] = this.schema.messages as [MessageTable];
    const state = new State();
    const root = {
      start: 0,
      end: this.bytes.length,
      message,
      state,
      path: '',
      level: 0,
      group: 0,
      known: '',
    };
    const isWhole = this.#records({ ...root, types: [0], claims: { over: undefined } });
    // The root message is not a record. It is reported as cut only if no record in it is reported as cut.
    if (isWhole && !this.#endsInMessage && this.claimed > this.bytes.length)
      this.#truncated(this.bytes.length, '', { offset: 0, length: this.claimed });
    this.#overwritten(state, '');
    return [...this.#findings, ...this.#unknown.values()];
  }

  /**
   * Reads the records of a message up to its end, or of a group up to its end tag.
   * @returns true if all records could be read
   */
  #records(frame: Frame): boolean {
    let isWhole = true;
    try {
      while (this.#pos < frame.end) if (this.#record(frame)) return true;
      if (frame.group > 0) this.#cut(frame, '', frame.start, frame.end);
    } catch (error) {
      if (!(error instanceof Abandoned) || frame.group > 0) throw error;
      this.#pos = frame.end;
      isWhole = false;
    }
    if (frame.group === 0 && frame.claims.over !== undefined)
      this.#truncated(frame.end, frame.path, frame.claims.over);
    return isWhole;
  }

  /** @returns true at the end of the group */
  #record(frame: Frame): boolean {
    const start = this.#pos;
    const { value: raw, overlong, length } = this.#varint(frame, 5, '', '', start, start);
    const tag = Number(BigInt.asUintN(32, raw));
    const [number, wireType] = [tag >>> 3, tag & 7];
    const field = frame.message?.fields.find((one) => one.number === number);
    const numbered = field?.name ?? `#${number}`;
    if (number === 0) this.#give('wire-invalid-tag', start, start + length, frame.path);
    if (wireType > I32) this.#give('wire-invalid-type', start, start + length, join(frame.path, numbered));
    const own = field === undefined ? -1 : wireTypeOf(field);
    const isPacked = field?.repeated === true && own !== LEN && wireType === LEN;
    const isKnown = field !== undefined && (wireType === own || isPacked);
    const occurrence = frame.state.counts.get(field?.name ?? '') ?? 0;
    const segment = !isKnown ? '' : field.repeated ? `${field.name}[${occurrence}]` : field.name;
    const name = isKnown ? segment : numbered;
    const odd = { overlong, cut: length === 5 && raw > 0xffffffffn };
    const say = (code: string, end: number, path = name) =>
      void this.#findings.push({ code, offset: start, length: end - start, path: join(frame.path, path) });
    const sayOdd = (end: number) => {
      if (odd.cut) say('wire-value-truncated', end);
      if (odd.overlong) say('wire-non-minimal', end);
      odd.cut = odd.overlong = false;
    };
    const isThere = (end: number) => {
      if (!isKnown) this.#foreign(frame, number, field, start, end);
      else this.#present(frame, field, start, end);
    };
    const fixed = (size: number) => {
      if (this.#pos + size > frame.end) this.#cut(frame, segment, start, frame.end);
      this.#pos += size;
      sayOdd(this.#pos);
      isThere(this.#pos);
    };
    switch (wireType) {
      case VARINT: {
        const varint = this.#varint(frame, 10, segment, name, start, this.#pos);
        odd.overlong ||= varint.overlong;
        if (isKnown) odd.cut ||= losesBits(varint.value, field.type);
        sayOdd(this.#pos);
        isThere(this.#pos);
        return false;
      }
      case I64:
        fixed(8);
        return false;
      case I32:
        fixed(4);
        return false;
      case SGROUP: {
        sayOdd(this.#pos);
        if (frame.level >= MAX_LEVELS)
          this.#give('message-nesting-too-deep', start, this.#pos, join(frame.path, name));
        const path = join(frame.path, `#${number}`);
        const { level } = frame;
        this.#records({ ...frame, start, message: undefined, path, level: level + 1, group: number });
        this.#foreign(frame, number, field, start, this.#pos);
        return false;
      }
      case EGROUP:
        if (number !== frame.group) this.#give('wire-invalid-type', start, this.#pos, frame.path);
        sayOdd(this.#pos);
        return true;
      default:
        break;
    }
    const size = this.#varint(frame, 5, segment, name, start, this.#pos, 0x7fffffffn);
    odd.overlong ||= size.overlong;
    const from = this.#pos;
    const end = from + Number(size.value);
    sayOdd(end);
    const isMessage = isKnown && field.type === MESSAGE;
    const isTooDeep = isMessage && frame.level >= MAX_LEVELS;
    if (isTooDeep) say('message-nesting-too-deep', end);
    if (isMessage && !isTooDeep) {
      this.#message(frame, field, segment, start, end);
      return false;
    }
    if (end > frame.end) this.#cut(frame, segment, start, end);
    if (isPacked) this.#packed(frame, field, start, end, say);
    else {
      this.#pos = end;
      isThere(end);
      if (isKnown && field.type === STRING && !isUtf8(this.bytes.subarray(from, end)))
        say('string-not-utf8', end);
    }
    return false;
  }

  #message(frame: Frame, field: FieldTable, segment: string, start: number, claim: number): void {
    const { path: around, level, types, state } = frame;
    this.#present(frame, field, start, claim);
    // A recursive message begins a new state each time, like an element of a list.
    const isElement = field.repeated || types.includes(field.message);
    const inner = (isElement ? undefined : state.messages.get(field.name)) ?? new State();
    if (!isElement) state.messages.set(field.name, inner);
    const message = this.schema.messages[field.message];
    const path = join(around, segment);
    const end = Math.min(claim, frame.end);
    const own = isElement ? [field.message] : [...types, field.message];
    const claims: Frame['claims'] = { over: undefined };
    if (claim > frame.end) {
      claims.over = frame.claims.over ?? { offset: start, length: claim - start };
      frame.claims.over = undefined;
      if (level === 0) this.#endsInMessage = true;
    }
    const inside = { start, end, message, state: inner, path, known: path };
    this.#records({ ...inside, level: level + 1, types: own, claims, group: 0 });
    this.#pos = end;
    if (isElement) this.#overwritten(inner, path);
  }

  #packed(
    frame: Frame,
    field: FieldTable,
    start: number,
    end: number,
    say: (code: string, end: number) => void,
  ): void {
    const first = frame.state.counts.get(field.name) ?? 0;
    const odd = { overlong: false, cut: false };
    let elements = 0;
    while (this.#pos < end) {
      const path = join(frame.path, `${field.name}[${first + elements}]`);
      const size =
        wireTypeOf(field) === I64
          ? 8
          : wireTypeOf(field) === I32
            ? 4
            : varintSize(this.bytes, this.#pos, end);
      if (size === TOO_LONG || this.#pos + size > end) {
        const length = end - start;
        if (size === TOO_LONG)
          this.#findings.push({ code: 'wire-varint-overflow', offset: start, length, path });
        else this.#truncated(end, path, { offset: start, length });
        this.#pos = end;
        return;
      }
      if (wireTypeOf(field) === VARINT) {
        const value = varintAt(this.bytes, this.#pos, size);
        odd.overlong ||= size > 1 && this.bytes[this.#pos + size - 1] === 0;
        odd.cut ||= losesBits(value, field.type);
      }
      this.#pos += size;
      elements++;
    }
    if (odd.cut) say('wire-value-truncated', end);
    if (odd.overlong) say('wire-non-minimal', end);
    frame.state.counts.set(field.name, first + elements);
  }

  /** Reads a record of a field that the schema does not have, or has with another wire type. */
  #foreign(
    { message, path }: Frame,
    number: number,
    field: FieldTable | undefined,
    start: number,
    end: number,
  ): void {
    const finding = { offset: start, length: end - start, path: join(path, field?.name ?? `#${number}`) };
    if (field !== undefined) this.#findings.push({ code: 'wire-type-mismatch', ...finding });
    if (field !== undefined || message === undefined) return;
    const key = `${message.typeName} ${number}`;
    const seen = this.#unknown.get(key);
    if (seen !== undefined) seen.count++;
    else this.#unknown.set(key, { code: 'unknown-fields', ...finding, count: 1 });
  }

  #present({ state }: Frame, field: FieldTable, start: number, end: number): void {
    if (field.repeated) state.counts.set(field.name, (state.counts.get(field.name) ?? 0) + 1);
    if (field.oneof < 0) return;
    const before = state.winners.get(field.oneof);
    const isOther = before !== undefined && before.field !== field;
    // The content of the replaced member does not count any more, nor do its problems.
    if (isOther) state.messages.delete(before.field.name);
    state.winners.set(field.oneof, { field, start, end, replaced: isOther || before?.replaced === true });
  }

  /** Reports which members of oneofs have replaced others, once no later record can replace them. */
  #overwritten(state: State, path: string): void {
    for (const { field, start, end, replaced } of state.winners.values()) {
      if (!replaced) continue;
      this.#findings.push({
        code: 'oneof-multiple-members',
        offset: start,
        length: end - start,
        path: join(path, field.name),
      });
    }
    for (const [name, inner] of state.messages) this.#overwritten(inner, join(path, name));
  }

  /**
   * Reads a varint; more than `most` bytes are an error, and so is a value above `largest`.
   * @param segment path segment of the known field, `name` alternative name in messages
   */
  #varint(
    frame: Frame,
    most: number,
    segment: string,
    name: string,
    start: number,
    from: number,
    largest = 2n ** 70n,
  ) {
    const size = varintSize(this.bytes, from, frame.end, most);
    const present = Math.min(frame.end, from + most) - from;
    if (size !== TOO_LONG && size > present) this.#cut(frame, segment, start, frame.end);
    const value = size === TOO_LONG ? largest + 1n : varintAt(this.bytes, from, size);
    if (value > largest) this.#give('wire-varint-overflow', start, from + most, join(frame.path, name));
    this.#pos = from + size;
    return { value, length: size, overlong: size > 1 && this.bytes[from + size - 1] === 0 };
  }

  /** After a fault, the rest of the surrounding record cannot be read. */
  #give(code: string, start: number, end: number, path: string): never {
    this.#findings.push({ code, offset: start, length: end - start, path });
    throw new Abandoned();
  }

  /** All records that the end of the frame cuts, and that claim more bytes, have one finding together. */
  #cut(frame: Frame, segment: string, start: number, claim: number): never {
    const own = { offset: start, length: Math.max(claim, frame.end) - start };
    this.#truncated(frame.end, join(frame.known, segment), frame.claims.over ?? own);
    frame.claims.over = undefined;
    throw new Abandoned();
  }

  #truncated(end: number, path: string, related: Span): void {
    this.#findings.push({ code: 'wire-truncated', offset: end, length: 0, path, related });
  }
}

const TOO_LONG = -1;

/**
 * Size of a varint: one more than the available bytes if it continues past `end`, TOO_LONG if past `most`.
 */
function varintSize(bytes: Uint8Array, from: number, end: number, most = 10): number {
  for (let size = 1; size <= most; size++) {
    if (from + size > end) return size;
    if ((bytes[from + size - 1] as number) < 0x80) return size;
  }
  return TOO_LONG;
}

function varintAt(bytes: Uint8Array, from: number, size: number): bigint {
  let value = 0n;
  for (let i = 0; i < size; i++) value |= BigInt((bytes[from + i] as number) & 0x7f) << BigInt(7 * i);
  return value;
}

/** True if storing a value in its type's width changes it. */
function losesBits(value: bigint, type: number): boolean {
  if (value >= 2n ** 64n) return true;
  if (UNSIGNED32.includes(type)) return value >= 2n ** 32n;
  // A negative 32-bit value is written sign-extended to 64 bits.
  if (SIGNED32.includes(type)) return value >= 2n ** 32n && value < 2n ** 64n - 2n ** 31n;
  return false;
}

function wireTypeOf({ type }: FieldTable): number {
  if (type === STRING || type === MESSAGE || type === BYTES) return LEN;
  return FIXED64.includes(type) ? I64 : FIXED32.includes(type) ? I32 : VARINT;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
