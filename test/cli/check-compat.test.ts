import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { PUBLISHED_RELEASES } from '../../src/base/diagnostics/releases.js';
import type { RuntimeVerdict } from '../../src/check/runtime/verdict.js';
import { command } from './command.js';
import { protomdl } from './protomdl.js';
import { cutBytes, VALID_FILE, validBytes } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

interface Row {
  readonly path: string;
  readonly error: { readonly code: string } | null;
  readonly architecture: { readonly number: number; readonly name: string | null } | null;
  readonly runtime: Readonly<Record<string, RuntimeVerdict>>;
}

const checkCompat = (...args: readonly string[]) => protomdl('check-compat', ...args);

async function rowsOf(...args: string[]): Promise<readonly Row[]> {
  return JSON.parse((await checkCompat('--format', 'json', ...args)).out).files;
}

function isValid(report: unknown): boolean {
  const text = readFileSync(new URL('../../docs/schemas/compat.schema.json', import.meta.url), 'utf8');
  return new Ajv({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text))(report) as boolean;
}

it('ends with 0 only if all requested releases load all files', async () => {
  expect((await checkCompat(VALID_FILE, '--target', '4.8.0,4.20.0')).code).toBe(0);
  const root = withFiles({ 'cut.hef': cutBytes() });
  expect((await checkCompat(VALID_FILE, join(root, 'cut.hef'), '--target', '4.8.0')).code).toBe(1);
  // This file does not have extension 26.
  expect((await checkCompat(VALID_FILE)).code).toBe(1);
});

it('shows a row for each file, with the reason for a refusal', async () => {
  const root = withFiles({ 'cut.hef': cutBytes() });
  const { out } = await checkCompat(VALID_FILE, join(root, 'cut.hef'), '--target', '4.8.0,4.20.0');
  const [titles, good, cut, , why] = out.split('\n');
  expect(titles?.trim().split(/ {2,}/)).toEqual(['file', 'device', '4.8.0, 4.20.0']);
  expect(good?.trim().split(/ +/)).toEqual([VALID_FILE, 'Hailo-8', '(ACCEL8P)', 'accepts']);
  expect(cut?.trim().split(/ +/).slice(-1)).toEqual(['rejects']);
  expect(why).toMatch(
    /cut\.hef: 4\.8\.0, 4\.20\.0 reject at load: INVALID_HEF \(26\), frame-length-mismatch$/,
  );
  expect(out).toMatch(/\n1 of 2 files not loaded by all releases\n$/);
});

it('prints JSON that matches its schema, by file and release', async () => {
  const root = withFiles({ 'cut.hef': cutBytes() });
  const missing = join(root, 'missing.hef');
  const { out } = await checkCompat(
    '--format',
    'json',
    '--target',
    'all',
    VALID_FILE,
    join(root, 'cut.hef'),
    missing,
  );
  const report = JSON.parse(out);
  expect(isValid(report)).toBe(true);
  expect(report.releases).toEqual(PUBLISHED_RELEASES);
  const [good, cut, none] = report.files as Row[];
  expect(good).toMatchObject({
    path: VALID_FILE,
    error: null,
    architecture: { name: expect.stringMatching(/ACCEL8P$/), device: 'Hailo-8' },
  });
  expect(Object.keys(good?.runtime ?? {})).toEqual(PUBLISHED_RELEASES);
  expect(Object.keys(cut?.runtime['4.8.0'] ?? {})).toEqual([
    'verdict',
    'stage',
    'status',
    'name',
    'because',
    'reasons',
    'configure',
  ]);
  expect(cut?.runtime['4.8.0']).toMatchObject({ verdict: 'rejects', stage: 'load', status: 26 });
  expect(none).toMatchObject({ path: missing, architecture: null, runtime: {} });
  expect(none?.error?.code).toEqual(expect.any(String));
});

it('writes a Markdown table that the text of its cells cannot break', async () => {
  const root = withFiles({ 'a|b`.hef': validBytes() });
  const { out } = await checkCompat('--format', 'markdown', '--target', '4.23.0', join(root, 'a|b`.hef'));
  const [titles, line, row, ...rest] = out.split('\n');
  expect([titles, line, rest]).toEqual(['| file | device | 4.23.0 |', '| --- | --- | --- |', ['']]);
  expect(row?.replaceAll('\\|', '').split('|')).toHaveLength(5);
  expect(row).toMatch(/\| rejects at load: HEF_NOT_SUPPORTED \(92\), `extension-not-loadable` \|$/);
});

