/** The extension for Visual Studio Code, as packed, in a substitute for the editor (fake-editor.ts). */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EXTENSION, isInstalled, packExtension } from '../../../extensions/vscode/build.js';
import { chromium } from '../../../scripts/page/chromium.js';
import { smithFile } from '../../../src/attack/smith/index.js';
import { FakeEditor } from './fake-editor.js';
import { CORPUS } from './odd-files.js';
import { commandsReports } from './same-report.js';
import { Visit } from './visit.js';

const VALID = join(CORPUS, 'valid/small-network.hef');
const INVALID = join(CORPUS, 'invalid/ddr-pair-mismatch.mdl');
const SEVERITIES = ['error', 'warning', 'info'];

if (!isInstalled) console.warn('extensions/vscode is not tried: run npm ci in it, which installs the packer');

/** Unpacks the extension's files. @returns their names and sizes */
async function unpack(vsix: string, to: string): Promise<Map<string, number>> {
  const { fromBuffer } = createRequire(join(EXTENSION, 'package.json'))('yauzl');
  const zip = await promisify(fromBuffer)(readFileSync(vsix), { lazyEntries: true });
  const names = new Map<string, number>();
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject);
    zip.on('end', resolve);
    zip.on('entry', (entry: { fileName: string; uncompressedSize: number }) => {
      const name = entry.fileName.replace(/^extension\//, '');
      names.set(name, entry.uncompressedSize);
      zip.openReadStream(entry, async (error: Error | null, stream: NodeJS.ReadableStream) => {
        if (error) return reject(error);
        mkdirSync(dirname(join(to, name)), { recursive: true });
        writeFileSync(join(to, name), await text(stream));
        zip.readEntry();
      });
    });
    zip.readEntry();
  });
  return names;
}

