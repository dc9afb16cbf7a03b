import { nameAmong } from './cut-to-width.js';
import { shownText } from './shown-text.js';

/** That of the page's text. */
const FONT = '14px system-ui, sans-serif';
const LONGEST = 120;

let measuring: OffscreenCanvasRenderingContext2D | null | undefined;

/**
 * A name as it fits in so many pixels of a list: cut in the middle, for names differ at their ends, or where they do not
 * differ from those of the rows `beside` it.
 */
export function nameInRoom(name: string, room: number, beside: readonly string[] = []): string {
  if (measuring === undefined) {
    measuring = new OffscreenCanvas(1, 1).getContext('2d');
    if (measuring !== null) measuring.font = FONT;
  }
  const text = shownText(name, LONGEST);
  const others = beside.map((other) => shownText(other, LONGEST));
  const cut =
    measuring === null
      ? text
      : nameAmong(text, others, room, (part) => measuring?.measureText(part).width ?? 0);
  return cut === '' ? text : cut;
}