it('writes CSV, a row for each file and release', async () => {
  const { out } = await checkCompat('--format', 'csv', '--target', '4.8.0', '--target', '4.23.0', VALID_FILE);
  expect(out.trimEnd().split('\n')).toEqual([
    'file,architecture,release,verdict,stage,status,name,because,configure,device',
    `${VALID_FILE},ACCEL8P,4.8.0,accepts,,0,SUCCESS,,,Hailo-8`,
    `${VALID_FILE},ACCEL8P,4.23.0,rejects,load,92,HEF_NOT_SUPPORTED,extension-not-loadable,,Hailo-8`,
  ]);
});

it.each(['human', 'markdown', 'csv'])(
  'shows unreadable files as %s, continues, and ends with 3',
  async (format) => {
    const missing = join(temporaryDirectory(), 'missing.hef');
    const { code, out } = await checkCompat('--format', format, missing, VALID_FILE);
    expect(code).toBe(3);
    expect(out).toMatch(/missing\.hef.*(unreadable|no such file)/);
    expect(out.split('\n').some((line) => line.includes(VALID_FILE) && line.includes('ACCEL8P'))).toBe(true);
  },
);

it('ends with 1 for a file that a named device cannot run, even if all releases load the file', async () => {
  const asked = [VALID_FILE, '--target', '4.20.0', '--device', 'hailo8'];
  expect((await checkCompat(...asked)).code).toBe(0);
  const { code, err } = await checkCompat(...asked, '--device', 'hailo8l');
  expect(code).toBe(1);
  expect(err).toContain('Device arch: HAILO8L, HEF arch: HAILO8: compile the model for hailo8l');
});

it('writes to a file', async () => {
  const path = join(temporaryDirectory(), 'compat.json');
  const { out } = await checkCompat('--format', 'json', '-o', path, VALID_FILE);
  expect(out).toBe('');
  expect(JSON.parse(readFileSync(path, 'utf8')).files).toHaveLength(1);
});

it.each([
  [[], /no files to check/],
  [[VALID_FILE, '--target', '4.9.0'], /not known; nearest: 4\.8\.0, 4\.17\.0/],
  [[VALID_FILE, '--target', '5.1', '--device', 'hailo8'], /releases for it are 4\.8\.0, 4\.17 to 4\.23/],
  [[VALID_FILE, '--device', 'hailo9'], /devices are Hailo-8, Hailo-8L/],
  [[VALID_FILE, '--format', 'junit'], /junit/],
] as const)('refuses invalid command lines (%#)', async (args, message) => {
  const { code, out, err } = await checkCompat(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(message);
});

it('gives a reason once for all releases that have it', async () => {
  const { out } = await checkCompat(join(withFiles({ 'cut.hef': cutBytes() }), 'cut.hef'));
  expect(out).toMatch(/: 4\.21 to 4\.23 reject at load: HEF_FILE_CORRUPTED/);
  expect(out.match(/^why .*/gm)).toEqual(['why 4.17 to 4.23 do not load it']);
  const [newer] =
    (
      await checkCompat(fileURLToPath(new URL('../../corpus/valid/framed-v3.hef', import.meta.url)))
    ).out.match(/^why .*/gm) ?? [];
  expect(newer).toBe('why 4.17 does not load it');
});

it('with --no-checksum, predicts as if all checksums were correct', async () => {
  const bytes = validBytes();
  // Offset of the MD5 in the header of a file of version 0.
  const at = 20;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  const path = join(temporaryDirectory(), 'changed.hef');
  writeFileSync(path, bytes);
  const [verified] = await rowsOf(path, '--target', '4.8.0');
  const [believed] = await rowsOf(path, '--target', '4.8.0', '--no-checksum');
  expect(verified?.runtime['4.8.0']).toMatchObject({ because: ['frame-checksum-mismatch'] });
  expect(believed?.runtime['4.8.0']).toMatchObject({ verdict: 'accepts' });
});

it('predicts the same for a stream, and in workers', async () => {
  const [alone] = await rowsOf(VALID_FILE);
  const piped = await command(['check-compat', '--format', 'json', '-'], validBytes());
  expect(piped.code).toBe(1);
  expect(JSON.parse(piped.out).files).toEqual([{ ...alone, path: '-' }]);

  const root = withFiles(
    Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`${index}.hef`, index % 7 === 0 ? cutBytes() : validBytes()]),
    ),
  );
  const [one, many] = await Promise.all(
    ['1', '3'].map((jobs) => command(['check-compat', '--format', 'json', '-j', jobs, root])),
  );
  expect(many).toEqual(one);
  expect(JSON.parse(one?.out ?? '').files).toHaveLength(60);
});
