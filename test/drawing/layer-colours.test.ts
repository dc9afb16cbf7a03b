import { describe, expect, it } from 'vitest';
import { COLOUR_BY, LayerColours } from '../../src/show/drawing/layer-colours.js';
import { inkOn } from '../../src/show/report/block-colours.js';
import { networkOf } from './network.js';

const network = networkOf(
  [
    { kind: 'conv', weights: 1_000_000, clusters: [3] },
    { kind: 'dw', weights: 500, context: 1, clusters: [10] },
    { kind: 'input', context: null },
    { kind: 'shortcut', isPlumbing: true, weights: null },
    { kind: 'never seen', weights: 300_000 },
  ],
  [],
);

/** Returns the contrast of two colours (`#rrggbb`) by WCAG 2. */
function contrast(a: string, b: string): number {
  const [light, dark] = [a, b].map(luminance).sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('colours of layers', () => {
  it.each(COLOUR_BY)('by %s are those of the legend, each once, and text on them is readable', (by) => {
    const colours = new LayerColours(network, by);
    const meant = colours.legend.map(({ colour }) => colour);
    expect(new Set(colours.legend.map(({ title }) => title)).size).toBe(meant.length);
    for (const at of network.layers.keys()) expect(meant).toContain(colours.of(at));
    for (const colour of meant) expect(contrast(colour, inkOn(colour))).toBeGreaterThan(4.5);
  });

  it('are sorted in their natural order', () => {
    const titles = (by: (typeof COLOUR_BY)[number]) =>
      new LayerColours(network, by).legend.map(({ title }) => title);
    expect(titles('kind')).toEqual(['convolution', 'depthwise', 'input and output', 'plumbing', 'other']);
    expect(titles('context')).toEqual(['context_0', 'context_1', 'in no context']);
    expect(titles('cluster')).toEqual(['cluster 3', 'cluster 10', 'on no cluster']);
    expect(titles('weights')).toEqual(['up to 31.3 k', 'from 250 k', 'from 500 k', 'none']);
  });
});
