/**
 * Typical tasks of users of the page, from beginning to end: on files from real compilers, and on
 * generated files of the same kind, which need no private files.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary } from '@bufbuild/protobuf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import type { SmithOptions } from '../../../src/attack/smith/settings.js';
import { smithFile } from '../../../src/attack/smith/smith.js';
import { type ProtoMDLContext, ProtoMDLMdlSchema } from '../../../src/generated/mdl_pb.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const REAL = process.env.PROTOMDL_REAL_FILES;
if (REAL === undefined) process.stderr.write('jobs are played on made files only: PROTOMDL_REAL_FILES\n');

const folder = mkdtempSync(join(tmpdir(), 'protomdl-jobs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MADE: SmithOptions = {
  preset: 'small',
  groups: 1,
  networks: 1,
  contexts: 2,
  blob: 4000,
  blobs: 20,
  framing: 3,
  with: ['notes', 'inter-context'],
};

async function made(name: string, options: SmithOptions): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, await smithFile({ ...MADE, ...options }));
  return path;
}

interface Files {
  /** A file in version 2, which releases before 4.20 refuse. */
  readonly refused: string;
  /** Version 3, two contexts, words after the message. */
  readonly words: string;
  /** A file with a compiler's notes, which include weights. */
  readonly network: string;
  /** Two files whose difference an application would notice. */
  readonly pair: readonly [string, string];
  readonly cut: string;
  /** Text to search for, and its place. */
  readonly name: string;
}

const KINDS: readonly (readonly [kind: string, isThere: boolean, files: () => Promise<Files>])[] = [
  [
    'real files',
    REAL !== undefined,
    async () => {
      const real = (name: string): string => join(REAL as string, name);
      return {
        refused: real('v2-3.31-ops-graph.hef'),
        words: real('v3-5.4-two-contexts.hef'),
        network: real('v2-3.31-ops-graph.hef'),
        pair: [real('v0-3.22-ccw-in-message.hef'), real('v0-3.25-partial-groups.hef')],
        cut: real('v0-3.27-truncated-in-message.hef'),
        name: 'conv39',
      };
    },
  ],
  [
    'made files',
    true,
    async () => {
      const refused = await made('refused.hef', { seed: 1, framing: 2, loadsOn: '4.20.0' });
      const words = await made('words.hef', { seed: 3 });
      const cut = join(folder, 'cut.hef');
      const bytes = await smithFile({ ...MADE, seed: 4, framing: 0 });
      writeFileSync(cut, bytes.subarray(0, Math.floor(bytes.length / 4)));
      const other = await made('other.hef', { seed: 5 });
      return { refused, words, network: words, pair: [words, other], cut, name: 'conv1' };
    },
  ],
];

