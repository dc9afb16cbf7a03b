/**
 * Colours of the charts. An <img> shows a chart in a document that may be light or dark, so the style follows
 * the reader's preference, and the background is transparent.
 */
const STYLE = `
text { font: 13px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #24292f }
.title { font-size: 16px; font-weight: 600 }
.quiet { fill: #6e7781; font-size: 12px }
.value { font-variant-numeric: tabular-nums }
.strong { font-weight: 600 }
.grid { stroke: #d0d7de; stroke-width: 1 }
.ours { fill: #0969da; stroke: #0969da }
.native { fill: #8c959f; stroke: #8c959f }
.peer { fill: #c8d1da; stroke: #c8d1da }
.other { fill: #bc4c00; stroke: #bc4c00 }
.line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
.spread { stroke: #24292f; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .quiet { fill: #8d96a0 }
  .grid { stroke: #3d444d }
  .ours { fill: #4493f8; stroke: #4493f8 }
  .native { fill: #9198a1; stroke: #9198a1 }
  .peer { fill: #4a525c; stroke: #4a525c }
  .other { fill: #f0883e; stroke: #f0883e }
  .spread { stroke: #e6edf3 }
}`;

export type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const text = Object.entries(attributes)
    .map(
      ([key, value]) =>
        ` ${key}="${typeof value === 'number' ? Number(value.toFixed(2)) : escapeText(value)}"`,
    )
    .join('');
  return content.length === 0 ? `<${name}${text}/>` : `<${name}${text}>${content.join('')}</${name}>`;
}

export function label(x: number, y: number, text: string, attributes: Attributes = {}): string {
  return element('text', { x, y, ...attributes }, escapeText(text));
}

/** Makes a complete SVG. Screen readers read `title`. */
export function drawing(width: number, height: number, title: string, parts: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: 'img',
    'aria-label': title,
  };
  return `${element('svg', attributes, `<style>${STYLE}\n</style>\n`, parts.join('\n'), '\n')}\n`;
}

function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
