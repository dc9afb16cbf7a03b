/** Numbers are printed as in protobuf-es' JSON. */
import { create, toJson } from '@bufbuild/protobuf';
import { DoubleValueSchema, Int64ValueSchema } from '@bufbuild/protobuf/wkt';
import { expect, it } from 'vitest';
import { NUMBER_TYPE, showValue } from '../../src/tools/query/value.js';

it.each([0, 1.5, -2, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('shows %d', (value) => {
  expect(showValue(value, NUMBER_TYPE)).toBe(toJson(DoubleValueSchema, create(DoubleValueSchema, { value })));
});

it.each([0n, -1n, 2n ** 63n - 1n])('shows %d of 64 bits', (value) => {
  expect(showValue(value, NUMBER_TYPE)).toBe(toJson(Int64ValueSchema, create(Int64ValueSchema, { value })));
});
