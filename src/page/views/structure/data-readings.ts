/** Some bytes as a number or a time, in both byte orders. */
interface DataReading {
  readonly name: string;
  readonly little: string;
  /** The big-endian reading; empty if the byte order makes no difference. */
  readonly big: string;
}

type Getter = (view: DataView, isLittle: boolean) => string;

const NUMBERS: readonly (readonly [name: string, bytes: number, Getter])[] = [
  ['u8', 1, (view) => String(view.getUint8(0))],
  ['i8', 1, (view) => String(view.getInt8(0))],
  ['u16', 2, (view, little) => String(view.getUint16(0, little))],
  ['i16', 2, (view, little) => String(view.getInt16(0, little))],
  ['u32', 4, (view, little) => String(view.getUint32(0, little))],
  ['i32', 4, (view, little) => String(view.getInt32(0, little))],
  ['u64', 8, (view, little) => String(view.getBigUint64(0, little))],
  ['i64', 8, (view, little) => String(view.getBigInt64(0, little))],
  ['f32', 4, (view, little) => numberText(view.getFloat32(0, little), 7)],
  ['f64', 8, (view, little) => numberText(view.getFloat64(0, little), 15)],
  ['time, s', 4, (view, little) => timeText(view.getUint32(0, little) * 1000)],
  ['time, ms', 8, (view, little) => timeText(Number(view.getBigUint64(0, little)))],
];

export const READ_BYTES = 16;

/**
 * Returns all readings for which the bytes suffice.
 * @param bytes bytes from the place on
 */
export function dataReadings(bytes: Uint8Array): DataReading[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers = NUMBERS.filter(([, length]) => bytes.length >= length).map(
    ([name, length, read]): DataReading => {
      return { name, little: read(view, true), big: length === 1 ? '' : read(view, false) };
    },
  );
  return [
    ...numbers,
    { name: 'varint', little: varintText(bytes), big: '' },
    { name: 'UTF-8', little: letterText(bytes), big: '' },
  ];
}

/** Formats the value with enough digits to distinguish it from other values. */
function numberText(value: number, digits: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : String(value);
}

/** Formats a time as ISO 8601; empty for a time that a Date cannot represent. */
function timeText(milliseconds: number): string {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z');
}

/** Returns a varint of up to ten bytes; empty if the varint has no end within ten bytes. */
function varintText(bytes: Uint8Array): string {
  let value = 0n;
  for (let at = 0; at < Math.min(10, bytes.length); at++) {
    const byte = bytes[at] as number;
    value |= BigInt(byte & 0x7f) << BigInt(7 * at);
    if (byte < 0x80) return `${BigInt.asUintN(64, value)} (${at === 0 ? '1 byte' : `${at + 1} bytes`})`;
  }
  return '';
}

/** Returns the character that begins at the first byte, and its code point; empty for invalid UTF-8. */
function letterText(bytes: Uint8Array): string {
  for (let length = 1; length <= Math.min(4, bytes.length); length++) {
    try {
      const letter = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, length),
      );
      const code = letter.codePointAt(0) ?? 0;
      return `${JSON.stringify(letter)} U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    } catch {
      // The character may have more bytes: the next length is tried.
    }
  }
  return '';
}
