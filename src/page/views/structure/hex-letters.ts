import type { Part } from '../../../show/inspect/part.js';
import type { HexCell } from './hex-line.js';
import { asciiText } from './hex-text.js';
import { lightOf } from './lit-span.js';

/** Letters in a row that look the same. */
export interface Letters {
  /** Absolute offset of the first of them. */
  readonly offset: number;
  readonly text: string;
  /** Classes. */
  readonly looks: string;
}

/** Bytes of a line as characters. A line has few that look different, which is what it costs to draw. */
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
