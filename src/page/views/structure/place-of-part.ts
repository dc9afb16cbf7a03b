import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Part } from '../../../show/inspect/part.js';
import { offsetText } from '../../../show/report/text.js';

/** Place of a part, as written in the address. */
export interface PartPlace {
  readonly path: string | null;
  /** Offset of the selected byte. */
  readonly offset: number | null;
  /** Kind of a part that has no path: the file, its header, a field of the header. */
  readonly kind: string | null;
}

export function placeOfPart(part: Part, byte: number): PartPlace {
  const isNamed = part.path !== '';
  return { path: isNamed ? part.path : null, offset: byte, kind: isNamed ? null : part.kind };
}

/**
 * Returns the fields of the address for a selected part.
 * @param byte offset of the selected byte
 */
export function changeTo(
  part: Part,
  byte = part.offset,
): { path: string | null; offset: number; more: Record<string, string> } {
  const { path, kind } = placeOfPart(part, byte);
  return { path, offset: byte, more: kind === null ? {} : { kind } };
}

/**
 * Finds a part by its path among the parts that contain a byte. A path alone is ambiguous: all records of an
 * unknown field have the same path, and so have the records of a split message.
 * @param chain all parts that contain the byte, the file first
 * @returns the chain from the file to the wanted part; undefined without such a part
 */
export function meantIn({ parts, indices }: PartChain, { path, kind }: PartPlace): PartChain | undefined {
  const isMeant = (part: Part): boolean =>
    path !== null ? part.path === path : kind === null || part.kind === kind;
  let depth = parts.length - 1;
  while (depth >= 0 && !isMeant(parts[depth] as Part)) depth--;
  if (depth < 0) return undefined;
  return { parts: parts.slice(0, depth + 1), indices: indices.slice(0, depth + 1) };
}

/** A target that the reader has entered: an offset, a path, or an invalid text. */
export type Jump =
  | { readonly kind: 'offset'; readonly offset: number }
  | { readonly kind: 'path'; readonly path: string }
  /** Reason why the target does not exist. */
  | { readonly kind: 'nowhere'; readonly why: string };

/**
 * Parses the entered text: an offset, decimal or `0x…`; a distance from the current byte, `+16` or `-0x10`;
 * or a path.
 * @param from offset of the selected byte @param size size of the file
 */
export function parseJump(text: string, from: number, size: number): Jump {
  const written = text.trim().replaceAll('_', '');
  const [, sign, digits] = /^([+-]?)\s*(0x[0-9a-f]+|\d+)$/i.exec(written) ?? [];
  if (digits === undefined) {
    const path = text.trim().replace(/^\$?\./, '');
    return path === '' ? { kind: 'nowhere', why: 'enter an offset or a path' } : { kind: 'path', path };
  }
  const by = Number(digits);
  const offset = sign === '+' ? from + by : sign === '-' ? from - by : by;
  if (offset < 0) return { kind: 'nowhere', why: 'the offset is negative' };
  if (offset >= size) return { kind: 'nowhere', why: `the file ends at ${offsetText(size)}` };
  return { kind: 'offset', offset };
}
