/** What people come to the page for, played from beginning to end on files that real compilers wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { Visit } from './visit.js';

const REAL = process.env.PROTOMDL_REAL_FILES;
const real = (name: string): string => join(REAL as string, name);

describe.skipIf(chromium() === null || REAL === undefined)('somebody', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());

  it('asks why a file does not load, and comes to the bytes at fault', async () => {
    await visit.load();
    await visit.drop(real('v3-5.4-two-contexts.hef'));
    expect(await visit.verdict()).toBe('valid');
    const { page } = visit;
    await page.waitForSelector('[data-release="4.8.0"][data-loads="false"]');
    expect(await visit.text('[data-shown-verdict]')).toMatch(/loads on 4\.23, not on 4\.8 and 4\.20/);
    await page.locator('[data-release="4.8.0"] a:text("at ")').first().click();
    await page.waitForSelector('#view[aria-labelledby="tab-structure"]');
    // The version, in the header's second word.
    const at = await page.waitForSelector('#byte-at-cursor');
    expect(await at.getAttribute('data-offset')).toBe('4');
    expect(visit.complaints).toEqual([]);
  });

  it('looks at the network, finds a layer and the bytes it comes from, and saves the picture', async () => {
    await visit.load('#view=network');
    await visit.drop(real('v2-3.31-ops-graph.hef'));
    const { page } = visit;
    await page.waitForSelector('[data-layer]');
    expect(await visit.text('.network')).toContain('197 layers, 227 edges, 3.34 M weights');
    await page.getByLabel('Search layers').fill('/model.2/cv1/conv');
    await page.getByLabel('Search layers').press('Enter');
    await page.waitForSelector('[data-layer-detail]');
    expect(await visit.text('[data-layer-detail]')).toContain('/model.2/cv1/conv/Conv');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-save="svg"]').click(),
    ]);
    const svg = readFileSync(await download.path(), 'utf8');
    expect(svg).toMatch(/^<svg /);
    expect(svg.match(/<rect /g)?.length).toBeGreaterThan(80);
    await page.locator('[data-layer-detail] a:text("notes")').click();
    await page.waitForSelector('#byte-at-cursor');
    expect(visit.complaints).toEqual([]);
  });

  it('finds where a name occurs, in blobs too', async () => {
    await visit.load('#view=structure');
    const path = real('v2-3.31-ops-graph.hef');
    await visit.drop(path);
    const { page } = visit;
    const box = page.getByLabel('Search names, values, paths, text and bytes');
    await box.fill('conv39');
    await box.press('Enter');
    const all = readFileSync(path).toString('latin1').split('conv39').length - 1;
    await page.locator('.results [role="status"]', { hasText: `${all} hits` }).waitFor();
    expect(all).toBeGreaterThan(30);
    expect(visit.complaints).toEqual([]);
  });

  it('compares two compiles by their pictures', async () => {
    await visit.load('#view=compare');
    await visit.drop(real('v0-3.22-ccw-in-message.hef'), real('v0-3.25-partial-groups.hef'));
    const { page } = visit;
    const changes = await page.waitForSelector('[data-network-changes]', { timeout: 30_000 });
    expect(Number(await changes.getAttribute('data-network-changes'))).toBeGreaterThan(100);
    await page.waitForSelector('[data-streams-changed]');
    expect(visit.complaints).toEqual([]);
  });

  it('hands a finding on: a link that says which file it is about, and a report that is complete in itself', async () => {
    await visit.load('#view=findings');
    await visit.drop(real('v0-3.27-truncated-in-message.hef'));
    const { page } = visit;
    expect(await visit.verdict()).toBe('invalid');
    await visit.go('#view=overview');
    expect(await visit.text('[data-shown-verdict]')).toMatch(
      /cut short: 2\.5 MiB of 10\.2 MiB are here \(24\.5 %\)/,
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('[data-report="html"]:enabled').first().click(),
    ]);
    const html = readFileSync(await download.path(), 'utf8');
    expect(html).toContain('frame-length-mismatch');
    expect(html).not.toMatch(/<script|src=|href=/);
    await visit.load('#view=findings&code=wire-truncated&name=mine.hef&id=12-34&offset=0x280000');
    expect(await visit.text('[data-linked]')).toMatch(/about mine\.hef at 2621440/);
    expect(visit.complaints).toEqual([]);
  });
});
