/** The page as packaged: compressed, with its engine in the chunks of library and command. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packPage } from '../../../scripts/package/packed-page.js';
import { chromium } from '../../../scripts/page/chromium.js';
import { type PageServer, servePage } from '../../../src/serve/serve-page.js';
import { CORPUS } from './odd-files.js';
import { commandsReports, expectSame, savedReport } from './same-report.js';
import { BUILT_PAGE, Visit } from './visit.js';

const FILE = join(CORPUS, 'valid/small-network.hef');
const OTHER = join(CORPUS, 'invalid/ddr-pair-mismatch.mdl');

describe.skipIf(chromium() === null)('the page of the package', () => {
  const dist = mkdtempSync(join(tmpdir(), 'protomdl-packed-'));
  let server: PageServer;
  let visit: Visit;
  const asked: string[] = [];
  beforeAll(async () => {
    cpSync(dirname(BUILT_PAGE), dist, { recursive: true });
    packPage(dist);
    const files = [FILE, OTHER].map((path) => ({ path, name: path }));
    server = await servePage({ page: join(dist, 'page'), files });
    visit = await Visit.begin({ url: server.url });
    visit.context.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await visit.load();
  });
  afterAll(async () => {
    await visit?.end();
    await server?.close();
    rmSync(dist, { recursive: true, force: true });
  });

  it('shows the command’s results for its files', async () => {
    const reports = await commandsReports([FILE, OTHER]);
    for (const path of [FILE, OTHER]) {
      await visit.page.locator('header .file').filter({ hasText: path }).click();
      await expectSame(visit, path, reports.get(path)!, path);
      expect((await savedReport(visit, 'sarif')).text).toContain('"version": "2.1.0"');
    }
    expect(visit.complaints).toEqual([]);
    expect(asked).toContainEqual(expect.stringMatching(/\/engine\/page-engine\.js$/));
  });

  it('has all views', async () => {
    await visit.page.locator('header .file').filter({ hasText: FILE }).click();
    const tabs = await visit.page
      .locator('[role="tab"]')
      .evaluateAll((all) => all.map(({ id }) => id.slice(4)));
    expect(tabs.length).toBeGreaterThan(5);
    for (const view of tabs) {
      await visit.show(view);
      expect(await visit.page.locator('#view').textContent(), view).not.toBe('');
    }
    expect(visit.complaints).toEqual([]);
  });

  it('accepts files that are dropped on it', async () => {
    const dropped = join(CORPUS, 'valid/two-contexts.mdl');
    await visit.drop(dropped);
    expect(await visit.verdict()).toBe('valid');
    expect(visit.complaints).toEqual([]);
  });
});
