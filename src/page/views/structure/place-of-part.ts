import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';

/** Place of a part, as kept in the address. */
export interface PartPlace {
  readonly path: string | null;
  /** Offset of the selected byte. */
  readonly offset: number | null;
  /** Kind of a part without a path: the file, its header, a field of the header. */
  readonly kind: string | null;
}

export function placeOfPart(part: Part, byte: number): PartPlace {
  const isNamed = part.path !== '';
  return { path: isNamed ? part.path : null, offset: byte, kind: isNamed ? null : part.kind };
}

/** Place in the address for a selected part. @param byte offset of the selected byte */
export function changeTo(
  part: Part,
  byte = part.offset,
): { path: string | null; offset: number; more: Record<string, string> } {
  const { path, kind } = placeOfPart(part, byte);
  return { path, offset: byte, more: kind === null ? {} : { kind } };
}

/**
 * Finds the wanted part among the parts that contain a byte. A path alone is not enough: records of one
 * unknown field share it, and so do the two pieces of a split message.
 * @param chain all parts that contain the byte, the file first
 * @returns chain from the file to the wanted part; undefined for none
 */
export function meantIn({ parts, indices }: PartChain, { path, kind }: PartPlace): PartChain | undefined {
  const isMeant = (part: Part): boolean =>
    path !== null ? part.path === path : kind === null || part.kind === kind;
  let depth = parts.length - 1;
  while (depth >= 0 && !isMeant(parts[depth] as Part)) depth--;
  if (depth < 0) return undefined;
  return { parts: parts.slice(0, depth + 1), indices: indices.slice(0, depth + 1) };
}
