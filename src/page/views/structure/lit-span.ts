import type { Part } from '../../../show/inspect/part.js';

/** Highlight of a byte: in the selected value, in the rest of its record, or none. */
export type Light = 'value' | 'record' | null;

export function lightOf(part: Part | null, offset: number): Light {
  // With the whole file selected, no byte is highlighted.
  if (part === null || part.kind === 'file' || offset < part.offset || offset >= part.offset + part.length)
    return null;
  const inValue = offset >= part.valueOffset && offset < part.valueOffset + part.valueLength;
  return inValue ? 'value' : 'record';
}
