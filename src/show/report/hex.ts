import type { Span } from '../../base/diagnostics/diagnostic.js';
import type { Palette } from './palette.js';
import type { Excerpt } from './reporter.js';
import { grouped } from './text.js';

const ROW = 16;
/** Maximum number of rows for one finding, because more rows would not make a large span clearer. */
const MAX_ROWS = 3;
/** Number of bytes to show before and after the span, if these bytes need at most one more row. */
const CONTEXT = 4;

/**
 * Formats a few lines of hex around a span, with the bytes of the span marked by colour; without colours, by
 * brackets. An empty span inside the file is marked by `>` before the byte at its offset. An empty span at
 * the end of the file is marked by `[--]` in place of the missing byte. Returns at most four lines of at most
 * 76 columns (for offsets below 4 GiB), without indentation. If the bytes are unavailable, returns no lines.
 */
export function hexLines(span: Span, excerpt: Excerpt, palette: Palette): string[] {
  const end = span.offset + span.length;
  const firstRow = Math.floor(Math.max(0, span.offset - CONTEXT) / ROW);
  const lastRow = Math.floor(Math.max(0, end + CONTEXT - 1) / ROW);
  const rows = Math.min(lastRow - firstRow + 1, MAX_ROWS);
  const start = firstRow * ROW;
  const bytes = excerpt(start, rows * ROW);
  if (bytes === undefined || bytes.length === 0) return [];
  const missing = span.length === 0 && span.offset === start + bytes.length;
  const digits = Math.max(8, (start + rows * ROW - 1).toString(16).length);
  const lines: string[] = [];
  for (let row = 0; row * ROW < bytes.length + (missing ? 1 : 0); row++) {
    lines.push(hexRow(bytes, row * ROW, start, span, missing, digits, palette));
  }
  const shown = start + bytes.length;
  if (end > shown && bytes.length === rows * ROW) {
    lines.push(palette.dim(`${' '.repeat(digits)}  … ${grouped(end - shown)} more bytes`));
  }
  return lines;
}

function hexRow(
  bytes: Uint8Array,
  from: number,
  start: number,
  span: Span,
  missing: boolean,
  digits: number,
  palette: Palette,
): string {
  const end = span.offset + span.length;
  let hex = '';
  let text = '';
  let marked = false;
  for (let column = 0; column < ROW; column++) {
    const index = from + column;
    const at = start + index;
    const here = index < bytes.length ? bytes[index]! : -1;
    const inside = at >= span.offset && at < end && here >= 0;
    const stub = missing && index === bytes.length;
    const point = span.length === 0 && !missing && at === span.offset;
    const between = separator(marked, inside || stub, point, palette);
    // The additional space in the middle of a row is outside of brackets.
    if (column === 8) hex += between === ']' ? `${between} ` : ` ${between}`;
    else hex += between;
    marked = inside || stub;
    if (stub) {
      hex += palette.colours ? palette.inverse('--') : '--';
      text += ' ';
    } else if (here < 0) {
      hex += '  ';
    } else {
      const pair = here.toString(16).padStart(2, '0');
      const character = here >= 0x20 && here < 0x7f ? String.fromCharCode(here) : '.';
      hex += inside ? mark(pair, palette) : pair;
      text += inside ? mark(character, palette) : character;
    }
  }
  // A bracket that is open at the end of a row is closed, and is opened again in the next row.
  hex += separator(marked, false, false, palette);
  const offset = (start + from).toString(16).padStart(digits, '0');
  return `${palette.dim(offset)} ${hex} ${text}`.trimEnd();
}

/**
 * Returns the column between two bytes: without colours, a bracket at an end of the marked bytes; otherwise a
 * space.
 */
function separator(marked: boolean, next: boolean, point: boolean, palette: Palette): string {
  if (point) return palette.colours ? palette.red('>') : '>';
  if (palette.colours || marked === next) return ' ';
  return next ? '[' : ']';
}

function mark(text: string, palette: Palette): string {
  return palette.colours ? palette.bold(palette.red(text)) : text;
}
