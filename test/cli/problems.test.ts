import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { protomdl } from './protomdl.js';
import { temporaryDirectory, withFiles } from './temporary.js';

/** A PNG of 256 × 256 pixels: its signature, and the beginning of its header. */
const PNG = '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00\x00\x00\x01\x00';
const INVALID = fileURLToPath(new URL('../../corpus/invalid', import.meta.url));
const MATCHERS = new URL('../../docs/problem-matchers/', import.meta.url);

const [PATTERN] = JSON.parse(readFileSync(new URL('github.json', MATCHERS), 'utf8')).problemMatcher[0]
  .pattern;
const FORM = new RegExp(PATTERN.regexp);

/** Codes and positions in texts such as `[code at 12 (0xc) in path]`. */
function placesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const match = FORM.exec(line);
    return match === null
      ? []
      : [
          match
            .slice(4)
            .join(' ')
            .replace(/ in .*/, ''),
        ];
  });
}

describe('a fault of bytes', () => {
  const names = readdirSync(INVALID).filter((name) => /^(wire|frame|cut)-?.*\.(mdl|hef)$/.test(name));

  it('has the same form and the same position in the messages of all commands', async () => {
    expect(names.length).toBeGreaterThan(20);
    const folder = temporaryDirectory();
    for (const name of names) {
      const file = join(INVALID, name);
      const known = new Set(placesIn((await protomdl('validate', file, '--format', 'lines')).out));
      for (const [command, ...args] of [
        ['dump', '--bytes', 'elide'],
        ['stats'],
        ['hash'],
        ['info'],
        ['canonicalize', '-o', join(folder, 'out')],
        ['query', 'header.version'],
      ]) {
        const [first = '', ...rest] = args;
        const operands =
          command === 'query' ? [first, file] : [file, first, ...rest].filter((arg) => arg !== '');
        const { err } = await protomdl(command as string, ...operands);
        for (const line of err.split('\n')) {
          if (/\[(wire|frame|message|string)-/.test(line)) expect(line, `${command} ${name}`).toMatch(FORM);
        }
        for (const place of placesIn(err)) {
          if (/^(wire|frame|message|string)-/.test(place)) {
            expect(known, `${command} ${name}: ${place}`).toContain(place);
          }
        }
      }
    }
  });
});

it('an unreadable file is reported in the same form', async () => {
  for (const command of ['hash', 'info', 'stats', 'dump', 'disasm', 'objdump']) {
    const { code, err } = await protomdl(command, '/nowhere.hef');
    expect([command, code, err]).toEqual([
      command,
      3,
      'protomdl: /nowhere.hef: error: there is no such file [source-not-found]\n',
    ]);
  }
});

it.each([
  [
    'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n',
    /a Git LFS pointer to a file of 1 bytes: `git lfs pull`/,
  ],
  ['<!DOCTYPE html><html><body>sign in</body></html>', /an HTML page/],
  ['PK\x03\x04 and so on and on', /a ZIP archive/],
  ['\x08\x07\x12\x07pytorch\x1a\x031.9:\x10', /an ONNX model: compile it with the Dataflow Compiler/],
  [PNG, /a PNG picture/],
  ['Gr\xc3\xbc\xc3\x9fe an alle,\ndie lesen', /a text that begins with "Grüße an alle,"/],
])('the kind of another file is named: %j', async (text, name) => {
  const file = join(withFiles({ 'x.hef': Buffer.from(text, 'latin1') }), 'x.hef');
  const { code, out } = await protomdl('validate', file, '--format', 'lines');
  expect(code).toBe(1);
  expect(out).toMatch(name);
  const info = await protomdl('info', file);
  expect(info.out).not.toContain('bare message');
  expect(info.out + info.err).toMatch(
    /(file +|this is )an? (Git LFS pointer to a file of 1 bytes|HTML page|ZIP archive|ONNX model|PNG picture|text that begins with "[^"]*")[,:;]/,
  );
});

it('only a model without a container is called a bare message', async () => {
  const root = withFiles({ 'x.png': Buffer.from(PNG, 'latin1') });
  const png = await protomdl('validate', join(root, 'x.png'));
  expect(png.out).toMatch(/\n +a PNG picture · 24 bytes\n/);
  const model = await protomdl('validate', join(INVALID, '../valid/smallest.mdl'));
  expect(model.out).toContain(' bare message · ');
});

it('files are found by the extensions .HEF and .MDL in any case', async () => {
  const root = withFiles({ 'UPPER.HEF': readFileSync(join(INVALID, '../valid/smallest.mdl')) });
  expect((await protomdl('validate', root)).out).toContain('UPPER.HEF');
});
