import pg from 'pg';
import { UnsafeInteger } from './errors.js';

const INT8 = 20;
const INT8_ARRAY = 1016;
const TEXT_ARRAY = 1009;

const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnsafeInteger(text);
  return value;
}

/** Parses an array of int8, whose elements the driver returns as text. */
function parseInt8Array(text: string): (number | null)[] {
  const values = parserOf(TEXT_ARRAY)(text) as (string | null)[];
  return values.map((value) => (value === null ? null : parseInt8(value)));
}

/** Conversion of column values to JavaScript values, for both databases. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return parseInt8;
    if (oid === INT8_ARRAY) return parseInt8Array;
    return parserOf(oid, format);
  }) as typeof pg.types.getTypeParser,
};
