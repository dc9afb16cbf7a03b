import { enumValueName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { showScalar } from '../../base/schema/scalar.js';
import type { FieldTable } from '../../base/schema/table.js';

/** Formats a number in the usual notation: enum values by name, if they have one. */
export function scalarText(field: FieldTable, lo: number, hi: number): string {
  const table = MDL.enums[field.enum];
  const name = table === undefined ? undefined : enumValueName(table, lo);
  return name ?? String(showScalar(field.type, lo, hi));
}
