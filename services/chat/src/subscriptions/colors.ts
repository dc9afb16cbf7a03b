/** Colours for channels: twelve hues, light and dark; neighbours in the list are far apart on the wheel. */
export const PALETTE = [
  '#d36969',
  '#69d39e',
  '#d369d3',
  '#9ed369',
  '#6969d3',
  '#d39e69',
  '#69d3d3',
  '#d3699e',
  '#69d369',
  '#9e69d3',
  '#d3d369',
  '#699ed3',
  '#ac5639',
  '#39ac8f',
  '#ac398f',
  '#56ac39',
  '#5639ac',
  '#ac8f39',
  '#398fac',
  '#ac3956',
  '#39ac56',
  '#8f39ac',
  '#8fac39',
  '#3956ac',
] as const;

/** Returns the least used colour of the palette; among equally used colours, the first. */
export function nextColor(used: Iterable<string>): string {
  const counts = new Map<string, number>(PALETTE.map((color) => [color, 0]));
  for (const color of used) {
    const count = counts.get(color);
    if (count !== undefined) counts.set(color, count + 1);
  }
  let best: string = PALETTE[0];
  for (const [color, count] of counts) if (count < counts.get(best)!) best = color;
  return best;
}

/** Returns `#rgb` or `#rrggbb` as `#rrggbb` in lower case; undefined for other texts. */
export function readColor(text: string): string | undefined {
  const match = /^#(?:([0-9a-f])([0-9a-f])([0-9a-f])|[0-9a-f]{6})$/i.exec(text);
  if (match === null) return undefined;
  const [, r, g, b] = match;
  return (r === undefined ? text : `#${r}${r}${g}${g}${b}${b}`).toLowerCase();
}
