import { enumValueName } from '../../base/schema/lookup.js';
import { showScalar } from '../../base/schema/scalar.js';
import { type FieldTable, type SchemaTables, TYPE_UINT32, TYPE_UINT64 } from '../../base/schema/table.js';
import { WIRE_I32 } from '../../base/wire/tag.js';

/** A number for display: its value in JSON, and the name of an enum's value. */
export interface ShownNumber {
  readonly kind: 'number';
  readonly value: number | string | boolean;
  readonly name?: string;
}

/**
 * Returns a number for display. Without a field, returns the number's bits as an unsigned number.
 * @param bits halves of the number, as signed 32-bit integers
 */
export function shownNumber(
  field: FieldTable | undefined,
  wireType: number | null,
  bits: { readonly lo: number; readonly hi: number },
  { enums }: SchemaTables,
): ShownNumber {
  const { lo, hi } = bits;
  if (field === undefined) {
    return { kind: 'number', value: showScalar(wireType === WIRE_I32 ? TYPE_UINT32 : TYPE_UINT64, lo, hi) };
  }
  const value = showScalar(field.type, lo, hi);
  const table = enums[field.enum];
  const name = table === undefined ? undefined : enumValueName(table, lo);
  return name === undefined ? { kind: 'number', value } : { kind: 'number', value, name };
}
