import { ScalarType } from '@bufbuild/protobuf';
import fc from 'fast-check';
import {
  type Bytes,
  concat,
  fixed32,
  fixed64,
  I32,
  I64,
  LEN,
  prefixed,
  text,
  VARINT,
  varint,
  zigzag,
} from './wire-writer.js';

/** The wire type of a value, and the bytes after its tag. */
export interface EncodedScalar {
  readonly wireType: number;
  readonly bytes: fc.Arbitrary<Bytes>;
}

// Number of bytes of a varint: usually as few as possible, at most as many as a reader must accept.
const width = fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 10 }));

/** 64 bits, mostly near boundaries: powers of two, varint lengths, signs. */
export const bits64: fc.Arbitrary<bigint> = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map(BigInt),
  fc.integer({ min: 0, max: 300 }).map(BigInt),
  fc
    .tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: -1, max: 1 }))
    .map(([power, offset]) => BigInt.asUintN(64, (1n << BigInt(power)) + BigInt(offset))),
  fc.bigInt({ min: 0n, max: 0xffff_ffff_ffff_ffffn }),
);

const varintOf = (values: fc.Arbitrary<bigint>): EncodedScalar => ({
  wireType: VARINT,
  bytes: fc.tuple(values, width).map(([value, atLeast]) => varint(value, atLeast)),
});

const float32Bits = fc.oneof(
  fc.constantFrom(
    0n,
    0x80000000n,
    0x7f800000n,
    0xff800000n,
    0x7fc00000n,
    0x00000001n,
    0x3f800000n,
    0x7f7fffffn,
  ),
  bits64,
);

const float64Bits = fc.oneof(
  fc.constantFrom(
    0n,
    0x8000_0000_0000_0000n,
    0x7ff0_0000_0000_0000n,
    0x7ff8_0000_0000_0000n,
    1n,
    0x3ff0_0000_0000_0000n,
    0x7fef_ffff_ffff_ffffn,
  ),
  bits64,
);

/**
 * Strings of every UTF-8 length. No string begins with U+FEFF: the oracle takes it for a byte order mark
 * (another test shows that).
 */
const strings = fc
  .oneof(
    fc.constantFrom('', 'a', 'conv1', '\u0000', 'é', '€', '𝄞', '\uFFFD', 'x'.repeat(200), 'ü'.repeat(700)),
    fc.string({ unit: 'binary', maxLength: 40 }),
  )
  .filter((value) => !value.startsWith('\uFEFF'));

/** Blobs around 1 KiB: readers do not load larger blobs. */
const blobs = fc.oneof(
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 12 }) },
  fc
    .tuple(fc.constantFrom(130, 700, 1000, 1023, 1024, 1025, 1500, 3000), fc.nat(255))
    .map(([length, byte]) => new Uint8Array(length).fill(byte)),
);

const lenOf = (values: fc.Arbitrary<Uint8Array>): EncodedScalar => ({
  wireType: LEN,
  bytes: fc.tuple(values, width).map(([value, atLeast]) => prefixed(value, Math.min(atLeast, 5))),
});

/** Encodings of a type's values; varints of 32-bit types may have more than 32 bits, which readers cut. */
export function arbitraryScalar(type: ScalarType): EncodedScalar {
  switch (type) {
    case ScalarType.DOUBLE:
      return { wireType: I64, bytes: float64Bits.map(fixed64) };
    case ScalarType.FLOAT:
      return { wireType: I32, bytes: float32Bits.map(fixed32) };
    case ScalarType.FIXED64:
    case ScalarType.SFIXED64:
      return { wireType: I64, bytes: bits64.map(fixed64) };
    case ScalarType.FIXED32:
    case ScalarType.SFIXED32:
      return { wireType: I32, bytes: bits64.map(fixed32) };
    case ScalarType.SINT32:
    case ScalarType.SINT64:
      return varintOf(
        fc.oneof(
          bits64,
          bits64.map((bits) => zigzag(BigInt.asIntN(64, bits))),
        ),
      );
    case ScalarType.STRING:
      return lenOf(strings.map(text));
    case ScalarType.BYTES:
      return lenOf(blobs);
    default:
      return varintOf(bits64);
  }
}

/** Encodings of an enum's values, known and unknown ones. */
export function arbitraryEnum(numbers: readonly number[]): EncodedScalar {
  const known = fc.constantFrom(...numbers).map(BigInt);
  return varintOf(fc.oneof({ weight: 3, arbitrary: known }, bits64));
}

/** Generates a packed list of up to `maxLength` elements. */
export function packed({ bytes }: EncodedScalar, maxLength: number): fc.Arbitrary<Bytes> {
  return fc.array(bytes, { maxLength }).map((elements) => prefixed(concat(...elements)));
}
