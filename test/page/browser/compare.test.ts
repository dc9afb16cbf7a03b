/** Two files and their differences: same as the command's, with links into both files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import type { SmithOptions } from '../../../src/attack/smith/settings.js';
import { smithFile } from '../../../src/attack/smith/smith.js';
import { command } from '../../cli/command.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const BEFORE = join(CORPUS, 'valid/one-context.mdl');
const AFTER = join(CORPUS, 'valid/two-contexts.mdl');

const folder = mkdtempSync(join(tmpdir(), 'protomdl-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Settings of two builds, besides their numbers of contexts. */
const MADE: SmithOptions = {
  preset: 'small',
  seed: 1,
  framing: 0,
  groups: 1,
  networks: 1,
  blob: 4000,
  blobs: 20,
  with: ['notes', 'inter-context'],
};

describe.skipIf(chromium() === null)('compare', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());

  /** Codes of breaking changes, as the page lists them. */
  const breaking = () =>
    visit.page.$$eval('[data-breaking]', (items) =>
      items.map((item) => (item as HTMLElement).dataset.breaking),
    );

  it('shows the command’s comparison of two files', async () => {
    const { out } = await command(['diff', BEFORE, AFTER, '--breaking', '--format', 'json']);
    const wanted = JSON.parse(out);
    const { page } = visit;
    await visit.load('#view=compare');
    await visit.drop(BEFORE);
    await page.getByText('Drop a second file here').waitFor();
    await visit.drop(AFTER);
    await page.waitForSelector(`[data-comparison="${wanted.verdict}"]`);
    await page.getByRole('heading', { name: 'What an application would notice' }).waitFor();
    // The page lists the same changes by area.
    expect((await breaking()).toSorted()).toEqual(
      wanted.breaking.map(({ code }: { code: string }) => code).toSorted(),
    );
    const kinds = Object.entries(wanted.counts).filter(([, count]) => count !== 0);
    expect(await visit.text('[data-comparison]')).toContain(
      kinds.map(([kind, count]) => `${count} ${kind}`).join(', '),
    );
    const titles = new Set<string>();
    const rows = Number(await page.getAttribute('[role="tree"]', 'data-rows'));
    for (const title of await page.locator('.row.title strong').allTextContents()) titles.add(title);
    expect(rows).toBeGreaterThan(wanted.changes.length + titles.size - 1);
    expect(visit.complaints).toEqual([]);
  });

  it('selects a change in the earlier file, and in the later file', async () => {
    const { page } = visit;
    await visit.load('#view=compare');
    await visit.drop(BEFORE, AFTER);
    const change = page.locator('[data-change="changed"]').first();
    await change.waitFor();
    await change.getByText('after', { exact: true }).click();
    await page.waitForSelector('#view[aria-labelledby="tab-structure"]');
    const hash = new URL(page.url()).hash;
    expect(hash).toContain('file=1');
    const path = new URLSearchParams(hash.slice(1)).get('path') ?? '';
    await page.waitForSelector(`[role="treeitem"][aria-selected="true"][data-path="${path}"]`);
    await page.goBack();
    await change.waitFor();
    await page.focus('[role="tree"]');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Enter');
    await page.waitForSelector('#view[aria-labelledby="tab-structure"]');
    expect(new URL(page.url()).hash).not.toContain('file=1');
    expect(visit.complaints).toEqual([]);
  });

  it('swaps the two files, and compares another two', async () => {
    const { page } = visit;
    await visit.load('#view=compare');
    await visit.drop(BEFORE, AFTER, BEFORE);
    await page.waitForSelector('[data-change="added"]');
    const added = await visit.text('[data-comparison]');
    await page.getByRole('button', { name: 'swap' }).click();
    await expect.poll(() => visit.text('[data-comparison]')).not.toBe(added);
    await page.selectOption('.compare select', '2');
    await page.waitForSelector('[data-comparison="identical"]');
    expect(visit.complaints).toEqual([]);
  });

  it('shows the costs of two builds, and opens their networks at a layer that differs', async () => {
    const builds = await Promise.all(
      [2, 3].map(async (contexts) => {
        const path = join(folder, `${contexts}.hef`);
        writeFileSync(path, await smithFile({ ...MADE, contexts }));
        return path;
      }),
    );
    const { out } = await command(['diff', ...builds, '--summary']);
    const lines = out.split('\n');
    const begin = lines.findIndex((line) => /^ +cost +before +after/.test(line));
    const end = lines.findIndex((line, at) => at > begin && !/\S {2,}\S/.test(line));
    const wanted = lines.slice(begin + 1, end).map((line) => line.trim().split(/ {2,}/));
    expect(wanted.length).toBeGreaterThan(5);
    const { page } = visit;
    await visit.load('#view=compare');
    await visit.drop(...builds);
    await page.waitForSelector('[data-costs]');
    const rows = await page.$$eval('[data-costs] tbody tr', (list) =>
      list.map((row) =>
        [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()).filter((text) => text !== ''),
      ),
    );
    expect(rows).toEqual(wanted);
    // A minimap is shown beside a picture that is enlarged.
    await expect.poll(() => page.locator('.pictures .minimap').count()).toBe(2);
    const tables = await page.$$eval('[aria-label^="Contexts of"] th', (list) =>
      list.map((cell) => cell.textContent),
    );
    expect(tables).toContain('configuration');
    expect(visit.complaints).toEqual([]);
  });

  it('stops the worker of a file that is closed', async () => {
    const { page } = visit;
    await visit.load('#view=compare');
    await visit.drop(BEFORE, AFTER);
    await page.waitForSelector('[data-comparison]');
    // Two workers for each file, and one worker for both.
    await expect.poll(() => page.workers().length).toBe(5);
    await page.locator('header .close').first().click();
    await expect.poll(() => page.workers().length).toBe(2);
    await page.getByText('Drop a second file here').waitFor();
    await visit.closeFiles();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
