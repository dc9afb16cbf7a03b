/** The site: all links have targets, each code has its address, and nothing is loaded from another host. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenLinks } from '../../scripts/site/links.js';
import { buildSite } from '../../scripts/site/main.js';
import { htmlOf } from '../../scripts/site/markdown.js';
import { codeText } from '../../src/base/diagnostics/catalogue.js';
import { CATALOGUE } from '../../src/check/rules/index.js';
import { temporaryDirectory } from '../cli/temporary.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-site-'));
const pageOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
let files: readonly string[] = [];

beforeAll(async () => {
  // The site's builder refuses links without a target.
  files = await buildSite({ folder, api: false });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the site', () => {
  it('has a page for each code at a stable address, with the summary of the code', () => {
    for (const [code, info] of CATALOGUE) {
      const page = pageOf(`codes/${code}.html`);
      expect(page).toContain(`<title>${code}</title>`);
      const words = codeText(info).summary.match(/[\w ,]{12,}/)?.[0] ?? code;
      expect(page).toContain(words);
    }
  });

  it('has the page that opens files, and every documentation page', () => {
    expect(files).toEqual(
      expect.arrayContaining(['index.html', 'page/index.html', 'docs/index.html', 'docs/rules.html']),
    );
    expect(pageOf('docs/rules.html')).toContain('id="action-unset"');
  });

  it('forbids pages to load from another host', () => {
    for (const name of files.filter((file) => /^(?!page\/).*\.html$/.test(file))) {
      expect(pageOf(name), name).toContain(`content="default-src 'none'; style-src 'self'; img-src 'self'"`);
    }
    expect(pageOf('page/index.html')).toMatch(/default-src 'none'.*connect-src '(none|self)'/s);
    expect(pageOf('style.css')).not.toMatch(/url\(|@import/);
  });
});

it('broken links, missing sections and foreign images are found', () => {
  const site = temporaryDirectory();
  mkdirSync(join(site, 'docs'));
  writeFileSync(
    join(site, 'docs/a.html'),
    htmlOf('# One\n\n# One\n\n[x](b.html#one-1) [y](a.html#one-1)', (href) => ({ href })),
  );
  writeFileSync(
    join(site, 'index.html'),
    '<a href="docs/a.html#one">a</a><a href="docs/a.html#two">b</a><img src="https://other.example/x.png">',
  );
  expect(brokenLinks(site).sort()).toEqual([
    'docs/a.html: b.html#one-1',
    'index.html: docs/a.html#two (no such section)',
    'index.html: loads https://other.example/x.png',
  ]);
});
