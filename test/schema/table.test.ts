import { ScalarType } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import * as table from '../../src/base/schema/table.js';

const { isPackable, wireTypeOf } = table;
const constants = new Map<string, unknown>(Object.entries(table));

// Wire types from protobuf's encoding guide; types that are not listed are varints.
const WIRE_TYPES: Record<string, WireType> = {
  DOUBLE: WireType.Bit64,
  FIXED64: WireType.Bit64,
  SFIXED64: WireType.Bit64,
  FLOAT: WireType.Bit32,
  FIXED32: WireType.Bit32,
  SFIXED32: WireType.Bit32,
  STRING: WireType.LengthDelimited,
  BYTES: WireType.LengthDelimited,
};

const scalars = Object.entries(ScalarType).filter(
  (entry): entry is [string, ScalarType] => typeof entry[1] === 'number',
);

describe('field types', () => {
  it.each(scalars)('%s has the number of descriptor.proto', (name, number) => {
    expect(constants.get(`TYPE_${name}`)).toBe(number);
  });

  it.each(scalars)('%s has its wire type, and can be packed unless the type is LEN', (name, number) => {
    expect(wireTypeOf(number)).toBe(WIRE_TYPES[name] ?? WireType.Varint);
    expect(isPackable(number)).toBe(name !== 'STRING' && name !== 'BYTES');
  });

  it('messages and enums are field types', () => {
    expect([wireTypeOf(table.TYPE_MESSAGE), wireTypeOf(table.TYPE_ENUM)]).toEqual([2, 0]);
    expect([isPackable(table.TYPE_MESSAGE), isPackable(table.TYPE_ENUM)]).toEqual([false, true]);
  });
});