describe.skipIf(chromium() === null)('a reader', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());

  describe.each(KINDS.filter(([, isThere]) => isThere))('with %s', (_, __, make) => {
    let files: Files;
    beforeAll(async () => {
      files = await make();
    });

    it('finds the reason why a file does not load, and its bytes', async () => {
      await visit.load();
      await visit.drop(files.refused);
      expect(await visit.verdict()).toBe('valid');
      const { page } = visit;
      const refusing = page.locator('[data-loads="false"][data-release^="4.1"]').first();
      await refusing.waitFor();
      expect(await visit.text('[data-shown-verdict]')).toMatch(/loads on 4\.20/);
      await refusing.locator('a:text("at ")').first().click();
      await page.waitForSelector('#view[aria-labelledby="tab-structure"]');
      // The version, in the header's second word.
      const at = page.locator('#byte-at-cursor');
      await expect.poll(() => at.getAttribute('data-offset')).toBe('4');
      expect(visit.complaints).toEqual([]);
    });

    it('finds the largest layer, and reads that its size is an estimate', async () => {
      await visit.load('#view=network');
      await visit.drop(files.network);
      const { page } = visit;
      await page.waitForSelector('[data-layer]');
      await page.getByLabel('Sort layers').selectOption('space');
      const first = page.locator('[data-row="0"] [data-layer]');
      const bytes = page.locator('[data-row] td:nth-child(3)');
      await expect.poll(async () => (await bytes.first().textContent()) !== '').toBe(true);
      await first.click();
      await page.waitForSelector('[data-layer-detail]');
      const told = /configuration\s+about ([\d,]+) bytes.*an estimate/.exec(
        await visit.text('[data-layer-detail]'),
      );
      const most = Number(told?.[1]?.replaceAll(',', ''));
      // The next layer has at most as many bytes.
      await page.locator('[data-row="1"] [data-layer]').click();
      await expect
        .poll(() => page.locator('[data-layer-detail]').getAttribute('data-layer-detail'))
        .not.toBe(await first.getAttribute('data-layer'));
      const next = /configuration\s+about ([\d,]+) bytes/.exec(await visit.text('[data-layer-detail]'));
      expect(most).toBeGreaterThan(0);
      expect(Number(next?.[1]?.replaceAll(',', ''))).toBeLessThanOrEqual(most);
      expect(visit.complaints).toEqual([]);
    });

    it('finds a layer and its bytes, and saves the picture', async () => {
      await visit.load('#view=network');
      await visit.drop(files.network);
      const { page } = visit;
      await page.waitForSelector('[data-layer]');
      await page.getByLabel('Search layers').fill('conv1');
      await page.getByLabel('Search layers').press('Enter');
      await page.waitForSelector('[data-layer-detail]');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('[data-save="svg"]').click(),
      ]);
      const svg = readFileSync(await download.path(), 'utf8');
      expect(svg).toMatch(/^<svg /);
      expect(svg.match(/<rect /g)?.length).toBeGreaterThan(5);
      await page.locator('[data-layer-detail] a:text("notes")').click();
      // The cursor moves to the record that holds the layer's name.
      const bytes = readFileSync(files.network);
      await expect
        .poll(async () => {
          const at = Number(await page.locator('#byte-at-cursor').getAttribute('data-offset'));
          return bytes.subarray(at, at + 400).toString('latin1');
        })
        .toContain('conv1');
      expect(visit.complaints).toEqual([]);
    });

    it('finds the configuration words of context 1 in the file, and from there the pointer to them', async () => {
      await visit.load('#view=map');
      await visit.drop(files.words);
      const { page } = visit;
      await page.locator('[data-block] button', { hasText: 'ccws' }).click();
      await page.locator('[data-block] button', { hasText: 'contexts[1]' }).click();
      const channels = page.locator('[data-block] a', { hasText: /channel \d/ });
      await channels.first().waitFor();
      const [first] = await channels.evaluateAll((links) =>
        links.map((link) => Number(/offset=(0x[0-9a-f]+)/.exec(link.getAttribute('href') ?? '')?.[1])),
      );
      expect(wordsOf(files.words, 1)).toContain(first);
      await channels.first().click();
      const at = page.locator('#byte-at-cursor');
      await expect.poll(async () => Number(await at.getAttribute('data-offset'))).toBe(first);
      // The page also leads from the bytes back to their pointers.
      await expect.poll(() => visit.text('#view')).toMatch(/contexts\[1\][^\n]*write_data_ccw_ptr/);
      expect(visit.complaints).toEqual([]);
    });

    it('finds the places of a name, in blobs too', async () => {
      await visit.load('#view=structure');
      await visit.drop(files.network);
      const { page } = visit;
      const box = page.getByLabel('Search names, values, paths, text and bytes');
      await box.fill(files.name);
      await box.press('Enter');
      const all = readFileSync(files.network).toString('latin1').split(files.name).length - 1;
      await page.locator('.results [role="status"]', { hasText: `${all} hits` }).waitFor();
      expect(all).toBeGreaterThan(5);
      expect(visit.complaints).toEqual([]);
    });

    it('compares two builds by their pictures', async () => {
      await visit.load('#view=compare');
      await visit.drop(...files.pair);
      const { page } = visit;
      const changes = await page.waitForSelector('[data-network-changes]', { timeout: 30_000 });
      expect(Number(await changes.getAttribute('data-network-changes'))).toBeGreaterThan(3);
      await page.waitForSelector('[data-streams-changed]');
      expect(await visit.text('#view')).toMatch(/stream-(added|removed)/);
      expect(visit.complaints).toEqual([]);
    });

    it('sends a finding to a colleague, who sees the name of the file and the place', async () => {
      await visit.load('#view=findings');
      await visit.drop(files.cut);
      const { page } = visit;
      expect(await visit.verdict()).toBe('invalid');
      await visit.go('#view=overview');
      await expect
        .poll(() => visit.text('[data-shown-verdict]'))
        .toMatch(/cut short: [\d.]+ \w+ of [\d.]+ \w+ are here \(2\d\.\d %\)/);
      await visit.go('#view=findings');
      await page.locator('[data-code]').first().click();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page
        .getByRole('button', { name: /copy link/i })
        .first()
        .click();
      const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
      // The page copies asynchronously.
      await expect.poll(copied).toMatch(/code=.*name=.*id=/);
      const link = await copied();
      await page
        .getByRole('button', { name: /copy as markdown/i })
        .first()
        .click();
      await expect.poll(copied).toMatch(/^\*\*[a-z-]+\*\* \(error\) in `/);
      // The colleague has the link, and nothing else.
      await visit.load(link.slice(link.indexOf('#')));
      expect(await visit.text('[data-linked]')).toMatch(/This link is about .*\.hef at \d+/);
      const size = statSync(files.cut).size.toLocaleString('en-US');
      expect(await visit.text('[data-linked]')).toContain(`(${size} bytes`);
      expect(await visit.text('[data-linked]')).toMatch(/content [0-9a-f]{16}\).*Open that file/s);
      await visit.drop(files.cut);
      const row = page.locator('.row[aria-selected="true"]');
      await row.waitFor();
      const offset = Number(/offset=(0x[0-9a-f]+)/.exec(link)?.[1]);
      expect(await row.textContent()).toContain(`${offset} (0x${offset.toString(16)})`);
      expect(visit.complaints).toEqual([]);
    });

    it('prints a report that is complete in itself, pictures included', async () => {
      await visit.load('#view=findings');
      await visit.drop(files.network);
      await visit.verdict();
      const { page } = visit;
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('[data-report="html"]:enabled').first().click(),
      ]);
      const html = readFileSync(await download.path(), 'utf8');
      expect(html).not.toMatch(/<script|src=|href="(?!#)/);
      const sheet = await page.context().newPage();
      await sheet.setContent(html);
      await sheet.emulateMedia({ media: 'print' });
      // A4 with margins, in pixels of print: nothing is cut at the right.
      await sheet.setViewportSize({ width: 720, height: 1000 });
      const wide = await sheet.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(720);
      expect(await sheet.locator('svg').count()).toBeGreaterThan(0);
      expect((await sheet.locator('svg').first().boundingBox())?.width ?? 0).toBeGreaterThan(100);
      const printed = await sheet.pdf({ format: 'A4' });
      expect(printed.subarray(0, 5).toString()).toBe('%PDF-');
      await sheet.close();
      expect(visit.complaints).toEqual([]);
    });
  });

  it('drops a folder, and gets an explanation', async () => {
    await visit.load();
    await visit.drop(folder);
    await expect.poll(() => visit.text('#view')).toContain('this is a folder: drop its files instead');
    expect(visit.complaints).toEqual([]);
  });

  it('drops a picture, which is not called a message', async () => {
    const path = join(folder, 'photo.hef');
    writeFileSync(path, Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0\0\0\x01\0', 'latin1'));
    await visit.load();
    await visit.drop(path);
    expect(await visit.verdict()).toBe('invalid');
    await expect.poll(() => visit.text('#view')).toMatch(/24 bytes, a PNG picture/);
    await visit.page.getByText('Header fields').click();
    const told = await visit.text('#view');
    expect(told).toContain('Invalid; this is a PNG picture');
    expect(told).toMatch(/framing\s+a PNG picture/);
    expect(told).not.toContain('bare message');
    expect(visit.complaints).toEqual([]);
  });

  it('sees the colours of the system, but swatches in the colours of the picture', async () => {
    const { page } = visit;
    await page.emulateMedia({ forcedColors: 'active' });
    try {
      await visit.load('#view=network');
      await visit.drop(join(CORPUS, 'valid/network-notes.hef'));
      await page.waitForSelector('.swatch');
      const colours = await page.evaluate(() =>
        [...document.querySelectorAll('.swatch')].map((swatch) => getComputedStyle(swatch).backgroundColor),
      );
      expect(new Set(colours).size).toBeGreaterThan(3);
      const [back, text] = await page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(
          document.querySelector('.pictures [aria-pressed="true"]') as Element,
        );
        return [backgroundColor, color];
      });
      expect(back).not.toBe(text);
    } finally {
      await page.emulateMedia({ forcedColors: 'none' });
    }
  });
});

/** Absolute offsets of the words of a context, from protobuf's own codec and the numbers of the header. */
function wordsOf(path: string, context: number): number[] {
  const file = readFileSync(path);
  const length = file.readUInt32BE(8);
  const [padded, padding] = [Number(file.readBigUInt64BE(20)), file.readUInt32BE(28)];
  const message = file.subarray(56, 56 + length);
  const model = fromBinary(ProtoMDLMdlSchema, message);
  const { contexts } = model.networkGroups[0] as { contexts: ProtoMDLContext[] };
  const begin = 56 + length + padding;
  expect(padded).toBeGreaterThan(padding);
  return (contexts[context] as ProtoMDLContext).operations.flatMap(({ actions }) =>
    actions.flatMap(({ action }) =>
      action.case === 'writeDataCcwPtr' ? [begin + Number(action.value.offset)] : [],
    ),
  );
}
