import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';

/** What the address says of a part. */
export interface PartPlace {
  readonly path: string | null;
  /** Of the byte that is selected. */
  readonly offset: number | null;
  /** Of what has no path, which kind of part it is: the file, its header, a field of it. */
  readonly kind: string | null;
}

export function placeOf(part: Part, byte: number): PartPlace {
  const isNamed = part.path !== '';
  return { path: isNamed ? part.path : null, offset: byte, kind: isNamed ? null : part.kind };
}

/** The selection of a part as a place in the address. @param byte the one that is selected */
export function changeTo(
  part: Part,
  byte = part.offset,
): { path: string | null; offset: number; more: Record<string, string> } {
  const { path, kind } = placeOf(part, byte);
  return { path, offset: byte, more: kind === null ? {} : { kind } };
}

/**
 * What is meant of the parts that have a byte. A path alone would not do: records of one unknown field share it, and
 * so does a message that is in two pieces.
 * @param chain all that have the byte, the file first
 * @returns from the file to what is meant; undefined where none of them is
 */
export function meantIn({ parts, indices }: PartChain, { path, kind }: PartPlace): PartChain | undefined {
  const isMeant = (part: Part): boolean =>
    path !== null ? part.path === path : kind === null || part.kind === kind;
  let depth = parts.length - 1;
  while (depth >= 0 && !isMeant(parts[depth] as Part)) depth--;
  if (depth < 0) return undefined;
  return { parts: parts.slice(0, depth + 1), indices: indices.slice(0, depth + 1) };
}
