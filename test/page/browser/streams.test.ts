/** Streams as an application sees them: in the overview, with their names and JSON to copy. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

describe.skipIf(chromium() === null)('streams of the application', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
    await visit.load();
    await visit.drop(join(CORPUS, 'valid/small-network.hef'));
    await visit.verdict();
    await visit.go('#view=overview');
  });
  afterAll(() => visit?.end());

  it('are in the order of the runtime, each with its channels', async () => {
    const table = visit.page.getByRole('region', { name: 'Streams of the application' });
    await table.waitFor();
    const rows = await table.locator('tbody tr').allTextContents();
    const cells = rows.map((row) => row.replace(/\s+/g, ' ').trim());
    expect(cells).toHaveLength(6);
    expect(cells[0]).toMatch(/^in ?digits\/input_layer1 ?56x56x1 ?NHWC UINT8 ?3,136 ?0\.03125 \* q/);
    expect(cells[2]).toMatch(/^out ?digits\/fc2 ?1x1x10 ?NC UINT8 ?10/);
    expect(cells[3]).toMatch(/^└ digits\/fc2 ?1x1x16/);
    expect(visit.complaints).toEqual([]);
  });

  it('are copied: the name, and everything as JSON', async () => {
    const { page } = visit;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('button', { name: 'copy the name digits/fc2', exact: true }).click();
    await expect.poll(copied).toBe('digits/fc2');
    await page.getByRole('button', { name: 'copy the JSON of digits/fc2', exact: true }).click();
    await expect.poll(copied).toContain('"frameBytes": 10');
    expect(JSON.parse(await copied())).toMatchObject({ direction: 'output', order: 'NC', type: 'UINT8' });
  });
});