describe.skipIf(!isInstalled)('the extension for VS Code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-vscode-'));
  const extension = join(folder, 'extension');
  let vsix = '';
  let files = new Map<string, number>();
  beforeAll(async () => {
    vsix = await packExtension(folder);
    files = await unpack(vsix, extension);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is packed with its own code and licences, and without dependencies', () => {
    expect([...files.keys()].sort()).toEqual([
      'LICENSE.txt',
      'THIRD-PARTY.md',
      '[Content_Types].xml',
      'dist/extension.cjs',
      'dist/page.css',
      'dist/page.js',
      'extension.vsixmanifest',
      'package.json',
      'readme.md',
    ]);
    expect(statSync(vsix).size).toBeLessThan(1_000_000);
    const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('dependencies');
    const [{ selector }] = manifest.contributes.customEditors;
    expect(selector).toEqual([{ filenamePattern: '*.hef' }, { filenamePattern: '*.mdl' }]);
    const code = readFileSync(join(extension, manifest.main), 'utf8');
    const readme = readFileSync(join(extension, 'readme.md'), 'utf8');
    expect(readme).toContain(
      '(https://github.com/PUBLISHER/protomdl/raw/HEAD/docs/images/page-structure.png)',
    );
    const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required.filter((name) => !name?.startsWith('node:'))).toEqual(['vscode']);
  });

  describe.skipIf(chromium() === null)('in an editor', () => {
    let editor: FakeEditor;
    let visit: Visit;
    beforeAll(async () => {
      editor = await FakeEditor.start(extension);
      visit = await Visit.begin({ url: editor.url });
      await editor.show(visit);
    });
    beforeEach(() => {
      visit.complaints.length = 0;
      editor.reads.length = 0;
    });
    afterAll(async () => {
      await visit?.end();
      editor?.end();
    });

    /** Copies a model to a place where a test may change it. */
    function copied(path: string, name = basename(path)): string {
      const to = join(mkdtempSync(join(folder, 'models-')), name);
      copyFileSync(path, to);
      return to;
    }

    it.each([VALID, INVALID])('shows %s, and lists the problems that the command reports', async (path) => {
      await editor.open(path);
      const { verdict, diagnostics } = (await commandsReports([path])).get(path)!;
      expect(await visit.verdict()).toBe(verdict);
      // Infos are listed once for each code.
      const told = diagnostics.map(({ code, severity }) => `${severity} ${code}`);
      const expected = told.filter((line, at) => !line.startsWith('info') || told.indexOf(line) === at);
      await expect
        .poll(() => editor.problems.get(path)?.map(({ code, severity }) => `${SEVERITIES[severity]} ${code}`))
        .toEqual(expected);
      expect(visit.complaints).toEqual([]);
      expect(visit.strays).toEqual([]);
      editor.close();
      expect(editor.problems.has(path)).toBe(false);
    });

    it('has every view, without a margin, in the theme of the editor', async () => {
      for (const [theme, expected] of [
        ['vscode-dark', 'dark'],
        ['vscode-high-contrast vscode-high-contrast-light', 'light'],
      ] as const) {
        editor.theme = theme;
        await editor.open(VALID);
        await visit.page.waitForSelector(`[data-theme="${expected}"] [role="tab"]`);
      }
      expect(await visit.page.evaluate(() => getComputedStyle(document.body).padding)).toBe('0px');
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

    it('reads a large model in parts', async () => {
      const path = join(folder, 'large.hef');
      const most = 2 << 20;
      writeFileSync(path, await smithFile({ seed: 1, framing: 0, contexts: 2, targetBytes: 1.5 * most }));
      await editor.open(path);
      expect(await visit.verdict()).toBe('valid');
      expect(Math.max(...editor.reads)).toBeLessThanOrEqual(most);
      expect(editor.reads.length).toBeGreaterThanOrEqual(3);
      expect(editor.reads.length).toBeLessThan(200);
      expect(visit.complaints).toEqual([]);
    });

    it('shows a changed model again, at the same place', async () => {
      const path = copied(VALID, 'odd [1] {name}*.hef');
      await editor.open(path);
      await visit.show('structure');
      expect(await visit.verdict()).toBe('valid');
      await expect.poll(() => editor.problems.get(path)?.map(({ severity }) => severity)).not.toContain(0);
      writeFileSync(path, readFileSync(path).subarray(0, -1));
      expect(editor.changed(path)).toBe(1);
      await visit.page.waitForSelector('[data-verdict="invalid"] #view[aria-labelledby="tab-structure"]');
      await expect.poll(() => editor.problems.get(path)?.map(({ severity }) => severity)).toContain(0);
      expect(visit.complaints).toEqual([]);
    });

    it('follows links, and keeps its place when its tab is shown again', async () => {
      await editor.open(INVALID);
      await visit.show('findings');
      await visit.page.locator('[role="treeitem"][data-code] a').first().click();
      await visit.page.waitForSelector('#view[aria-labelledby="tab-structure"] [aria-selected="true"]');
      const { hash } = new URL(visit.page.url());
      expect(hash).toContain('view=structure');
      await editor.reload();
      await visit.page.waitForSelector('#view[aria-labelledby="tab-structure"] [aria-selected="true"]');
      expect(new URL(visit.page.url()).hash).toBe(hash);
      expect(visit.complaints).toEqual([]);
    });

    it('saves reports through the dialog of the editor', async () => {
      await editor.open(VALID);
      await visit.verdict();
      editor.saveTo = join(folder, 'saved.json');
      await visit.page.locator('[data-report="json"]:enabled').first().click();
      await expect.poll(() => statSync(editor.saveTo, { throwIfNoEntry: false })?.size).toBeGreaterThan(0);
      expect(editor.proposed).toBe(`${VALID}.report.json`);
      expect(JSON.parse(readFileSync(editor.saveTo, 'utf8')).files[0]).toMatchObject({ verdict: 'valid' });
      editor.saveTo = folder;
      await visit.page.locator('[data-report="json"]:enabled').first().click();
      await expect.poll(() => editor.errors.join()).toContain('EISDIR');
    });

    it('explains why a model cannot be read, and shows the model once it can', async () => {
      const path = join(folder, 'missing <b>.hef');
      await editor.open(path);
      expect(await visit.text('[role="alert"]')).toContain(path);
      await expect
        .poll(() => editor.problems.get(path)?.map(({ code }) => code))
        .toEqual(['source-not-found']);
      copyFileSync(VALID, path);
      editor.changed(path);
      expect(await visit.verdict()).toBe('valid');
      rmSync(path);
      editor.changed(path);
      await visit.page.waitForSelector('[role="alert"]');
    });
  });
});
