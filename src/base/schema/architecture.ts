import { enumByName, enumValueName } from './lookup.js';
import { MDL } from './mdl.gen.js';

/**
 * Returns the common name of an architecture: `ACCEL8` for `PROTO__HW_ARCH__ACCEL8`. Null for a number that
 * the schema does not have.
 */
export function architectureName(number: number): string | null {
  const table = enumByName(MDL, 'ProtoMDLHwArch');
  const name = table && enumValueName(table, number);
  return name?.replace(/^PROTO__HW_ARCH__/, '') ?? null;
}
