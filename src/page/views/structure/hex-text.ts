/** A byte, as two digits. */
export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

export function hexBytes(bytes: Uint8Array): string {
  return Array.from(bytes, hexByte).join(' ');
}

/** An offset or length as hexadecimal, with `0x`. */
export function hexText(value: number): string {
  return `0x${value.toString(16)}`;
}

/** A byte as an ASCII character: a dot if it is not printable. */
export function asciiText(value: number): string {
  return value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
}

/** Digits of bytes in groups of four bytes. */
export function groupsOf(hex: string): string {
  return hex.replace(/(.{8})(?=.)/g, '$1 ');
}
