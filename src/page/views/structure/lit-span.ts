import type { Part } from '../../../show/inspect/part.js';

/** How a byte is lit: as the value of what is selected, as the rest of its record, or not. */
export type Light = 'value' | 'record' | null;

export function lightOf(part: Part | null, offset: number): Light {
  // Where everything is lit nothing is.
  if (part === null || part.kind === 'file' || offset < part.offset || offset >= part.offset + part.length)
    return null;
  const inValue = offset >= part.valueOffset && offset < part.valueOffset + part.valueLength;
  return inValue ? 'value' : 'record';
}
