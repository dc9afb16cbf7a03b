import { escapeText } from './escape.js';

/** Average width of a letter in the usual size. */
export const LETTER_WIDTH = 6.1;

interface Meaning {
  readonly colour: string;
  readonly title: string;
}

/**
 * Returns the beginning of an SVG without scripts and external resources: its title and background.
 * @param title any text, which is escaped
 */
export function openSvg(width: number, height: number, title: string, ground = '#ffffff'): string[] {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
      'font-family="ui-sans-serif, system-ui, sans-serif" font-size="11" role="img">',
    `<title>${xml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${ground}"/>`,
  ];
}

/**
 * Draws a legend of colours in one line below the heading.
 * @param left horizontal position of the first colour
 */
export function legendSvg(meanings: readonly Meaning[], left: number): string[] {
  let x = left;
  return meanings.map(({ colour, title }) => {
    const at = x;
    x += legendRoom(title);
    return (
      `<rect x="${round(at)}" y="30" width="12" height="12" fill="${colour}"/>` +
      `<text x="${round(at + 16)}" y="40">${xml(title)}</text>`
    );
  });
}

export function legendRoom(title: string): number {
  return 28 + title.length * LETTER_WIDTH;
}

/** Rounds to a tenth of a pixel. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * Escapes a text for an element.
 * @param lines true to keep line breaks
 */
export function xml(text: string, lines = false): string {
  const escaped = lines ? text.split('\n').map(escapeText).join('\n') : escapeText(text);
  return escaped
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
