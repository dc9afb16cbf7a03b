/** Files that no page could hold: what is shown at once, what comes later, and what that takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../cli/command.js';
import { chromium } from './chromium.js';
import { Visit } from './visit.js';

const OVERVIEW_MS = 2000;
const MOST_HELD = 200_000_000;
/** Of the main thread: what a hand would notice. */
const MOST_BLOCKED_MS = 200;

describe.skipIf(chromium() === null)('a large file', () => {
  let folder: string;
  let visit: Visit;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'protomdl-page-'));
    visit = await Visit.begin();
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

  it('of 1 GB shows its overview within two seconds, and its checksum is verified meanwhile', async () => {
    // 200 KiB blobs inside the message, so that it has to be hopped through, and an MD5 over all of it.
    const path = join(folder, 'large.hef');
    const shape = ['--framing', '0', '--preset', 'blobs', '--blob', '200k', '--target-bytes', '1G'];
    const made = await command(['smith', '--seed', '3', ...shape, '-q', '-o', path]);
    expect(made).toMatchObject({ code: 0 });

    await visit.load();
    const started = performance.now();
    await visit.drop(path);
    // From the end of the file: names of outputs stand behind all blobs.
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
  }, 90_000);
});

/** How far the page says it is, from 0 to 1. */
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
