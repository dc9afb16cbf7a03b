import type { Part } from '../../../show/inspect/part.js';
import type { KnownByte } from './byte-pages.js';

/** A byte, as two digits. */
export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

export function spacedHex(bytes: Uint8Array): string {
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

/** A visible byte. */
export interface HexCell {
  readonly offset: number;
  /** Undefined until known. */
  readonly known: KnownByte | undefined;
}

export interface HexLine {
  readonly row: number;
  readonly offset: number;
  readonly cells: readonly HexCell[];
  /** True if all cells are known. */
  readonly isKnown: boolean;
}

/** Highlight of a byte: in the selected value, in the rest of its record, or none. */
type Light = 'value' | 'record' | null;

export function lightOf(part: Part | null, offset: number): Light {
  // With the whole file selected, no byte is highlighted.
  if (part === null || part.kind === 'file' || offset < part.offset || offset >= part.offset + part.length)
    return null;
  const inValue = offset >= part.valueOffset && offset < part.valueOffset + part.valueLength;
  return inValue ? 'value' : 'record';
}

/** Adjacent letters that look the same. */
interface Letters {
  /** Absolute offset of the first letter. */
  readonly offset: number;
  readonly text: string;
  /** Classes. */
  readonly looks: string;
}

/** Bytes of a line as characters, grouped by look. A line has few groups, which keeps drawing cheap. */
export function lettersOf(cells: readonly HexCell[], part: Part | null, cursor: number): readonly Letters[] {
  const letters: { offset: number; text: string; looks: string }[] = [];
  for (const { offset, known } of cells) {
    const light = lightOf(part, offset) ?? '';
    const looks = `byte-${known?.class ?? 'unread'} ${light} ${offset === cursor ? 'cursor' : ''}`.trim();
    const text = known === undefined ? ' ' : asciiText(known.value);
    const last = letters.at(-1);
    if (last?.looks === looks) last.text += text;
    else letters.push({ offset, text, looks });
  }
  return letters;
}
