/**
 * Writes wire format by hand, including unusual forms. The writer shares no code with the readers under test,
 * nor with protobuf's own codec, with which they are compared.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

/** Minimum number of bytes of a varint; a number below the necessary one is ignored. */
export type AtLeast = number;

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns the low 64 bits of a value as a varint; negative values take ten bytes. */
export function varint(value: bigint | number, atLeast: AtLeast = 1): Bytes {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  } while (rest > 0n);
  while (bytes.length < atLeast) bytes.push(0x80);
  bytes[bytes.length - 1]! &= 0x7f;
  return Uint8Array.from(bytes);
}

export function tag(number: number, wireType: number, atLeast: AtLeast = 1): Bytes {
  return varint(BigInt(number) * 8n + BigInt(wireType), atLeast);
}

/** Returns the low 32 bits of a value, little-endian. */
export function fixed32(value: bigint | number): Bytes {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, Number(BigInt.asUintN(32, BigInt(value))), true);
  return bytes;
}

/** Returns the low 64 bits of a value, little-endian. */
export function fixed64(value: bigint | number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
  return bytes;
}

/** Returns the payload of a LEN record, preceded by its length. */
export function prefixed(payload: Uint8Array, atLeast: AtLeast = 1): Bytes {
  return concat(varint(payload.length, atLeast), payload);
}

export function text(value: string): Bytes {
  return new TextEncoder().encode(value) as Bytes;
}

export function zigzag(value: bigint): bigint {
  return BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
}

export const VARINT = 0;
export const I64 = 1;
export const LEN = 2;
export const SGROUP = 3;
export const EGROUP = 4;
export const I32 = 5;

export function varintRecord(number: number, value: bigint | number, atLeast?: AtLeast): Bytes {
  return concat(tag(number, VARINT), varint(value, atLeast));
}

export function lenRecord(number: number, payload: Uint8Array | string, atLeast?: AtLeast): Bytes {
  return concat(tag(number, LEN), prefixed(typeof payload === 'string' ? text(payload) : payload, atLeast));
}

export function fixed32Record(number: number, value: bigint | number): Bytes {
  return concat(tag(number, I32), fixed32(value));
}

export function fixed64Record(number: number, value: bigint | number): Bytes {
  return concat(tag(number, I64), fixed64(value));
}

/** Returns a group with these records inside. */
export function groupRecord(number: number, ...records: readonly Uint8Array[]): Bytes {
  return concat(tag(number, SGROUP), ...records, tag(number, EGROUP));
}
