import type { Part } from '../../../show/inspect/part.js';
import type { HexCell } from './hex-line.js';
import { asciiText } from './hex-text.js';
import { lightOf } from './lit-span.js';

/** Adjacent letters that look the same. */
export interface Letters {
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
