/** Views that have no test file of their own: they show content of the file, and lead to its bytes. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { VIEWS } from '../../../src/page/views/views.js';
import { expectLit, spanOf } from './lit-bytes.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const MODEL = join(CORPUS, 'valid/two-contexts.mdl');
const MISMATCH = join(CORPUS, 'invalid/inter-context-size-mismatch.mdl');

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly offset: number;
  readonly length: number;
  readonly path: string;
}

describe.skipIf(chromium() === null)('views', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());
  beforeEach(() => {
    visit.complaints.length = 0;
  });

  async function open(place: string, ...files: readonly string[]): Promise<void> {
    await visit.load(place);
    await visit.drop(...files);
    await visit.verdict();
    await visit.settle();
  }

  describe('findings', () => {
    const [finding] = (
      JSON.parse(readFileSync(MISMATCH.replace('.mdl', '.report.json'), 'utf8')) as { diagnostics: Finding[] }
    ).diagnostics as [Finding];
    const row = `[data-code="${finding.code}"][data-offset="${finding.offset}"]`;

    it('lead to their bytes', async () => {
      await open('#view=findings', MISMATCH);
      await visit.page.locator(row).getByRole('link').click();
      await visit.page.waitForSelector(
        `[role="treeitem"][data-path="${finding.path}"][aria-selected="true"]`,
      );
      await expectLit(visit, finding);
      await visit.page.goBack();
      await visit.page.waitForSelector(row);
      expect(visit.complaints).toEqual([]);
    });
  });

  it('of the map have sizes that add up to the file', async () => {
    await open('#view=map', MODEL);
    const sizes = await visit.page.locator('tr[data-block] td:nth-child(2)').allTextContents();
    const sum = sizes.reduce((all, text) => all + Number(text.replace(/\D/g, '')), 0);
    expect(sum).toBe(readFileSync(MODEL).length);
  });

  describe('the timeline', () => {
    it('lists steps in the order of the file, and leads to their bytes', async () => {
      await open('#view=timeline&path=network_groups[0].contexts[1]', MODEL);
      const { page } = visit;
      const steps = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('tbody button[data-path]')].map(({ dataset }) => ({
          path: dataset.path ?? '',
          offset: Number(dataset.offset),
        })),
      );
      expect(steps.length).toBeGreaterThan(5);
      expect(steps).toEqual([...steps].sort((a, b) => a.offset - b.offset));
      const { path, offset } = steps.find((step) => step.path.includes('.actions['))!;
      expect(path).toMatch(/^network_groups\[0\]\.contexts\[1\]\.operations/);
      const span = await spanOf(MODEL, path);
      expect(offset).toBe(span.offset);
      await page.getByRole('link', { name: `0x${offset.toString(16)}`, exact: true }).click();
      await expectLit(visit, span);
      expect(visit.complaints).toEqual([]);
    });
  });

  it('name the kind of a file that is not a model', async () => {
    const pointer = join(mkdtempSync(join(tmpdir(), 'protomdl-views-')), 'model.hef');
    const lines = [
      'version https://git-lfs.github.com/spec/v1',
      `oid sha256:${'4d'.repeat(32)}`,
      'size 12345678',
      '',
    ];
    writeFileSync(pointer, lines.join('\n'));
    await open('#view=overview', pointer);
    for (const { name } of VIEWS) {
      await visit.show(name);
      expect(await visit.text('main'), name).toContain('a Git LFS pointer to a file of 12,345,678 bytes');
    }
    rmSync(dirname(pointer), { recursive: true });
  });

  describe('the cost', () => {
    it('has a row for each context, the traffic at a given rate, and parts that add up to the file', async () => {
      await open('#view=cost&fps=30', MODEL);
      const { page } = visit;
      const contexts = page.getByRole('region', { name: 'Cost of each context' });
      await contexts.waitFor();
      const names = await contexts.locator('tbody td:first-child').allTextContents();
      expect(names.filter((name) => /context/.test(name))).toHaveLength(2);
      const rates = page.getByRole('region', { name: 'Traffic' }).locator('tbody td:first-child');
      expect(await rates.allTextContents()).toContain('30.0');
      await page.getByRole('spinbutton').fill('12.5');
      await expect.poll(() => rates.allTextContents()).toContain('12.5');
      const [parts = '', sum = ''] = (
        (await page.getByText('bytes of configuration +').textContent()) ?? ''
      ).split('=');
      const numbers = (text: string): number[] =>
        (text.match(/\d[\d,]*/g) ?? []).map((one) => Number(one.replaceAll(',', '')));
      expect(numbers(parts).reduce((all, one) => all + one, 0)).toBe(readFileSync(MODEL).length);
      expect(numbers(sum)[0]).toBe(readFileSync(MODEL).length);
      expect(visit.complaints).toEqual([]);
    });
  });

  describe('the network', () => {
    it('shows pairs that do not match, and leads to both ends', async () => {
      // An old link: the graph of contexts was a view of its own.
      await open('#view=graph', MISMATCH);
      const { page } = visit;
      const row = page.locator('tr[data-transfer]', { hasText: 'inter-context-size-mismatch' });
      await row.waitFor();
      const ends = row.locator('a[data-path]');
      expect(await ends.count()).toBe(2);
      const path = (await ends.nth(1).getAttribute('data-path')) as string;
      await ends.nth(1).click();
      await expectLit(visit, await spanOf(MISMATCH, path));
      expect(visit.complaints).toEqual([]);
    });
  });

  it('follow the address, forwards and backwards', async () => {
    await open('#view=overview', MODEL);
    for (const view of ['cost', 'network', 'structure']) await visit.show(view);
    expect(new URL(visit.page.url()).hash).toContain('view=structure');
    await visit.page.goBack();
    await visit.page.waitForSelector('#view[aria-labelledby="tab-network"]');
    await visit.page.goForward();
    await visit.page.waitForSelector('#view[aria-labelledby="tab-structure"]');
    expect(visit.complaints).toEqual([]);
  });
});
