/** The map, timelines and the network: drawings, and navigation by pointers and keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const NETWORK = join(CORPUS, 'valid/small-network.hef');
const MISMATCH = join(CORPUS, 'invalid/inter-context-size-mismatch.mdl');
const PICTURE = '[role="application"]';
const CONTEXT = 'network_groups[0].contexts[1]';

describe.skipIf(chromium() === null)('pictures', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());
  afterEach(() => {
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  async function open(file: string, fragment: string): Promise<void> {
    await visit.load(fragment);
    await visit.drop(file);
    await visit.page.waitForSelector(PICTURE);
    await visit.settle();
  }

  async function keys(...names: string[]): Promise<void> {
    await visit.page.focus(PICTURE);
    for (const name of names) await visit.page.keyboard.press(name);
    await visit.settle();
  }

  const address = async (): Promise<URLSearchParams> =>
    new URLSearchParams(new URL(visit.page.url()).hash.slice(1));

  /** Colours of the picture's pixels, with the number of each. */
  const colours = (): Promise<Record<string, number>> =>
    visit.page.evaluate(async () => {
      // Requested data is drawn with the next frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      const { width, height } = canvas;
      // A copy: reading from the picture itself would make it slower, and the browser warns about that.
      const settings = { willReadFrequently: true };
      const copy = new OffscreenCanvas(width, height).getContext('2d', settings);
      if (copy === null) throw new Error('there is nothing to draw on');
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, width, height);
      const counts: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        counts[colour] = (counts[colour] ?? 0) + 1;
      }
      return counts;
    });

  const spoken = (): Promise<string> => visit.text(`${PICTURE} [role="status"]`);

  it('show the bytes of a file, and open the selected part', async () => {
    const { length } = readFileSync(NETWORK);
    await open(NETWORK, '#view=map');
    await visit.page.waitForSelector('[data-block]');
    const bytes = await visit.page.locator('[data-block] td:nth-child(2)').allInnerTexts();
    expect(bytes.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0)).toBe(length);
    // Blobs are most of this file; their colour is that of the printed picture.
    const all = await colours();
    const pixels = Object.values(all).reduce((sum, count) => sum + count, 0);
    expect((all['78,121,167'] ?? 0) / pixels).toBeGreaterThan(0.5);

    for (const part of ['message', 'network_groups[0] digits', 'contexts[1]', 'write_data_ccw']) {
      await visit.page.click(`[data-block] button:text-is("${part}")`);
      await visit.settle();
      expect(await visit.text('#view h2')).toContain(part);
    }
    const inside = (await address()).get('block');
    await keys('Escape');
    expect(`${(await address()).get('block')}.`).toBe(inside?.slice(0, inside.lastIndexOf('.') + 1));
    await visit.page.goBack();
    await visit.settle();
    expect((await address()).get('block')).toBe(inside);
  });

  it('lead from a block to its bytes, by keys and by pointer', async () => {
    await open(NETWORK, '#view=map&block=1.0.2.o');
    await keys('ArrowRight', 'ArrowDown');
    const said = await spoken();
    expect(said).toMatch(/\d bytes.*of the file/);
    await keys('Enter');
    expect((await address()).get('view')).toBe('structure');
    expect((await address()).get('path')).toContain(`${CONTEXT}.operations[`);

    await open(NETWORK, '#view=map');
    const box = (await visit.page.locator(PICTURE).boundingBox()) as { x: number; y: number };
    await visit.page.mouse.move(box.x + 60, box.y + 200);
    expect(await visit.text('.tip')).toMatch(/blobs of .* bytes/s);
  });

  it('follow the theme', async () => {
    await open(NETWORK, '#view=network');
    const ground = async (): Promise<string> =>
      Object.entries(await colours()).sort(([, a], [, b]) => b - a)[0]?.[0] as string;
    expect(await ground()).toBe('255,255,255');
    await visit.page.selectOption('header select', 'dark');
    await visit.settle();
    expect(await ground()).toBe('22,25,29');
    await visit.page.selectOption('header select', 'system');
  });

  it('show the steps of a context, and mark the linked step', async () => {
    await open(NETWORK, `#view=timeline&path=${CONTEXT}.operations[1].actions[0]`);
    const marked = (): Promise<string | null> =>
      visit.page.locator('tr.current [data-path]').getAttribute('data-path');
    expect(await marked()).toBe(`${CONTEXT}.operations[1].actions[0]`);
    await keys('ArrowLeft');
    expect(await marked()).toBe(`${CONTEXT}.operations[1]`);
    expect(await spoken()).toContain('operations[1]');
    await keys('ArrowUp', 'ArrowRight', 'ArrowRight');
    expect(await marked()).toBe(`${CONTEXT}.operations[0].actions[1]`);
    expect(Object.keys(await colours()).length).toBeGreaterThan(5);
    await keys('Enter');
    expect((await address()).get('view')).toBe('structure');
    expect((await address()).get('path')).toBe(`${CONTEXT}.operations[0].actions[1]`);
  });

  it('can be enlarged by wheel and keys, and can hide kinds', async () => {
    await open(NETWORK, `#view=timeline&path=${CONTEXT}`);
    const all = await colours();
    const { x, y, width } = (await visit.page.locator(PICTURE).boundingBox()) as {
      x: number;
      y: number;
      width: number;
    };
    await visit.page.mouse.move(x + width / 2, y + 40);
    for (let turn = 0; turn < 6; turn++) await visit.page.mouse.wheel(0, -200);
    await visit.settle();
    const closer = await colours();
    expect(closer).not.toEqual(all);
    await visit.page.mouse.down();
    await visit.page.mouse.move(x + width / 4, y + 40, { steps: 4 });
    await visit.page.mouse.up();
    await visit.settle();
    // Dragging the picture does not count as a click, so the view stays the same.
    expect((await address()).get('view')).toBe('timeline');
    expect(await colours()).not.toEqual(closer);
    await keys('0');
    expect(await colours()).toEqual(all);

    const rows = async (): Promise<number> =>
      Number(await visit.page.locator('table[aria-rowcount]').getAttribute('aria-rowcount'));
    const before = await rows();
    const label = visit.page.locator('fieldset label', { hasText: 'enable_lcu' });
    const count = Number(/\d+/.exec((await label.textContent()) ?? '')?.[0]);
    await label.click();
    await visit.settle();
    expect(await rows()).toBe(before - count);
  });

  it('show mismatched pairs, with the reason', async () => {
    await open(MISMATCH, '#view=network');
    const row = visit.page.locator('tr[data-transfer]', { hasText: 'inter-context-size-mismatch' });
    await row.waitFor();
    // The red of the theme, for the link between the contexts.
    await expect.poll(async () => (await colours())['179,38,30'] ?? 0).toBeGreaterThan(30);
    await row.getByRole('link').first().click();
    await visit.settle();
    expect((await address()).get('view')).toBe('structure');
    expect((await address()).get('path')).toContain('.edge_layers[');
  });
});
