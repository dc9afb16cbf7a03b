import { offsetText } from '../../../show/report/text.js';

/** Target that the reader has entered. */
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
