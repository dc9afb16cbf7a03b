/** Limits on the size and time of loading the page, and a check that a static site is enough. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import type { Site } from '../../../scripts/page/static-site.js';
import { CORPUS } from './odd-files.js';
import { BUILT_PAGE, Visit } from './visit.js';

/**
 * Limits on compressed bytes: for the empty page, for showing and validating a file, and for the layout of
 * its network's picture.
 */
const MOST_BEFORE_FILE = 40_000;
const MOST_WITH_FILE = 264_000;
const MOST_WITH_PICTURE = 280_000;
/** The graph layout is loaded for the first picture of a graph. */
const LAYOUT = /dagre/;
/** Limit on the compressed bytes of all files of the page, with every view. */
const MOST_IN_ALL = 453_000;
const FIRST_PAINT_MS = 1000;

const files = (): string[] =>
  readdirSync(BUILT_PAGE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

const compressed = (file: string): number =>
  gzipSync(readFileSync(file), { level: constants.Z_BEST_COMPRESSION }).length;

/** Policy of the page, as in its markup. */
const policy = (): Map<string, string[]> => {
  const markup = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8');
  const content = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(markup)?.[1] ?? '';
  return new Map(
    content.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
};

describe('the built page', () => {
  it('is less than 453 kB in all, compressed', () => {
    const sum = files().reduce((all, file) => all + compressed(file), 0);
    // The lower limit excludes an empty folder.
    expect(sum).toBeGreaterThan(100_000);
    expect(sum).toBeLessThan(MOST_IN_ALL);
  });

  it('refers to its files by relative paths, so that it works in any folder', () => {
    const markup = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8');
    const links = [...markup.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !link.startsWith('./'))).toEqual([]);
    for (const file of files().filter((name) => name.endsWith('.css'))) {
      expect(readFileSync(file, 'utf8')).not.toMatch(/url\(\s*['"]?(\/|https?:)/);
    }
  });

  it('forbids unnecessary actions by its policy', () => {
    const allowed = policy();
    expect(allowed.get('default-src')).toEqual(["'none'"]);
    expect(allowed.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(allowed.get('style-src')).toEqual(["'self'"]);
    expect(allowed.get('connect-src')).toEqual(["'none'"]);
    const everything = [...allowed.values()].flat();
    expect(everything).not.toContain("'unsafe-inline'");
    expect(everything).not.toContain("'unsafe-eval'");
    expect(everything.filter((source) => source.includes('*') || source.includes(':'))).toEqual([
      'data:',
      'blob:',
    ]);
  });

  it('has no inline code or styles, which the policy would block', () => {
    const markup = readFileSync(join(BUILT_PAGE, 'index.html'), 'utf8');
    expect(markup).not.toMatch(/<style|\sstyle=|\son\w+=/i);
    expect(markup).not.toMatch(/<script(?![^>]*\ssrc=)/i);
  });
});

describe.skipIf(chromium() === null)('a visitor', () => {
  it('loads less than 40 kB for the page, 264 kB for a file and its verdict, and 280 kB with a picture', async () => {
    const visit = await Visit.begin();
    try {
      const loaded = (without?: RegExp): number => {
        const { url, asked } = visit.site as Site;
        const names = asked.map((request) => new URL(request.url, url).href.slice(url.length));
        const counted = [...new Set(names)].filter((name) => without?.test(name) !== true);
        return counted.reduce(
          (all, name) => all + compressed(join(BUILT_PAGE, name === '' ? 'index.html' : name)),
          0,
        );
      };
      await visit.load();
      expect(loaded()).toBeGreaterThan(10_000);
      expect(loaded()).toBeLessThan(MOST_BEFORE_FILE);
      // The file is framed: its checksum is a part of the verdict.
      await visit.drop(join(CORPUS, 'valid/small-network.hef'));
      expect(await visit.verdict()).toMatch(/valid/i);
      await visit.settle();
      expect(loaded()).toBeGreaterThan(100_000);
      expect(loaded(LAYOUT)).toBeLessThan(loaded());
      expect(loaded(LAYOUT)).toBeLessThan(MOST_WITH_FILE);
      expect(loaded()).toBeLessThan(MOST_WITH_PICTURE);
    } finally {
      await visit.end();
    }
  });
});

describe.skipIf(chromium() === null)('the page without a file', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());

  it('is painted within a second', async () => {
    await visit.load();
    const paint = await visit.page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    expect(await paint.jsonValue()).toBeLessThan(FIRST_PAINT_MS);
    expect(visit.complaints).toEqual([]);
  });

  it('explains its purpose, and the handling of a file', async () => {
    const text = await visit.page.textContent('main');
    expect(text).toContain('Drop');
    expect(text).toContain('Nothing leaves this machine');
  });
});
