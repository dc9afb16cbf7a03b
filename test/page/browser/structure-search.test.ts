/** Going to an offset or a path, search, and details of a part. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const FILE = join(CORPUS, 'valid/one-context.mdl');
const VERSION = 'header.sdk_version';

describe.skipIf(chromium() === null)('the structure', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());
  beforeEach(async () => {
    await visit.load('#view=structure');
    await visit.drop(FILE);
    await visit.page.waitForSelector('[role="treeitem"][data-path]');
    visit.complaints.length = 0;
  });

  const isSelected = (path: string): string => `[role="treeitem"][data-path="${path}"][aria-selected="true"]`;

  it('goes to a path, to a relative offset, and to an absolute offset', async () => {
    const { page } = visit;
    const box = page.getByLabel('Go to an offset or a path');
    await page.keyboard.press('Control+g');
    await page.keyboard.type(VERSION);
    await page.keyboard.press('Enter');
    const offset = Number(await page.getAttribute(isSelected(VERSION), 'data-offset'));
    expect(readFileSync(FILE)[offset]).toBe(0x1a);
    await box.fill('+3');
    await box.press('Enter');
    await page.waitForSelector(`[role="gridcell"].cursor[data-offset="${offset + 3}"]`);
    await box.fill('0x1');
    await box.press('Enter');
    await page.waitForSelector(isSelected('header'));
    await box.fill('999999999');
    await box.press('Enter');
    await page.waitForSelector('[role="alert"]');
    expect(await visit.text('[role="alert"]')).toContain('the file ends at');
    await box.fill('header.no_such_field');
    await box.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('[role="alert"]')?.textContent?.includes('no_such_field'),
    );
    expect(visit.complaints).toEqual([]);
  });

  it('finds names, and moves between hits', async () => {
    const { page } = visit;
    await page.focus('[role="tree"]');
    await page.keyboard.press('/');
    await page.keyboard.type('unique_id');
    await page.keyboard.press('Enter');
    await page.waitForSelector('[role="option"][aria-selected="true"]');
    const hits = await page
      .locator('[role="option"]')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.path ?? ''));
    expect(hits.length).toBeGreaterThan(2);
    for (const path of hits) expect(path).toMatch(/unique_id$/);
    await page.waitForSelector(isSelected(hits[0] as string));
    await page.keyboard.press('F3');
    await page.waitForSelector(isSelected(hits[1] as string));
    await page.keyboard.press('Shift+F3');
    await page.waitForSelector(isSelected(hits[0] as string));
    await page.keyboard.press('Escape');
    expect(await page.locator('[role="option"]').count()).toBe(0);
  });

  it('finds values, and reports if there are no hits', async () => {
    const { page } = visit;
    const box = page.getByLabel('Search names, values, paths, text and bytes');
    await page.getByLabel('Where to search').selectOption('value');
    const version = readFileSync(FILE)
      .toString('latin1')
      .match(/\d\.\d+\.\d+/)?.[0] as string;
    await box.fill(version);
    await box.press('Enter');
    await page.waitForSelector(isSelected(VERSION));
    await box.fill('nothing has this name');
    await box.press('Enter');
    await page.waitForFunction(() =>
      document.querySelector('.results [role="status"]')?.textContent?.match(/^\s*0\s+hits/),
    );
    expect(await page.locator('[role="option"]').count()).toBe(0);
  });

  it('shows all details of the selected part', async () => {
    const { page } = visit;
    await visit.go(`#view=structure&path=${VERSION}`);
    await page.waitForSelector('[data-fact="declared"]:text("sdk_version")');
    expect(await visit.text('[data-fact="declared"]')).toBe('string sdk_version = 3');
    expect(await visit.text('[data-value]')).toMatch(/^\d+\.\d+/);
    await page
      .getByRole('navigation', { name: 'Enclosing parts' })
      .getByRole('link', { name: 'header' })
      .click();
    await page.waitForSelector(isSelected('header'));
  });

  it('shows the values of a selected message, unfolds messages in it and opens its lists', async () => {
    const { page } = visit;
    const path = 'network_groups[0].contexts[0].metadata.edge_layers[0]';
    const decoded = fromBinary(ProtoMDLMdlSchema, readFileSync(FILE));
    const edge = decoded.networkGroups[0]?.contexts[0]?.metadata?.edgeLayers[0]?.edge;
    if (edge?.case !== 'layerInfo') throw new Error(`${path} is another kind of edge layer`);
    await visit.go(`#view=structure&path=${path}`);
    const value = (name: string) => page.locator(`[data-field="${path}.layer_info.${name}"]`);
    await value('edge_layer_base.padded_width').waitFor();
    const base = edge.value.edgeLayerBase;
    expect(await value('name').textContent()).toBe(JSON.stringify(edge.value.name));
    expect(await value('edge_layer_base.padded_width').textContent()).toBe(String(base?.paddedWidth));
    expect(await value('edge_layer_base.max_shmifo_size').textContent()).toBe(String(base?.maxShmifoSize));
    expect(await value('numeric_info.qp_scale').textContent()).toBe(String(edge.value.numericInfo?.qpScale));
    const fold = page.getByRole('button', { name: 'fields of edge_layer_base' });
    await fold.press('Enter');
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    expect(await value('edge_layer_base.padded_width').count()).toBe(0);

    await page
      .getByRole('navigation', { name: 'Enclosing parts' })
      .getByRole('link', { name: 'contexts[0]' })
      .click();
    const list = page.getByRole('button', { name: 'values of operations' });
    await list.click();
    const operations = decoded.networkGroups[0]?.contexts[0]?.operations.length ?? 0;
    expect(operations).toBeGreaterThan(0);
    await page
      .getByRole('button', { name: /^fields of operations\[/ })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^fields of operations\[/ }).count()).toBe(operations);
    expect(visit.complaints).toEqual([]);
  });

  it('saves the bytes of a value', async () => {
    const { page } = visit;
    await visit.go(`#view=structure&path=${VERSION}`);
    await page.waitForSelector('[data-fact="declared"]:text("sdk_version")');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'save bytes' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one-context.header.sdk_version.bin');
    const saved = readFileSync(await download.path());
    expect(saved.toString()).toBe(await visit.text('[data-value]'));
  });

  it('marks problems, and leads to them', async () => {
    const { page } = visit;
    await visit.load('#view=structure');
    await visit.drop(join(CORPUS, 'invalid/action-unset.mdl'));
    await page.waitForSelector('[role="treeitem"][data-kind="file"] [data-mark="error"]');
    const marked = await page
      .locator('[role="treeitem"][aria-level="2"]:has([data-mark])')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.path));
    expect(marked).toEqual(['network_groups[0]']);
    await page.click('[data-code="action-unset"] a');
    await page.waitForSelector(isSelected('network_groups[0].contexts[0].operations[1].actions[0]'));
    expect(await page.locator('[data-code="action-unset"]').count()).toBe(1);
  });

  it('fits on a phone, one pane at a time', async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 360, height: 740 });
    try {
      expect(await page.locator('[role="grid"]').isVisible()).toBe(false);
      await visit.go(`#view=structure&path=${VERSION}`);
      await page.waitForSelector(isSelected(VERSION));
      await page.getByRole('button', { name: 'Bytes' }).click();
      expect(await page.locator('[role="tree"]').isVisible()).toBe(false);
      await page.waitForSelector('[role="gridcell"].cursor');
      const row = page.locator('[role="row"]').first();
      expect(await row.locator('[data-offset]').count()).toBe(8);
      const isTooWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      );
      expect(isTooWide).toBe(false);
      const box = await row.locator('[role="gridcell"]').last().boundingBox();
      expect((box?.x ?? 999) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });
});
