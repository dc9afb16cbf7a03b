import { nameAmong } from './cut-to-width.js';
import { shownText } from './shown-text.js';

const FONT = '14px system-ui, sans-serif';
const LONGEST = 120;

let measuring: OffscreenCanvasRenderingContext2D | null | undefined;

/**
 * Cuts a name to a width in pixels. The middle is cut, because names differ at their ends; if another name in
 * `beside` would look the same, the beginning is cut.
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
