import { bytesOfHex } from '../../base/wire/bytes.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import {
  tagOf,
  WIRE_EGROUP,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_VARINT,
} from '../../base/wire/tag.js';
import { base64Room, readBase64 } from './base64-text.js';
import { type BlobReader, type BlobReference, readBlob } from './blob-input.js';
import { refuseKnown } from './field-names.js';
import type { MessageBuilder } from './message-builder.js';
import type { Fail } from './parse-error.js';
import { wholeOf } from './scalar-bits.js';
import { NumberText, type Value, valueKindOf } from './value-collector.js';

/** A field number has 29 bits. */
const MAX_NUMBER = 0x1fffffff;

const KINDS = ['varint', 'i32', 'i64', 'bytes', 'group'] as const;
type Kind = (typeof KINDS)[number];
const WIRE_TYPES: Readonly<Record<Kind, number>> = {
  varint: WIRE_VARINT,
  i32: WIRE_I32,
  i64: WIRE_I64,
  bytes: WIRE_LEN,
  group: WIRE_SGROUP,
};

/** Writes the content of `$unknown`, one element at a time. */
export class UnknownFieldWriter {
  constructor(
    private readonly builder: MessageBuilder,
    private readonly blobs: BlobReader | undefined,
    private readonly fail: Fail,
  ) {}

  write(value: Value, depth = this.builder.depth, isInGroup = false): void | Promise<void> {
    const { fail } = this;
    const members = membersOf(value, fail);
    const numberText = members.get('number');
    const number =
      numberText === undefined ? undefined : wholeIn(numberText, BigInt(MAX_NUMBER), 'number', fail);
    const kinds = KINDS.filter((kind) => members.has(kind));
    const [kind] = kinds;
    const other = [...members.keys()].find(
      (key) => key !== 'number' && !KINDS.some((known) => known === key),
    );
    if (number === undefined || number === 0n)
      fail('text-value-invalid', 'an unknown field needs a number of at least 1');
    if (kind === undefined || kinds.length > 1 || other !== undefined) {
      const what = other === undefined ? '' : `, not ${other}`;
      fail('text-value-invalid', `an unknown field needs a number and one of ${KINDS.join(', ')}${what}`);
    }
    const at = Number(number);
    const wireType = WIRE_TYPES[kind];
    if (!isInGroup) refuseKnown(this.builder.message, at, wireType, fail);
    const content = members.get(kind) as Value;
    if (kind === 'bytes') {
      const bytes = typeof content === 'string' ? bytesIn(content, fail) : referenceIn(content, fail);
      const read = bytes instanceof Uint8Array ? bytes : readBlob(bytes, this.blobs, fail);
      if (!(read instanceof Promise)) {
        this.builder.payload(null, read, 0, read.length, at);
        return;
      }
      return read.then((there) => this.builder.payload(null, there, 0, there.length, at));
    }
    if (kind === 'group') return this.#group(at, content, depth);
    const bits = wholeIn(content, kind === 'i32' ? 0xffffffffn : 0xffffffffffffffffn, kind, fail);
    const lo = Number(BigInt.asIntN(32, bits));
    this.builder.unknown(at, wireType, lo, Number(BigInt.asIntN(32, bits >> 32n)));
  }

  async #group(number: number, content: Value, depth: number): Promise<void> {
    if (!Array.isArray(content))
      this.fail('text-value-invalid', `a group must be a list, not ${valueKindOf(content)}`);
    if (depth >= MAX_DEPTH) this.fail('message-nesting-too-deep', 'more levels than readers accept');
    this.builder.groupTag(tagOf(number, WIRE_SGROUP));
    for (const member of content as readonly Value[]) await this.write(member, depth + 1, true);
    this.builder.groupTag(tagOf(number, WIRE_EGROUP));
  }
}

/** Decodes base64. */
export function bytesIn(text: string, fail: Fail): Uint8Array {
  const encoded = new TextEncoder().encode(text);
  const bytes = new Uint8Array(base64Room(encoded.length));
  const end = readBase64(encoded, 0, encoded.length, bytes, 0);
  if (end < 0) fail('text-value-invalid', `${text.slice(0, 40)} is not base64`);
  return bytes.subarray(0, end);
}

/** Returns the content of `{"$bytes": …}`: the bytes, or a reference to them. */
export function referenceIn(value: Value, fail: Fail): Uint8Array | BlobReference {
  const outer = membersOf(value, fail);
  if (outer.size !== 1 || !outer.has('$bytes')) {
    fail('text-value-invalid', 'bytes must be a base64 string, or an object with $bytes');
  }
  const members = membersOf(outer.get('$bytes'), fail);
  const other = [...members.keys()].find((key) => !['hex', 'file', 'length', 'xxh3'].includes(key));
  if (other !== undefined)
    fail('text-value-invalid', `$bytes takes hex, file, length and xxh3, not ${other}`);
  const hex = members.get('hex');
  if (hex !== undefined) {
    if (typeof hex !== 'string' || hex.length % 2 !== 0 || /[^0-9a-fA-F]/.test(hex)) {
      fail('text-value-invalid', 'hex must be pairs of hexadecimal digits');
    }
    return bytesOfHex(hex);
  }
  const file = members.get('file');
  if (file !== undefined && typeof file !== 'string') fail('text-value-invalid', 'file must be a file name');
  const length = members.has('length')
    ? Number(wholeIn(members.get('length'), BigInt(Number.MAX_SAFE_INTEGER), 'length', fail))
    : undefined;
  return { file, length };
}

export function membersOf(value: Value, fail: Fail): ReadonlyMap<string, Value> {
  if (value instanceof Map) return value;
  return fail('text-value-invalid', `expected an object, not ${valueKindOf(value)}`);
}

/** Returns a number from 0 to `most`, given as a number or a string. */
export function wholeIn(value: Value, most: bigint, name: string, fail: Fail): bigint {
  const text = value instanceof NumberText ? value.text : typeof value === 'string' ? value : '';
  const whole = wholeOf(text);
  if (whole === undefined || whole < 0n || whole > most) {
    fail('text-value-invalid', `${name} must be a whole number from 0 to ${most}`);
  }
  return whole;
}
