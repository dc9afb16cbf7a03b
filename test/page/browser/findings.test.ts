/** Findings in a file: listed, explained and followed to their place. */
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const CODE = 'action-unset';
const FILE = join(CORPUS, `invalid/${CODE}.mdl`);
const PATH = 'network_groups[0].contexts[0].operations[1].actions[0]';

describe.skipIf(chromium() === null)('findings', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());
  beforeEach(() => {
    visit.complaints.length = 0;
  });

  const finding = `[role="treeitem"][data-code="${CODE}"]`;
  const chosen = '[role="treeitem"][aria-selected="true"]';

  it('can be reached by keyboard from the counts of the overview, and lead to the structure', async () => {
    const { page } = visit;
    await visit.load();
    await visit.drop(FILE);
    await page.click('#view a[data-severity="error"]');
    await page.waitForSelector(finding);
    expect(new URL(page.url()).hash).toContain('severity=error');

    await page.focus('[role="tree"]');
    await page.keyboard.press('Home');
    await page.waitForSelector(`${chosen}[data-group="${CODE}"]`);
    await page.waitForSelector(`[data-explains="${CODE}"] pre`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForSelector(finding, { state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector(`${chosen}[data-path="${PATH}"]`);
    const offset = Number(await page.getAttribute(chosen, 'data-offset'));
    expect(await visit.text('[data-explains]')).toContain(`at ${offset} (0x${offset.toString(16)})`);

    await page.keyboard.press('Enter');
    await page.waitForSelector(`#view[aria-labelledby="tab-structure"] ${chosen}[data-path="${PATH}"]`);
    await page.goBack();
    await page.waitForSelector(`${finding}[aria-selected="true"][data-offset="${offset}"]`);
    expect(visit.complaints).toEqual([]);
  });

  it('are filtered by severity and by text, and the filter is in the address', async () => {
    const { page } = visit;
    await visit.load('#view=findings');
    await visit.drop(FILE);
    await page.waitForSelector(finding);
    await page.click('[data-filter="error"]');
    await page.waitForSelector(finding, { state: 'detached' });
    expect(await visit.text('.findings')).toContain('No finding matches the filter');
    await page.click('[data-filter="error"]');
    await page.waitForSelector(finding);
    await page.fill('input[type="search"]', 'NO SUCH PATH');
    await page.waitForSelector(finding, { state: 'detached' });
    await page.fill('input[type="search"]', 'Operations[1].actions');
    await page.waitForSelector(finding);
    await expect.poll(() => new URL(page.url()).hash).toContain('text=');
    expect(visit.complaints).toEqual([]);
  });

  it('are selected again by their address after the file is dropped again', async () => {
    await visit.load(`#view=findings&code=${CODE}&nth=0`);
    await visit.drop(FILE);
    await visit.page.waitForSelector(`${finding}[aria-selected="true"][data-path="${PATH}"]`);
    await visit.page.waitForSelector(`[data-explains="${CODE}"] pre`);
  });

  it('of a valid file are replaced by a list of the checks', async () => {
    await visit.load('#view=findings');
    await visit.drop(join(CORPUS, 'valid/framed-v3.hef'));
    await visit.page.getByText('No findings').waitFor();
    await visit.page.getByText('Checksum: verified').waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
