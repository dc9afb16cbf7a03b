import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command } from './command.js';
import { protomdl } from './protomdl.js';
import { VALID_FILE, validBytes } from './specimens.js';
import { withFiles } from './temporary.js';

/** A frame with one byte too many: one error. */
const longBytes = () =>
  readFileSync(new URL('../../corpus/invalid/frame-trailing-bytes.hef', import.meta.url));

const twoFiles = () => withFiles({ 'a.hef': validBytes(), 'b.hef': longBytes() });

describe('reports of a run', () => {
  it('go to the destinations in their options', async () => {
    const root = twoFiles();
    const at = (name: string) => join(root, name);
    const formats = ['sarif', 'junit', 'gitlab', 'markdown', 'csv', 'ndjson', 'json', 'github'];
    const { code, out } = await protomdl(
      'validate',
      root,
      ...formats.flatMap((format) => ['--format', `${format}=${at(format)}`]),
      '--format',
      'human',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/\nINVALID: 1 error in 1 of 2 files/);
    const text = (name: string) => readFileSync(at(name), 'utf8');
    expect(JSON.parse(text('sarif')).runs[0].results).toHaveLength(1);
    expect(JSON.parse(text('gitlab'))).toHaveLength(1);
    expect(JSON.parse(text('json')).files).toHaveLength(2);
    expect(text('junit')).toMatch(/<testsuite [^>]*failures="1"/);
    expect(text('csv').trimEnd().split('\n')).toHaveLength(3);
    expect(text('ndjson').trimEnd().split('\n')).toHaveLength(2);
    expect(text('markdown')).toContain('**error** `frame-length-mismatch`');
    expect(text('github')).toMatch(/^::error file=/);
  });

  it.each([
    [['--format', 'human', '--format', 'json'], /human and json cannot go to the same output/],
    [['--format', 'json=x', '--format', 'sarif=./x'], /two reports cannot go to one file/],
    [['--format', 'json=x', '-o', 'y'], /-o y: every report already has its own file/],
    [['--format', `json=${VALID_FILE}`], /--format json .*would overwrite an input/],
  ])('are refused if two have one destination: %s', async (args, message) => {
    const { code, out, err } = await protomdl('validate', VALID_FILE, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
    expect(existsSync('x')).toBe(false);
  });

  it('end with exit code 3 if a report cannot be written', async () => {
    const { code, out, err } = await protomdl('validate', VALID_FILE, '--format', 'json=/nowhere/x');
    expect([code, out]).toEqual([3, '']);
    expect(err).toBe('protomdl: --format json /nowhere/x: there is no such directory\n');
  });

  it('go to the file of -o if they have no other file', async () => {
    const root = twoFiles();
    const [one, other] = [join(root, 'one'), join(root, 'other')];
    const args = ['--format', `sarif=${one}`, '--format', 'json', '-o', other];
    expect(await protomdl('validate', VALID_FILE, ...args)).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(other, 'utf8')).files).toHaveLength(1);
    expect(JSON.parse(readFileSync(one, 'utf8')).version).toBe('2.1.0');
  });

  it('list each file in ndjson as soon as it is finished, with workers too', async () => {
    const root = withFiles(
      Object.fromEntries(
        Array.from({ length: 260 }, (_, i) => [`${i}.hef`, i % 7 === 0 ? longBytes() : validBytes()]),
      ),
    );
    const { code, out } = await command(['validate', root, '--format', 'ndjson', '-j', '2']);
    expect(code).toBe(1);
    const lines = out.trimEnd().split('\n');
    const single = await command(['validate', root, '--format', 'ndjson', '-j', '1']);
    expect(lines).toHaveLength(260);
    expect(lines.sort()).toEqual(single.out.trimEnd().split('\n').sort());
  });

  it('accept --fail-on runtime only with --runtime', async () => {
    const { code, err } = await protomdl('validate', VALID_FILE, '--fail-on', 'runtime');
    expect(code).toBe(2);
    expect(err).toMatch(/--fail-on runtime needs --runtime/);
  });
});

describe('explain', () => {
  it('has a line for each cause of a status, and the whole texts with --verbose', async () => {
    for (const status of ['26', 'HAILO_INVALID_HEF']) {
      const { code, out } = await protomdl('explain', status);
      expect(code).toBe(0);
      const lines = out.split('\n');
      expect(lines.length).toBeGreaterThan(40);
      expect(lines.length).toBeLessThan(200);
      expect(out).toMatch(/^ {2}error +frame-length-mismatch +the sizes in the header/m);
      expect(out).toMatch(/codes: .*protomdl explain CODE says more\.\n$/);
      expect((await protomdl('explain', status, '--verbose')).out).toContain('\nWhy it matters\n');
    }
  });

  it('begins with the likeliest cause of a message, and names the option that makes the cause an error', async () => {
    const { out } = await protomdl('explain', 'HEF format is not compatible with device');
    expect(out).toMatch(/^hw-arch-not-configurable {2}info, error with --device, found when /);
    expect(out).toContain('\nCompiled for another device, or ');
    expect(out.indexOf('hw-arch-unknown  ')).toBeGreaterThan(0);
  });

  it('describes a code', async () => {
    const { code, out } = await protomdl('explain', 'frame-length-mismatch', 'wire-truncated');
    expect(code).toBe(0);
    expect(out).toMatch(/^wire-truncated {2}error, [\s\S]*\nframe-length-mismatch {2}error, /);
  });

  it('suggests the nearest code', async () => {
    const { code, out, err } = await protomdl('explain', 'frame-lenght-mismatch');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/frame-lenght-mismatch; did you mean frame-length-mismatch\?/);
  });

  it('lists all codes, or the given codes', async () => {
    expect((await protomdl('explain')).out).toContain('frame-bad-magic');
    const { code, out } = await protomdl('explain', '--list', 'wire');
    expect(code).toBe(0);
    expect(out).toMatch(/^wire\n {2}error +wire-truncated +a record/);
    expect((await protomdl('explain', '--format', 'markdown')).out).toContain('### wire-truncated');
  });
});
