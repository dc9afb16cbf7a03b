/** Files as a page's worker reads them: picked files, and files on the server of `view`. */
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { type PageServer, servePage } from '../../../src/serve/serve-page.js';
import { pattern } from '../../source/bytes.js';
import type { ReadingResult } from './source-worker.js';

const LARGE = 5 * 2 ** 30;
const PLACES = [0, 2 ** 32 - 50, LARGE - 100_000];

const INDEX = `<!doctype html><meta name="protomdl-files" content=""><input type="file" id="pick">
<script type="module" src="main.js"></script>`;

/** Sends requests to a worker, and counts violations of the page's policy. */
const MAIN = `
window.refused = [];
document.addEventListener('securitypolicyviolation', (event) => window.refused.push(event.violatedDirective));
const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
try {
  window.evaluated = new Function('return 1')();
} catch ({ name }) {
  window.evaluated = name;
}
window.order = (from, reads) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage({ from: from ?? document.getElementById('pick').files[0], reads });
});`;

describe.skipIf(chromium() === null)('in a worker of a real browser', () => {
  let folder = '';
  let large = '';
  let small = '';
  let server: PageServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'protomdl-sources-'));
    large = join(folder, 'large.hef');
    small = join(folder, 'small.mdl');
    const fd = openSync(large, 'w');
    ftruncateSync(fd, LARGE);
    for (const place of PLACES) writeSync(fd, pattern(100_000), 0, 100_000, place);
    closeSync(fd);
    writeFileSync(small, pattern(300_000));
    const made = await rolldown({
      input: join(import.meta.dirname, 'source-worker.ts'),
      platform: 'browser',
    });
    await made.write({ file: join(folder, 'page/worker.js'), format: 'esm' });
    await made.close();
    writeFileSync(join(folder, 'page/index.html'), INDEX);
    writeFileSync(join(folder, 'page/main.js'), MAIN);
    server = await servePage({
      page: join(folder, 'page'),
      files: [
        { path: large, name: 'large.hef' },
        { path: small, name: 'small.mdl' },
      ],
    });
    browser = await playwright.launch({ executablePath: chromium() as string });
    page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction('window.order !== undefined');
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  type Reads = (readonly [offset: number, length: number])[];

  /** Lets the worker read: the picked file if `from` is null, and the open file if `from` is empty. */
  function order(from: string | null, reads: Reads): Promise<ReadingResult> {
    return page.evaluate(
      ([place, wanted]) =>
        (window as unknown as { order: (...args: unknown[]) => Promise<ReadingResult> }).order(place, wanted),
      [from, reads] as const,
    );
  }

  function onDisk(path: string, [offset, length]: Reads[number]): string {
    const fd = openSync(path, 'r');
    const bytes = Buffer.alloc(length);
    const count = readSync(fd, bytes, 0, length, offset);
    closeSync(fd);
    return bytes.toString('hex', 0, count);
  }

  /**
   * Small and large reads, forward and back, across the edges of blocks read ahead, beyond 4 GiB, and past
   * the end.
   */
  const READS: Reads = [
    ...PLACES.flatMap((place) => Array.from({ length: 20 }, (_, i) => [place + i * 4999, 100] as const)),
    ...PLACES.map((place) => [place + 7, 90_000] as const),
    [10, 2 ** 21],
    [2 ** 32 - 10, 300],
    [LARGE - 10, 300],
    [LARGE, 10],
    [2 ** 40, 10],
  ];

  it.each([
    ['a file that was picked', null],
    ['a file that is served', 'files/0'],
  ])('%s is read at once, like the disk', async (_what, from) => {
    if (from === null) await page.setInputFiles('#pick', large);
    const { size, parts } = await order(from, READS);
    expect(size).toBe(LARGE);
    expect(parts).toHaveLength(READS.length);
    for (const [place, read] of READS.entries()) {
      expect(parts[place] === onDisk(large, read), `read ${read}`).toBe(true);
    }
  });

  it.each([
    ['picked', null],
    ['served', 'files/1'],
  ])('a file that was %s and is written to can no longer be read', async (_what, from) => {
    writeFileSync(small, pattern(300_000));
    if (from === null) await page.setInputFiles('#pick', small);
    expect((await order(from, [[0, 10]])).parts).toEqual([onDisk(small, [0, 10])]);
    // This read is outside of the block that was read ahead.
    truncateSync(small, 250_000);
    expect((await order('', [[200_000, 10]])).parts).toEqual(['source-changed']);
  });

  it('policy and server allow only what is needed', async () => {
    expect(await page.evaluate('window.refused')).toEqual(['script-src']);
    await expect(page.evaluate("fetch('http://127.0.0.1:1/')")).rejects.toThrow(/Failed to fetch/);
    expect(await page.evaluate("fetch('../').then(({ status }) => status)")).toBe(404);
    // Evaluated by the page's own script: code that a test evaluates is not subject to the policy.
    expect(await page.evaluate('window.evaluated')).toBe('EvalError');
    expect(await page.evaluate('window.refused')).toContain('connect-src');
  });
});
