/** Instructions of the README for newcomers. `npm run generate:check` checks that its outputs are real. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { commandOutput } from '../../scripts/readme/command-output.js';
import { terminalSvg } from '../../scripts/readme/terminal-svg.js';
import { ROOT } from '../package/built.js';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const blocks = [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => {
  return { language, text: text as string };
});

/** Documents whose links must lead to existing files and headings. */
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'corpus/README.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('the README', () => {
  it('begins with two commands, each complete in itself', () => {
    expect(blocks[0]).toEqual({
      language: 'sh',
      text: 'npm ci && npx protomdl validate corpus/valid/small-network.hef\nnpm ci && npm test\n',
    });
  });

  it('has an example of the library with the described result', () => {
    expect(inject('buildFailure')).toBe('');
    const example = blocks.findIndex(({ language }) => language === 'ts');
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    // The program is in the package's folder, so that it can import the package by its own name.
    const folder = mkdtempSync(join(ROOT, '.cache', 'readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'example.mjs');
    writeFileSync(file, blocks[example]!.text);
    const out = execFileSync(process.execPath, [file], { cwd: ROOT, encoding: 'utf8' });
    expect(blocks[example + 1]).toEqual({ language: 'text', text: out });
  });
});

/** Returns GitHub's anchors for the headings of a document. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

it.each(DOCUMENTS)('links of %s lead to existing files and headings', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
    expect(statSync(file, { throwIfNoEntry: false }), target).toBeDefined();
    if (anchor !== undefined) expect(anchorsOf(readFileSync(file, 'utf8'))).toContain(anchor);
  }
});

describe('a picture of a terminal', () => {
  it('shows every character in its place, with its style', () => {
    const svg = terminalSvg('x', 'a\u001b[31m<b>\u001b[39m  \u001b[1m\u001b[2mc\u001b[22m', 20);
    const runs = [...svg.matchAll(/<tspan x="([\d.]+)"(?: class="([^"]+)")?>([^<]*)<\/tspan>/g)];
    expect(runs.map(([, , classes, text]) => [classes, text])).toEqual([
      ['dim', '$'],
      [undefined, 'x'],
      [undefined, 'a'],
      ['red', '&#60;b&#62;'],
      ['bold dim', 'c'],
    ]);
    const columns = runs.map(([, x]) => Math.round((Number(x) - 16) / 7.83));
    expect(columns).toEqual([0, 2, 0, 1, 6]);
  });

  it('has every style that reports use', async () => {
    const output = await commandOutput('validate corpus/invalid corpus/valid', true);
    expect(terminalSvg('x', output, 80)).toMatch(/^<svg [\s\S]*<\/svg>\n$/);
  });

  it('refuses characters that it cannot show', () => {
    expect(() => terminalSvg('x', '\u001b[5mblink', 80)).toThrow('SGR 5');
    expect(() => terminalSvg('x', '\u001b[2Aup', 80)).toThrow('escape sequence');
  });
});
