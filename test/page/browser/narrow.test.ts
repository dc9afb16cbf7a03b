/** A narrow window: words stay complete. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { VIEWS } from '../../../src/page/views/views.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

describe.skipIf(chromium() === null).each([390, 768])('in a window of %i pixels', (width) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin({ width, height: 844 });
    await visit.load();
    await visit.drop(join(CORPUS, 'valid/network-notes.hef'));
    await visit.verdict();
  });
  afterAll(() => visit?.end());

  it.each(VIEWS.map(({ name }) => name))('%s shows complete labels of its fields', async (view) => {
    await visit.go(`#view=${view}`);
    const cut = await visit.page.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d');
      return [...document.querySelectorAll<HTMLInputElement>('#view input[placeholder]')]
        .filter((field) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(field);
          if (canvas === null || field.clientWidth === 0) return false;
          canvas.font = font;
          // The clear button of a search field takes space whether it is visible or not.
          const sign = field.type === 'search' ? 14 : 0;
          const room =
            field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - sign;
          return canvas.measureText(field.placeholder).width > room;
        })
        .map(({ placeholder }) => placeholder);
    });
    expect(cut).toEqual([]);
  });

  it('the selected tab is visible, and buttons do not cover a picture', async () => {
    const { page } = visit;
    for (const view of ['compare', 'network']) {
      await visit.go(`#view=${view}`);
      const tab = (await page.locator(`#tab-${view}`).boundingBox()) as { x: number; width: number };
      expect(tab.x).toBeGreaterThanOrEqual(0);
      expect(tab.x + tab.width).toBeLessThanOrEqual(width + 1);
    }
    const picture = await page.locator('#view [role="application"]').boundingBox();
    const button = await page.getByRole('button', { name: 'Zoom in' }).boundingBox();
    expect(
      picture === null || button === null ? -1 : button.y - picture.y - picture.height,
    ).toBeGreaterThanOrEqual(0);
  });

  it.each(['graph', 'schedule'])('heads of the table beside the %s are whole', async (picture) => {
    await visit.go(`#view=network&picture=${picture}`);
    await visit.page.locator('#view th').first().waitFor();
    const cut = await visit.page
      .locator('#view th')
      .evaluateAll((heads) =>
        heads.filter((head) => head.scrollWidth > head.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
  });

  it('the keyboard moves through a network, along its edges', async () => {
    const { page } = visit;
    await visit.go('#view=network');
    const chosen = (): Promise<string | null> =>
      page.locator('[data-layer-detail]').getAttribute('data-layer-detail', { timeout: 5000 });
    const picture = page.locator('[role="application"]');
    await picture.locator('canvas').waitFor();
    for (let tabs = 0; tabs < 40 && !(await isFocused(picture)); tabs++) await page.keyboard.press('Tab');
    expect(await isFocused(picture)).toBe(true);
    const walked: (string | null)[] = [];
    for (const key of ['Home', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowDown', 'End']) {
      await page.keyboard.press(key);
      await visit.settle();
      walked.push(((await chosen()) ?? '').replace(/^.*\//, ''));
      expect(await picture.locator('[role="status"]').textContent()).toContain(walked.at(-1));
    }
    expect(walked).toEqual(['input_layer1', 'conv1', 'conv2', 'conv1', 'conv2', 'output_layer1']);
    // The whole drawing is visible, and nothing is selected; the focus stays.
    for (const key of ['0', 'Escape']) await page.keyboard.press(key);
    await page.locator('[data-layer-detail]').waitFor({ state: 'detached' });
    expect(await isFocused(picture)).toBe(true);
    expect(visit.complaints).toEqual([]);
  });
});

function isFocused(picture: ReturnType<Visit['page']['locator']>): Promise<boolean> {
  return picture.evaluate((element) => element === document.activeElement);
}
