/** Files too large for the page's memory: first output, later output, and cost. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { concat, tag, varint } from '../../arbitrary/wire-writer.js';
import { command } from '../../cli/command.js';
import { CORPUS, withFindings } from './odd-files.js';
import { Visit } from './visit.js';

const OVERVIEW_MS = 2000;
const MOST_HELD = 200_000_000;
/** Limit for the main thread: a longer block would be noticeable. */
const MOST_BLOCKED_MS = 200;
/** Time limit for the scripts that run after one turn of the mouse wheel. */
const MOST_SCRIPT_MS = 100;
const MOST_ELEMENTS = 3000;

// Limits are elapsed times, so tests are repeated if the machine was busy.
describe.skipIf(chromium() === null)('a large file', () => {
  let folder: string;
  let visit: Visit;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'protomdl-page-'));
    visit = await Visit.begin();
    await visit.cdp.send('Performance.enable');
    await visit.page.addInitScript(() => {
      const blocked: number[] = [];
      Object.assign(window, { blocked });
      new PerformanceObserver((list) => {
        blocked.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask', buffered: true });
    });
  });
  afterAll(async () => {
    await visit?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const longestTask = (): Promise<number> => visit.page.evaluate(() => Math.max(0, ...window.blocked));

  it('of 1 GB shows its overview within two seconds, while its checksum is verified', async () => {
    // 200 KiB blobs inside the message, all of which have to be skipped, and an MD5 over everything.
    const path = join(folder, 'large.hef');
    const shape = ['--framing', '0', '--preset', 'blobs', '--blob', '200k', '--target-bytes', '1G'];
    const made = await command(['smith', '--seed', '3', ...shape, '-q', '-o', path]);
    expect(made).toMatchObject({ code: 0 });

    await visit.load();
    const started = performance.now();
    await visit.drop(path);
    // Names of outputs come from the end of the file, after all blobs.
    await visit.page.getByText('net0/fc7').first().waitFor();
    expect(performance.now() - started).toBeLessThan(OVERVIEW_MS);
    expect(await visit.page.locator('[data-verdict]').count()).toBe(0);

    const progress = visit.page.locator('progress, [role="progressbar"]').first();
    await progress.waitFor();
    const before = await progressOf(visit);
    let most = 0;
    let seen = before;
    const watched = setInterval(async () => {
      const { heap, buffers } = await visit.workers.held().catch(() => ({ heap: 0, buffers: 0 }));
      most = Math.max(most, heap + buffers);
      seen = Math.max(seen, (await progressOf(visit).catch(() => 0)) ?? 0);
    }, 500);
    expect(await visit.verdict()).toBe('valid');
    clearInterval(watched);
    expect(seen).toBeGreaterThan(before);
    expect(await visit.text('#view')).toMatch(/checksum\s+(is\s+)?verified|verified/i);

    const { heap, buffers } = await visit.workers.held();
    expect(Math.max(most, heap + buffers)).toBeLessThan(MOST_HELD);
    expect(await longestTask()).toBeLessThan(MOST_BLOCKED_MS);
    expect(visit.complaints).toEqual([]);

    // Before its bytes are counted, its network is drawn, and its parts are available.
    await visit.closeFiles();
    await visit.load('#view=network');
    const again = performance.now();
    await visit.drop(path);
    await visit.page.waitForSelector('.network [role="application"] canvas');
    expect(performance.now() - again).toBeLessThan(OVERVIEW_MS);
    const counting = visit.page.getByText('counting bytes');
    expect(await counting.count()).toBe(1);
    await visit.show('structure');
    await visit.page.locator('[role="treeitem"]').nth(1).waitFor();
    await visit.show('network');
    await counting.waitFor({ state: 'detached', timeout: 60_000 });
    await visit.page.locator('[data-layer]').first().click();
    await visit.page.locator('[data-layer-detail]').getByText('configuration').waitFor();
  }, 150_000);

  it('of 4.5 GB without a frame opens, and its end can be reached', async () => {
    const path = join(folder, 'sparse.mdl');
    const model = readFileSync(join(CORPUS, 'valid/one-context.mdl'));
    // `mapping`, five times: bytes that take no disk space.
    const before = 5 * writeHoles(path, 5, 900_000_000, model);
    expect(before).toBeGreaterThan(2 ** 32);

    await visit.closeFiles();
    await visit.load();
    const started = performance.now();
    await visit.drop(path);
    await visit.page.waitForSelector('[data-overview]');
    expect(performance.now() - started).toBeLessThan(OVERVIEW_MS);
    await visit.go('#view=structure&path=header.sdk_version');
    const row = visit.page.locator('[role="treeitem"][data-path="header.sdk_version"][aria-selected="true"]');
    await row.waitFor();
    const offset = Number(await row.getAttribute('data-offset'));
    expect(offset).toBeGreaterThan(before);
    const cell = visit.page.locator(`[role="gridcell"][data-offset="${offset}"][data-selected]`);
    expect(Number.parseInt((await cell.textContent()) ?? '', 16)).toBe(model[offset - before]);
    expect(await visit.verdict()).not.toBe('unreadable');
    expect(await longestTask()).toBeLessThan(MOST_BLOCKED_MS);
    expect(visit.complaints).toEqual([]);
  });

  it('with a hundred thousand findings lists them all, and can be scrolled', async () => {
    const count = 100_000;
    const path = join(folder, 'findings.mdl');
    writeFileSync(path, withFindings(count));
    await visit.closeFiles();
    await visit.load('#view=findings&code=action-unset');
    await visit.drop(path);
    expect(await visit.verdict()).toBe('invalid');
    const { page } = visit;
    const list = page.getByRole('tree', { name: 'Findings by code' });
    const group = page.locator(`[data-group="action-unset"][data-total="${count}"]`);
    await group.waitFor();
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await expect.poll(async () => Number(await list.getAttribute('data-rows'))).toBeGreaterThan(count);

    const unset = page.locator('[data-code="action-unset"][data-offset]');
    await unset.first().waitFor();
    await list.hover();
    let slowest = 0;
    for (let step = 0; step < 20; step++) {
      const before = await scripting(visit);
      await page.mouse.wheel(0, 30_000);
      await visit.settle();
      slowest = Math.max(slowest, (await scripting(visit)) - before);
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(MOST_ELEMENTS);
    }
    expect(slowest).toBeLessThan(MOST_SCRIPT_MS);
    const halfway = Number(await unset.first().getAttribute('data-offset'));
    expect(halfway).toBeGreaterThan(10_000);

    await list.focus();
    await page.keyboard.press('End');
    await visit.settle();
    // Rows of other codes may follow the last row of this code.
    for (let row = 0; row < 20 && (await page.locator(`[aria-posinset="${count}"]`).count()) === 0; row++) {
      await page.keyboard.press('ArrowUp');
    }
    expect(await page.locator(`[data-code="action-unset"][aria-posinset="${count}"]`).count()).toBe(1);
    expect(await longestTask()).toBeLessThan(MOST_BLOCKED_MS);
    expect(visit.complaints).toEqual([]);
  });
});

/** Milliseconds of the main thread's scripts until now. */
async function scripting({ cdp }: Visit): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
}

/** Writes records of `mapping` whose bytes are holes, followed by a model. @returns bytes of each */
function writeHoles(path: string, count: number, length: number, model: Uint8Array): number {
  const head = concat(tag(3, 2), varint(length));
  const record = head.length + length;
  const file = openSync(path, 'w');
  for (let index = 0; index < count; index++) writeSync(file, head, 0, head.length, index * record);
  writeSync(file, model, 0, model.length, count * record);
  closeSync(file);
  return record;
}

function progressOf(visit: Visit): Promise<number> {
  return visit.page.evaluate(() => {
    const bar = document.querySelector<HTMLProgressElement>('progress');
    if (bar !== null) return bar.value / bar.max;
    const other = document.querySelector('[role="progressbar"]');
    return (
      Number(other?.getAttribute('aria-valuenow') ?? 0) / Number(other?.getAttribute('aria-valuemax') ?? 100)
    );
  });
}
