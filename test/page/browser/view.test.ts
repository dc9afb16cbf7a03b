/** `protomdl view` in a browser: the same page, with the files from the command line. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { ended, start } from '../../cli/command.js';
import { CORPUS, paddedBehind } from './odd-files.js';
import { commandsReports, expectSame } from './same-report.js';
import { Visit } from './visit.js';

const FILE = join(CORPUS, 'valid/small-network.hef');
const OTHER = join(CORPUS, 'invalid/ddr-pair-mismatch.mdl');

describe.skipIf(chromium() === null)('the page of `protomdl view`', () => {
  let visit: Visit | undefined;
  let server: ChildProcess | undefined;
  let requests: Request[];
  afterEach(async () => {
    await visit?.end();
    server?.kill('SIGTERM');
    visit = undefined;
  });

  async function view(...args: string[]): Promise<Visit> {
    server = start(['view', '--no-open', ...args]);
    const address = await new Promise<string>((resolve, reject) => {
      let out = '';
      server?.stdout?.on('data', (chunk) => {
        out += chunk;
        if (out.includes('\n')) resolve(out.trim());
      });
      server?.on('close', (code) => reject(new Error(`ended with ${code}`)));
    });
    const url = new URL(address);
    visit = await Visit.begin({ url: address.replace(/#.*/, '') });
    requests = [];
    visit.context.on('request', (request) => requests.push(request));
    await visit.load(url.hash);
    return visit;
  }

  it('shows the named files, with the command’s results', async () => {
    const { page } = await view(FILE, OTHER);
    const reports = await commandsReports([FILE, OTHER]);
    for (const name of [FILE, OTHER]) {
      // The sign before a name shows the verdict: not validated yet, valid, or not.
      const files = page.locator('header .file').filter({ hasText: name });
      await files.waitFor();
      expect(((await files.textContent()) ?? '').replace(/[·✓✗×]/g, '').trim()).toBe(name);
    }
    // The files are in the order of the command line.
    expect(await page.locator('header .file').allTextContents()).toEqual([
      expect.stringContaining(FILE),
      expect.stringContaining(OTHER),
    ]);
    await expectSame(visit!, FILE, reports.get(FILE)!, FILE);
    await visit!.follow('#view=overview&file=1');
    await expectSame(visit!, OTHER, reports.get(OTHER)!, OTHER);
    expect(visit!.complaints).toEqual([]);
  });

  it('requests only its own server, for parts of files', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'protomdl-view-'));
    const path = join(folder, 'padded.mdl');
    writeFileSync(path, paddedBehind(8_000_000));
    try {
      const { url } = await view(path);
      await visit!.verdict();
      await visit!.go('#view=structure&offset=4000000');
      await visit!.page.waitForSelector('[role="gridcell"][data-offset="4000000"][data-class]');
      expect(requests.map((request) => request.url()).filter((asked) => !asked.startsWith(url))).toEqual([]);
      expect(visit!.strays).toEqual([]);
      const parts = requests.filter((request) => request.url().includes('/files/'));
      expect(parts.length).toBeGreaterThan(0);
      const ranges = await Promise.all(parts.map((request) => request.headerValue('range')));
      expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range ?? ''))).toBe(true);
      // The page loads only a small part of the file.
      const asked = ranges.map((range) => (range ?? '').slice('bytes='.length).split('-').map(Number));
      const bytes = asked.reduce((sum, [from = 0, to = 0]) => sum + to - from + 1, 0);
      expect(bytes).toBeLessThan(4_000_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('reports a file that was replaced', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'protomdl-view-'));
    const path = join(folder, 'padded.mdl');
    writeFileSync(path, paddedBehind(8_000_000));
    try {
      await view(path);
      await visit!.verdict();
      truncateSync(path, 5_000_000);
      await visit!.go('#view=structure&offset=4000000');
      await visit!.page.waitForSelector('[role="alert"]');
      expect(await visit!.text('[role="alert"]')).toMatch(/changed|another|read/i);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('compares two files on request', async () => {
    const { page } = await view('--compare', FILE, OTHER);
    expect(new URL(page.url()).hash).toContain('view=compare');
    await visit!.settle();
    expect(await visit!.text('#view')).toContain('ddr-pair-mismatch');
    expect(visit!.complaints).toEqual([]);
  });

  it('is an empty page without files, and the command ends on a signal', async () => {
    const { page } = await view();
    expect(await page.locator('header .file').count()).toBe(0);
    await visit!.drop(FILE);
    expect(await visit!.verdict()).toBe('valid');
    server?.kill('SIGINT');
    expect((await ended(server!)).code).toBe(130);
  });
});
