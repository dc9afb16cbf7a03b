import { type TakenApart, takeApart } from '../../base/container/take-apart.js';
import { joinPath, pathStep, TYPE_MESSAGE } from '../../base/schema/table.js';
import { equalBytes } from '../../base/wire/bytes.js';
import { Cursor } from '../../base/wire/cursor.js';
import { OK } from '../../base/wire/problem.js';
import { tagOf, WIRE_LEN, WIRE_TYPE_NAMES, WIRE_VARINT } from '../../base/wire/tag.js';
import { varintSize } from '../../base/wire/value.js';
import type { MessageNode } from '../../read/tree/message.js';
import { parseTree } from '../../read/tree/parse.js';
import type { RecordNode } from '../../read/tree/record.js';

/** The first difference between two files: content of the first file that is missing in the second file. */
export interface FileDifference {
  /** Kind of difference. */
  readonly kind:
    | 'framing'
    | 'header'
    | 'section'
    | 'overlong-varint'
    | 'field-order'
    | 'unpacked-list'
    | 'split-list'
    | 'field-repeated'
    | 'default-written'
    | 'unknown-in-front'
    | 'bits-cut'
    | 'value'
    | 'field'
    | 'unreadable';
  /** Offset in the first file. */
  readonly offset: number;
  /** Path of the record in the first file; `""` outside of the message. */
  readonly path: string;
  /** Description in plain words. */
  readonly message: string;
}

/**
 * Explains how the encoding of a file differs from another file with the same content. The result is the
 * first position at which encoders would write other bytes.
 * @param original the file that a text was dumped from
 * @param made the file assembled from that text
 * @returns undefined if the bytes are equal
 */
export function firstDifference(original: Uint8Array, made: Uint8Array): FileDifference | undefined {
  if (equalBytes(original, made)) return undefined;
  const [a, b] = [takeApart(original), takeApart(made)];
  if (a.framing === 'unknown' || b.framing === 'unknown' || versionOf(a) !== versionOf(b)) {
    const message = `it is ${framingName(a)}, but the result is ${framingName(b)}`;
    return { kind: 'framing', offset: 0, path: '', message };
  }
  const base = a.framing === 'framed' ? a.frame.messageOffset : 0;
  if (!equalBytes(a.message, b.message)) {
    const inMessage = compareMessages(parseTree(a.message), parseTree(b.message), base, '');
    if (inMessage !== undefined) return inMessage;
  }
  if (a.framing === 'framed' && b.framing === 'framed') {
    const sections = ['padding', 'ccws', 'additionalInfo', 'trailing'] as const;
    const section = sections.find((name) => !equalBytes(a[name], b[name]));
    if (section !== undefined) {
      const lengths = `${a[section].length} bytes, and ${b[section].length} in the result`;
      const at = a[section].byteOffset - original.byteOffset + commonLength(a[section], b[section]);
      return { kind: 'section', offset: at, path: '', message: `${section} is another one: ${lengths}` };
    }
    const at = a.frame.fields.findIndex(({ hex }, i) => hex !== b.frame.fields[i]?.hex);
    const [field, other] = [a.frame.fields[at], b.frame.fields[at]];
    if (field !== undefined) {
      const message = `the header has ${field.name} 0x${field.hex}, and the result has 0x${other?.hex}`;
      return { kind: 'header', offset: field.offset, path: '', message };
    }
  }
  const at = commonLength(original, made);
  return { kind: 'value', offset: at, path: '', message: 'the bytes differ from here on' };
}

function compareMessages(
  a: MessageNode,
  b: MessageNode,
  base: number,
  around: string,
): FileDifference | undefined {
  let offset = base;
  const seen = new Map<number, number>();
  const twice = repeatedIn(a);
  for (const [i, record] of a.records.entries()) {
    const other = b.records[i];
    const index = seen.get(record.number) ?? 0;
    seen.set(record.number, index + 1);
    const path = join(around, record, index);
    const found = (kind: FileDifference['kind'], message: string): FileDifference => ({
      kind,
      offset,
      path,
      message,
    });
    const same = other !== undefined && equalBytes(record.raw as Uint8Array, other.raw as Uint8Array);
    if (!same || (twice.has(record.number) && index === 0)) {
      const difference = compareRecords(record, other, {
        offset,
        path,
        around,
        isTwice: twice.has(record.number),
        found,
      });
      if (difference !== undefined) return difference;
    }
    offset += record.size;
  }
  const missing = b.records[a.records.length];
  if (a.rest.length > 0) {
    const message = `${a.rest.length} bytes that no reader uses, which the text cannot hold`;
    return { kind: 'unreadable', offset, path: around, message };
  }
  if (missing === undefined) return undefined;
  return {
    kind: 'field',
    offset,
    path: around,
    message: `it has no ${nameOf(missing)} here, and the result has`,
  };
}

interface Context {
  readonly offset: number;
  readonly path: string;
  readonly around: string;
  /** True if a singular field occurs more than once. */
  readonly isTwice: boolean;
  found(kind: FileDifference['kind'], message: string): FileDifference;
}

