import type { Part } from '../../../show/inspect/part.js';
import type { KnownByte } from './byte-pages.js';

export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

export function spacedHex(bytes: Uint8Array): string {
  return Array.from(bytes, hexByte).join(' ');
}

/** Formats an offset or length in hexadecimal, with `0x`. */
export function hexText(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Returns the ASCII character of a byte; a dot for a byte that is not printable. */
export function asciiText(value: number): string {
  return value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : '·';
}

/** Separates hexadecimal digits into groups of four bytes. */
export function groupsOf(hex: string): string {
  return hex.replace(/(.{8})(?=.)/g, '$1 ');
}

/** A byte in a visible row. */
export interface HexCell {
  readonly offset: number;
  readonly known: KnownByte | undefined;
}

export interface HexLine {
  readonly row: number;
  readonly offset: number;
  readonly cells: readonly HexCell[];
  readonly isKnown: boolean;
}

/**
 * Highlight of a byte: it is in the value of the selected part, in another part of its record, or outside
 * (null).
 */
type Light = 'value' | 'record' | null;

export function lightOf(part: Part | null, offset: number): Light {
  // If the whole file is selected, no byte is highlighted.
  if (part === null || part.kind === 'file' || offset < part.offset || offset >= part.offset + part.length)
    return null;
  const inValue = offset >= part.valueOffset && offset < part.valueOffset + part.valueLength;
  return inValue ? 'value' : 'record';
}

/** Consecutive characters with the same look. */
interface Letters {
  /** Absolute offset of the first character. */
  readonly offset: number;
  readonly text: string;
  /** CSS classes, separated by spaces. */
  readonly looks: string;
}

/** Groups the characters of a line by look. Drawing is fast, because a line has few groups. */
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
