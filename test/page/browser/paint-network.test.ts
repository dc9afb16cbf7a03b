import { afterEach, describe, expect, it, vi } from 'vitest';
import { paintNetwork } from '../../../src/page/views/network/paint-network.js';
import { LayerColours } from '../../../src/show/drawing/layer-colours.js';
import { drawingOf } from '../../../src/show/drawing/network-drawing.js';
import { networkOf } from '../../drawing/network.js';

/** A canvas that records written words, their colours, and their visible parts. */
function recording() {
  const words: { text: string; colour: string; alpha: number }[] = [];
  const state: Record<string, unknown> = { globalAlpha: 1, fillStyle: '' };
  const methods: Record<string, unknown> = {
    measureText: (text: string) => ({ width: 6 * text.length }),
    fillText: (text: string) =>
      words.push({ text, colour: String(state.fillStyle), alpha: Number(state.globalAlpha) }),
  };
  const canvas = new Proxy(state, {
    get: (_, name: string) => methods[name] ?? state[name] ?? (() => {}),
    set: (_, name: string, value) => {
      state[name] = value;
      return true;
    },
  });
  return { canvas: canvas as unknown as CanvasRenderingContext2D, words };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a picture of a network', () => {
  it('has readable text on pale boxes', async () => {
    vi.stubGlobal('Path2D', class {});
    const network = networkOf([{}, {}], []);
    const drawing = await drawingOf(network, { by: 'none', open: new Set(), plumbing: false });
    const { canvas, words } = recording();
    const colours = { ground: '#fff', quiet: '#556', line: '#ccc', focus: '#00f', bad: '#f00' } as Parameters<
      typeof paintNetwork
    >[2];
    const viewport = { x: 0, y: 0, scale: 1 };
    const marks = { chosen: -1, pointed: -1, lit: new Set([1]), slowest: -1 };
    const size = { width: 2000, height: 2000 };
    paintNetwork(canvas, size, colours, drawing, new LayerColours(network, 'kind'), viewport, marks);
    const titles = words.filter(({ text }) => text.startsWith('conv') && /\d/.test(text));
    expect(titles.map(({ text, alpha }) => [text, alpha])).toEqual([
      ['conv0', 1],
      ['conv1', 1],
    ]);
    expect(titles[0]?.colour).toBe(colours.quiet);
    expect(titles[1]?.colour).not.toBe(colours.quiet);
  });
});
