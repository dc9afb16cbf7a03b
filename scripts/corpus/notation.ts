/**
 * The wire-text notation of specimens. A message is an object literal whose keys are the schema's field
 * names, in the order in which the records are written; raw pieces stand for everything outside of the schema
 * (unknown fields, odd encodings, broken bytes). Any record can be given a label, and a reader's expected
 * findings name labels, not byte offsets.
 *
 *     at('culprit', { unique_id: 7 })                  a message record labelled "culprit"
 *     seq({ version: 4n }, raw(99, varint(1)))         a message with an unknown field after its fields
 *     wide(5, { value: 3 })                            5 as a varint of three bytes
 *     unpacked([1, 2])                                 one record for each element
 *
 * A singular scalar with its default value is left out, as proto3 writers do; `explicit(0)` writes the
 * default value.
 */

export type Scalar = number | bigint | boolean | string | Uint8Array;
export type Value = Scalar | Fields | Styled | Sequence | readonly Value[];

/** A message: values by field names, with arrays for repeated fields. `undefined` is left out. */
export interface Fields {
  [name: string]: Value | undefined;
}

/** Widths of a record that is not written in the shortest way, in bytes. */
export interface Widths {
  readonly tag?: number;
  readonly length?: number;
  /** Width of a varint value. */
  readonly value?: number;
}

/** A value with details about its record. */
export class Styled {
  constructor(
    readonly value: Value,
    readonly style: {
      readonly label?: string;
      readonly widths?: Widths;
      readonly unpacked?: boolean;
      readonly explicit?: boolean;
      /** The length that the record claims instead of its true length. */
      readonly claim?: number;
    },
  ) {}
}

/** The content of a message, piece by piece. */
export class Sequence {
  constructor(readonly pieces: readonly Piece[]) {}
}

export type Piece = Fields | Raw | Marked | Uint8Array;

/** A record by its field number. LEN and group content is a list of pieces of an unknown message. */
export class Raw {
  constructor(
    readonly number: number,
    readonly payload: Payload,
    readonly widths: Widths = {},
  ) {}
}

export type Payload =
  | { readonly kind: 'varint'; readonly value: bigint }
  | { readonly kind: 'i32' | 'i64'; readonly value: bigint }
  | { readonly kind: 'len' | 'group'; readonly pieces: readonly Piece[]; readonly claim?: number };

/** Pieces under one label, with the path of the first record. */
export class Marked {
  constructor(
    readonly label: string,
    readonly pieces: readonly Piece[],
  ) {}
}

/** Gives a record a label. */
export function at(label: string, value: Value): Styled {
  return styled(value, { label });
}

/** Writes a record with more bytes than it needs. */
export function wide(value: Value, widths: Widths): Styled {
  return styled(value, { widths });
}

/** Returns a repeated scalar field with one record for each element. */
export function unpacked(values: readonly Scalar[]): Styled {
  return styled(values, { unpacked: true });
}

/** Writes a scalar although it has the default value. */
export function explicit(value: Scalar): Styled {
  return styled(value, { explicit: true });
}

/** Returns a LEN record that claims to hold `length` bytes. */
export function claiming(length: number, value: Value): Styled {
  return styled(value, { claim: length });
}

function styled(value: Value, style: Styled['style']): Styled {
  return value instanceof Styled
    ? new Styled(value.value, { ...value.style, ...style })
    : new Styled(value, style);
}

export function seq(...pieces: readonly Piece[]): Sequence {
  return new Sequence(pieces);
}

export function mark(label: string, ...pieces: readonly Piece[]): Marked {
  return new Marked(label, pieces);
}

export function raw(number: number, payload: Payload, widths?: Widths): Raw {
  return new Raw(number, payload, widths);
}

export function varint(value: number | bigint): Payload {
  return { kind: 'varint', value: BigInt(value) };
}

export function i32(value: number | bigint): Payload {
  return { kind: 'i32', value: BigInt(value) };
}

export function i64(value: number | bigint): Payload {
  return { kind: 'i64', value: BigInt(value) };
}

export function len(...pieces: readonly Piece[]): Payload {
  return { kind: 'len', pieces };
}

/** Returns a LEN payload with a wrong length. */
export function lenClaiming(claim: number, ...pieces: readonly Piece[]): Payload {
  return { kind: 'len', pieces, claim };
}

export function group(...pieces: readonly Piece[]): Payload {
  return { kind: 'group', pieces };
}

/** Converts hexadecimal digits to bytes; white space is ignored. */
export function hex(digits: string): Uint8Array {
  const packed = digits.replace(/\s+/g, '');
  if (!/^([0-9a-f]{2})*$/i.test(packed)) throw new Error(`not pairs of hex digits: ${digits}`);
  return Uint8Array.from(packed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const encoder = new TextEncoder();

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
