import { enumByName, enumValueName } from './lookup.js';
import { MDL } from './mdl.gen.js';

/**
 * Returns the common name of an architecture: `ACCEL8` for `PROTO__HW_ARCH__ACCEL8`. Returns null for a
 * number that the schema does not have.
 */
export function architectureName(number: number): string | null {
  const table = enumByName(MDL, 'ProtoMDLHwArch');
  const name = table && enumValueName(table, number);
  return name?.replace(/^PROTO__HW_ARCH__/, '') ?? null;
}

/**
 * Device for which tool chains write an architecture, by the number of the architecture. The names are the
 * names under which the devices are sold.
 */
const DEVICES: Readonly<Record<number, string>> = {
  0: 'Hailo-8',
  1: 'Hailo-8',
  2: 'Hailo-8',
  3: 'Hailo-8L',
  4: 'Hailo-15M',
  5: 'Hailo-10H',
  6: 'Hailo-15L',
  101: 'Hailo-8',
  102: 'Hailo-8',
  103: 'Hailo-15H',
  104: 'Hailo-15H',
  105: 'Hailo-15H',
  106: 'Hailo-15L',
  108: 'Hailo-12L',
};

/**
 * Returns the device for which tool chains write an architecture: `Hailo-8` for 1. Returns null for an
 * unknown number.
 */
export function deviceOf(architecture: number): string | null {
  return DEVICES[architecture] ?? null;
}

/** Formats an architecture for people: `Hailo-8 (ACCEL8P)`. */
export function deviceText(architecture: number): string {
  const name = architectureName(architecture) ?? `hw_arch ${architecture}`;
  const device = deviceOf(architecture);
  return device === null ? name : `${device} (${name})`;
}
