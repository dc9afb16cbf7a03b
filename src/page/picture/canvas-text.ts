import { shownText } from '../text/shown-text.js';

export const FONT = '12px system-ui, sans-serif';
const LONGEST = 300;

/**
 * Writes text from a file in one line, as much of it as there is room for: nothing where that is next to nothing.
 * @param y of the middle of the line
 * @param halo colour around the letters, for text across lines
 */
export function fitText(
  canvas: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  room: number,
  halo?: string,
): void {
  const shown = cutToWidth(shownText(text, LONGEST), room, (part) => canvas.measureText(part).width);
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

/** A text as it fits in a width, with `…` where it is cut; empty where fewer than three letters would be left. */
export function cutToWidth(text: string, width: number, measure: (text: string) => number): string {
  if (width <= 0) return '';
  const whole = measure(text);
  if (whole <= width) return text;
  const letters = [...text];
  let keep = Math.floor((letters.length * width) / whole);
  while (keep >= 3 && measure(`${letters.slice(0, keep).join('')}…`) > width) keep--;
  return keep < 3 ? '' : `${letters.slice(0, keep).join('')}…`;
}