function compareRecords(
  a: RecordNode,
  b: RecordNode | undefined,
  context: Context,
): FileDifference | undefined {
  const { found } = context;
  const { field } = a;
  const { tagWidth, lengthWidth, valueWidth } = a.writtenStyle;
  const overlong = (what: string, width: number, enough: number): FileDifference | undefined =>
    found('overlong-varint', `the ${what} takes ${width} bytes, where ${enough} are enough`);
  if (tagWidth !== undefined) return overlong('tag', tagWidth, varintSize(tagOf(a.number, a.wireType)));
  if (context.isTwice)
    return found('field-repeated', `${nameOf(a)} is written more than once; readers merge it`);
  if (a.isKnown && field?.repeated === true && !a.isPacked && a.wireType !== WIRE_LEN) {
    return found('unpacked-list', `${nameOf(a)} is a list that is not packed`);
  }
  if (lengthWidth !== undefined) return overlong('length', lengthWidth, varintSize(a.size - a.headSize));
  if (valueWidth !== undefined) return overlong('value', valueWidth, varintSize(a.bits));
  if (isDefault(a)) return found('default-written', `${nameOf(a)} is written with its default value`);
  if (b === undefined || b.number !== a.number || b.wireType !== a.wireType) {
    const theirs = b === undefined ? 'nothing' : nameOf(b);
    if (b?.isKnown === true && !a.isKnown) {
      return found('unknown-in-front', `${nameOf(a)} is unknown, and stands before ${theirs}`);
    }
    if (
      b !== undefined &&
      (a.number > b.number || a.holder?.records.some((one) => one.number === b.number))
    ) {
      return found('field-order', `${nameOf(a)} stands where ${theirs} belongs in the order of numbers`);
    }
    return found('field', `it has ${nameOf(a)} here, and the result has ${theirs}`);
  }
  const [mine, theirs] = [a.message, b.message];
  if (mine !== undefined && theirs !== undefined) {
    return compareMessages(mine, theirs, context.offset + a.headSize, context.path);
  }
  if (a.isPacked) {
    const at = overlongIn(a);
    if (at !== undefined)
      return found('overlong-varint', `element ${at} of the packed list takes more bytes than it needs`);
    const again = a.holder?.records.filter(({ number }) => number === a.number).length ?? 1;
    if (again > 1) return found('split-list', `${nameOf(a)} is a list in ${again} pieces`);
  }
  if (
    a.wireType === WIRE_VARINT &&
    field !== undefined &&
    BigInt.asUintN(32, a.bits) === BigInt.asUintN(32, b.bits)
  ) {
    return found('bits-cut', `${a.bits} has more bits than ${nameOf(a)} holds; readers cut it to ${b.bits}`);
  }
  const values = 'bits' in a.payload ? `: ${a.bits}, and ${b.bits} in the result` : '';
  return found('value', `${nameOf(a)} has a different value${values}`);
}

/**
 * Returns the numbers of the singular fields that occur more than once; split lists are reported as a
 * separate kind of difference.
 */
function repeatedIn(message: MessageNode): ReadonlySet<number> {
  const seen = new Set<number>();
  const oneofs = new Map<number, number>();
  const twice = new Set<number>();
  for (const { field, number, isKnown } of message.records) {
    if (field === undefined || !isKnown || field.repeated) continue;
    if (seen.has(number)) twice.add(number);
    seen.add(number);
    if (field.oneof < 0) continue;
    const before = oneofs.get(field.oneof);
    if (before !== undefined && before !== number) twice.add(before);
    oneofs.set(field.oneof, number);
  }
  return twice;
}

/** True if the field equals its default and can be omitted. */
function isDefault(record: RecordNode): boolean {
  const { field } = record;
  if (field === undefined || !record.isKnown || field.optional || field.oneof >= 0) return false;
  if (record.isPacked) return record.bytes.length === 0;
  if (field.repeated || field.type === TYPE_MESSAGE) return false;
  return record.wireType === WIRE_LEN ? record.bytes.length === 0 : record.bits === 0n;
}

/** Returns the offset of the first overlong varint in a packed list. */
function overlongIn(record: RecordNode): number | undefined {
  const cursor = new Cursor(record.bytes);
  for (let i = 0; cursor.pos < record.bytes.length; i++) {
    const from = cursor.pos;
    if (cursor.readVarint() !== OK) return undefined;
    const bits = (BigInt(cursor.hi >>> 0) << 32n) | BigInt(cursor.lo >>> 0);
    if (cursor.pos - from > varintSize(bits)) return i;
  }
  return undefined;
}

function join(around: string, record: RecordNode, index: number): string {
  const { field, number, isKnown, isPacked } = record;
  // A packed list is shown as one record, and so is a record that does not match the schema.
  const isWhole = field !== undefined && (!isKnown || isPacked);
  return joinPath(around, isWhole ? field.name : pathStep(field, number, index));
}

function nameOf(record: RecordNode): string {
  if (record.isKnown && record.field !== undefined) return record.field.name;
  return `field ${record.number} (${WIRE_TYPE_NAMES[record.wireType]})`;
}

function versionOf(file: TakenApart): string | number {
  return file.framing === 'framed' ? `${file.frame.version}${file.frame.form}` : file.framing;
}

function framingName(file: TakenApart): string {
  if (file.framing !== 'framed') return file.framing === 'bare' ? 'bare' : 'framed in an unknown way';
  return `framed in version ${file.frame.version}${file.frame.form === 'md5' ? ' with an MD5' : ''}`;
}

function commonLength(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}
