/** Trees of a million rows and gigabytes of bytes: all of them can be reached, and few are in the page. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { Visit } from './visit.js';

const NAMES = 1_000_000;
/** A file of two blobs of two billion bytes each, and a header of four bytes. */
const BLOB = 2_140_000_000;
const BLOB_HEAD = Uint8Array.of(0x1a, 0x80, 0x9e, 0xb7, 0xfc, 0x07);
const SIZE = 2 * (BLOB_HEAD.length + BLOB) + 4;

describe.skipIf(chromium() === null)('the structure of a large file', () => {
  let visit: Visit;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'protomdl-page-'));
    visit = await Visit.begin();
  });
  afterAll(async () => {
    await visit?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const labels = (): Promise<string[]> =>
    visit.page
      .locator('[role="treeitem"]')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.path ?? ''));
  const name = (index: number): string => `network_groups[0].networks_names[${index}]`;

  it('can be scrolled anywhere in a list of a million rows', async () => {
    const { page } = visit;
    const file = join(folder, 'many.mdl');
    const names = new Uint8Array(NAMES * 3).map((_, at) => [0x32, 1, 0x61][at % 3] as number);
    writeFileSync(file, Buffer.concat([Uint8Array.of(0x12, 0xc0, 0x8d, 0xb7, 0x01), names]));
    await visit.load('#view=structure&path=network_groups[0]');
    await visit.drop(file);
    await page.waitForSelector('[role="treeitem"][data-path="network_groups[0]"][aria-selected="true"]');
    await page.focus('[role="tree"]');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector(`[role="treeitem"][data-path="${name(3)}"][aria-setsize="${NAMES}"]`);
    await page.keyboard.press('End');
    await page.waitForSelector(`[role="treeitem"][data-path="${name(NAMES - 1)}"][aria-selected="true"]`);
    // Drags the scrollbar's handle to the middle.
    await page.evaluate(() => {
      const tree = document.querySelector('[role="tree"]') as HTMLElement;
      tree.scrollTop = (tree.scrollHeight - tree.clientHeight) / 2;
    });
    await page.waitForFunction(
      () =>
        Number(document.querySelector<HTMLElement>('[role="treeitem"]')?.dataset.path?.match(/\d+(?=]$)/)) >
        490_000,
    );
    await visit.settle();
    const before = await labels();
    const first = Number(before[0]?.match(/(\d+)]$/)?.[1]);
    expect(Math.abs(first - NAMES / 2)).toBeLessThan(100);
    // The wheel scrolls by rows, however long the list is.
    await page.hover('[role="tree"]');
    await page.mouse.wheel(0, 220);
    await page.waitForSelector(`[role="treeitem"][data-path="${name(first + 12)}"]`);
    await visit.settle();
    expect(Number((await labels())[0]?.match(/(\d+)]$/)?.[1])).toBe(first + 10);
    expect((await labels()).length).toBeLessThan(100);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000);
    await visit.go(`#view=structure&path=${name(765_432)}`);
    await page.waitForSelector(`[role="treeitem"][data-path="${name(765_432)}"][aria-selected="true"]`);
    expect(visit.complaints).toEqual([]);
  });

  it('can be scrolled to any byte of four gigabytes', async () => {
    const { page } = visit;
    const file = join(folder, 'sparse.mdl');
    const open = openSync(file, 'w');
    for (const at of [0, BLOB_HEAD.length + BLOB]) writeSync(open, BLOB_HEAD, 0, BLOB_HEAD.length, at);
    writeSync(open, Uint8Array.of(0x0a, 0x02, 0x08, 0x01), 0, 4, SIZE - 4);
    closeSync(open);
    await visit.load('#view=structure&offset=0xc0000000');
    await visit.drop(file);
    await page.waitForSelector('[role="gridcell"].cursor[data-offset="3221225472"][data-class="blob"]');
    await page.focus('[role="grid"]');
    await page.keyboard.press('Control+End');
    await page.waitForSelector(`[role="gridcell"].cursor[data-offset="${SIZE - 1}"][data-class="number"]`);
    await page.waitForSelector('[role="treeitem"][data-path="header.hw_arch"][aria-selected="true"]');
    const offsets = await page.locator('[role="rowheader"]').allTextContents();
    expect(offsets.at(-1)).toBe(lineOf(SIZE - 1));
    await page.keyboard.press('Control+Home');
    await page.waitForSelector('[role="gridcell"].cursor[data-offset="0"][data-class="tag"]');
    await page.evaluate(() => {
      const grid = document.querySelector('[role="grid"]') as HTMLElement;
      grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
    });
    await visit.settle();
    const middle = await page.locator('[role="rowheader"]').allTextContents();
    expect(Math.abs(Number.parseInt(middle[0] ?? '', 16) - SIZE / 2)).toBeLessThan(16_384);
    expect(middle.length).toBeLessThan(100);
    for (const [at, text] of middle.entries()) {
      expect(Number.parseInt(text, 16)).toBe(Number.parseInt(middle[0] ?? '', 16) + 16 * at);
    }
    expect(visit.complaints).toEqual([]);
  });
});

function lineOf(offset: number): string {
  return (offset - (offset % 16)).toString(16).padStart(8, '0');
}
