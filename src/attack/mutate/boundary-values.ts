import { MDL } from '../../base/schema/mdl.gen.js';
import {
  type EnumTable,
  type FieldTable,
  TYPE_BOOL,
  TYPE_DOUBLE,
  TYPE_ENUM,
  TYPE_FLOAT,
} from '../../base/schema/table.js';
import type { Random } from '../random.js';
import { limitsOf } from './mutation-limits.js';
import { widthOf } from './scalars.js';

const POWERS = [7, 8, 14, 15, 16, 21, 24, 28, 31, 32, 35, 42, 48, 49, 56, 63];

/**
 * Integers around powers of two, at which a type overflows, a sign changes, or a varint gets another byte.
 */
const INTEGERS: readonly bigint[] = [
  0n,
  1n,
  2n,
  ...POWERS.flatMap((power) => [(1n << BigInt(power)) - 1n, 1n << BigInt(power), (1n << BigInt(power)) + 1n]),
  0xffff_ffff_ffff_ffffn,
  0xffff_ffff_ffff_fffen,
  // The smallest 32-bit number, sign-extended to 64 bits as in its encoding.
  0xffff_ffff_8000_0000n,
];

const NARROW = INTEGERS.filter((value) => value <= 0xffff_ffffn).concat([0xffff_fffen, 0xffff_ffffn]);

/**
 * Floats as bits: infinities, NaNs (quiet, signalling, with a payload), zeros, the smallest and the largest
 * number.
 */
const FLOATS: readonly bigint[] = [
  0x0000_0000n,
  0x8000_0000n,
  0x7f80_0000n,
  0xff80_0000n,
  0x7fc0_0000n,
  0x7f80_0001n,
  0xffff_ffffn,
  0x0000_0001n,
  0x0080_0000n,
  0x7f7f_ffffn,
  0xff7f_ffffn,
  0x3f80_0000n,
  0xbf80_0000n,
];

const DOUBLES: readonly bigint[] = [
  0x0000_0000_0000_0000n,
  0x8000_0000_0000_0000n,
  0x7ff0_0000_0000_0000n,
  0xfff0_0000_0000_0000n,
  0x7ff8_0000_0000_0000n,
  0x7ff0_0000_0000_0001n,
  0xffff_ffff_ffff_ffffn,
  0x0000_0000_0000_0001n,
  0x7fef_ffff_ffff_ffffn,
  0x3ff0_0000_0000_0000n,
];

/**
 * Returns an interesting value for a field, different from its present value; undefined if all random choices
 * gave the present value.
 */
export function boundaryValue(field: FieldTable, old: bigint, random: Random): bigint | undefined {
  for (let i = 0; i < 4; i++) {
    const value = drawn(field, old, random);
    if (value !== old) return value;
  }
  return undefined;
}

function drawn(field: FieldTable, old: bigint, random: Random): bigint {
  if (field.type === TYPE_FLOAT) return random.one(FLOATS);
  if (field.type === TYPE_DOUBLE) return random.one(DOUBLES);
  const width = widthOf(field);
  const limits = limitsOf(field.name);
  const way = random.below(10);
  if (limits.length > 0 && way < 5) return random.one(limits);
  if (field.type === TYPE_BOOL && way < 8) return old === 0n ? 1n : 0n;
  if (field.type === TYPE_ENUM && way < 8) return random.one(enumValues(field));
  if (way < 7) return random.one(width === 32 ? NARROW : INTEGERS);
  // Values near the present value: off by one, doubled, halved, complemented.
  const near = [old + 1n, old - 1n, old << 1n, old >> 1n, ~old];
  return BigInt.asUintN(width, random.one(near));
}

/**
 * Returns the values of an enum, the numbers after these values, and the largest numbers of 32 and 64 bits.
 */
function enumValues(field: FieldTable): readonly bigint[] {
  const known = (MDL.enums[field.enum] as EnumTable).values.map(({ number }) =>
    BigInt.asUintN(64, BigInt(number)),
  );
  return [
    ...known,
    ...known.map((value) => BigInt.asUintN(64, value + 1n)),
    0xffff_ffffn,
    0xffff_ffff_ffff_ffffn,
  ];
}
