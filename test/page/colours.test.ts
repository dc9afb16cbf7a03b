/** Text contrasts with its background in both themes: a ratio of at least 4.5. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const CSS = readFileSync(fileURLToPath(new URL('../../src/page/app.css', import.meta.url)), 'utf8');
const LEAST_CONTRAST = 4.5;

const colours = new Map(
  [...CSS.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name as string, { light: light as string, dark: dark as string }],
  ),
);

/** WCAG 2.2: relative luminance of an sRGB colour, from 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const bytes = [...colours.keys()].filter((name) => name.startsWith('byte-') && !name.startsWith('byte-lit'));
const PAIRS = [
  ...['text', 'quiet', 'link', 'good', 'bad', 'doubt', 'note'].flatMap((text) => [
    [text, 'ground'],
    [text, 'raised'],
  ]),
  ['text', 'chosen'],
  ...bytes.flatMap((text) => ['ground', 'byte-lit', 'byte-lit-value'].map((ground) => [text, ground])),
] as [string, string][];

describe.each(['light', 'dark'] as const)('colours, %s', (theme) => {
  it('have been found', () => {
    expect(bytes.length).toBeGreaterThan(7);
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });

  it.each(PAIRS)('show %s on %s', (text, ground) => {
    const of = (name: string) => colours.get(name)?.[theme] ?? 'missing';
    expect(contrast(of(text), of(ground))).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  });
});
