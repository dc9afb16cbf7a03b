/** Open files after the page is reloaded. */
import { join } from 'node:path';
import type { Dialog } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const FILES = [join(CORPUS, 'valid/small-network.hef'), join(CORPUS, 'valid/two-contexts.mdl')];

describe.skipIf(chromium() === null)('a reload', () => {
  let visit: Visit | undefined;
  afterEach(() => visit?.end());

  it('restores dropped files at the same place, without requests', async () => {
    visit = await Visit.begin();
    const { page } = visit;
    await visit.load();
    await visit.drop(...FILES);
    await visit.verdict();
    await visit.go('#view=structure&file=1&offset=4');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await page.reload();
    const again = page.locator('[data-reopen]');
    await page.locator('header .file, [data-reopen]').first().waitFor();
    // A browser may require a click; it then offers the same files.
    if ((await again.count()) > 0) {
      for (const file of FILES)
        expect(await again.textContent()).toContain(file.slice(file.lastIndexOf('/') + 1));
      await again.click();
    }
    await page.locator('header .file').nth(1).waitFor();
    expect(await page.locator('header .file').allTextContents()).toEqual([
      expect.stringContaining('small-network.hef'),
      expect.stringContaining('two-contexts.mdl'),
    ]);
    expect(new URL(page.url()).hash).toMatch(/view=structure.*file=1|file=1.*view=structure/);
    expect(dialogs).toEqual([]);
    expect(visit.complaints).toEqual([]);
    // Closed files do not come back.
    await visit.closeFiles();
    await page.reload();
    await page.waitForSelector('[data-sample]');
    await visit.settle();
    expect(await page.locator('header .file, [data-reopen]').count()).toBe(0);
  });

  it('asks for a click first if the browser does not keep the permission for a file', async () => {
    visit = await Visit.begin();
    const { page } = visit;
    await visit.load();
    await page.setInputFiles('input[type="file"]', FILES[0] as string);
    await visit.verdict();
    // Browsers only ask on pages that a user has interacted with.
    await page.click('#tab-structure');
    const asked = page.waitForEvent('dialog') as Promise<Dialog>;
    void page.reload().catch(() => {});
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await page.locator('header .file').count()).toBe(1);
  });
});
