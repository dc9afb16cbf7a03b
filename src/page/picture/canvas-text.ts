import { cutToWidth } from '../text/cut-to-width.js';
import { shownText } from '../text/shown-text.js';

export const FONT = '12px system-ui, sans-serif';
const LONGEST = 300;

/**
 * Writes text from a file in one line, cut to the available width. If almost no text fits, nothing is
 * written.
 * @param y middle of the line
 * @param halo outline colour of the letters, for text that crosses lines of the drawing
 * @param cut shortens text that is too long, by cutting its end or its middle
 */
export function fitText(
  canvas: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  room: number,
  halo?: string,
  cut = cutToWidth,
): void {
  const shown = cut(shownText(text, LONGEST), room, (part) => canvas.measureText(part).width);
  if (shown === '') return;
  canvas.textBaseline = 'middle';
  if (halo !== undefined) {
    canvas.strokeStyle = halo;
    canvas.lineWidth = 4;
    canvas.lineJoin = 'round';
    canvas.strokeText(shown, x, y);
  }
  canvas.fillText(shown, x, y);
}
