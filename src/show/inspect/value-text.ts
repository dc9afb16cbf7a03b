import type { FieldTable, MessageTable, SchemaTables } from '../../base/schema/table.js';
import { characterEnd, decodeUtf8, isUtf8 } from '../../base/wire/utf8.js';
import type { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import { shownNumber } from '../../read/outline/values.js';
import { shownScalar } from '../../tools/diff/shown.js';

/** Maximum number of bytes of a string to read for a line. */
export const LINE_TEXT = 256;
/** Maximum number of characters of a string to show in a line. */
const SHOWN = 80;

/**
 * Formats a number by its type in the schema: `BOUNDARY (0)`, `0.1`, `true`. For an unknown field, formats
 * the bits as an unsigned number.
 */
export function numberText(
  field: FieldTable | undefined,
  holder: MessageTable | undefined,
  wireType: number | null,
  bits: { readonly lo: number; readonly hi: number },
  schema: SchemaTables,
): string {
  if (field === undefined) return String(shownNumber(field, wireType, bits, schema).value);
  const { value, name } = shownScalar(holder?.typeName ?? '', field, bits.lo, bits.hi, schema);
  return name === null ? String(value) : `${name} (${value})`;
}

export interface ShownText {
  readonly text: string;
  readonly isCut: boolean;
  /** True if the read bytes are valid UTF-8. */
  readonly isUtf8: boolean;
}

/**
 * Returns the beginning of a string, up to `most` bytes, as text. Invalid UTF-8 becomes U+FFFD. The text is
 * not cut inside of a character.
 */
export function* textAt(file: FileBytes, offset: number, length: number, most: number): Reading<ShownText> {
  const bytes = yield* file.copy(offset, Math.min(length, most));
  const isCut = bytes.length < length;
  const end = isCut ? characterEnd(bytes, 0, bytes.length) : bytes.length;
  return { text: decodeUtf8(bytes, 0, end), isCut, isUtf8: isUtf8(bytes, 0, end) };
}

export function quoted({ text, isCut }: ShownText, most = SHOWN): string {
  const characters = [...text];
  return characters.length > most || isCut ? `"${characters.slice(0, most).join('')}…"` : `"${text}"`;
}

const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Formats a number of bytes in a suitable unit: `512 bytes`, `1.2 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 would be rounded to 1024.0, so larger values use the next unit.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(1)} ${UNITS[unit]}`;
}
