import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { protomdl } from './protomdl.js';
import { cutBytes, VALID_FILE, validBytes } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const validate = (...args: readonly string[]) => protomdl('validate', ...args);

async function json(...args: string[]) {
  const { code, out, err } = await validate('--format', 'json', ...args);
  return { code, err, files: JSON.parse(out).files };
}

const lastLine = (text: string): string => text.trimEnd().split('\n').at(-1)!;

describe('validate', () => {
  it('reports that a valid file is valid, and that its checksum was verified', async () => {
    const { code, out, err } = await validate(VALID_FILE);
    expect(code).toBe(0);
    expect(lastLine(out)).toMatch(
      /^VALID for Hailo-8 \(ACCEL8P\); loads on .*; not on Hailo-8L; no errors.*checksum verified$/,
    );
    expect(err).toBe('');
  });

  it('reports that the checksum was not verified', async () => {
    const { code, out } = await validate(VALID_FILE, '--no-checksum');
    expect(code).toBe(0);
    expect(lastLine(out)).toMatch(/checksum not checked$/);
  });

  it('ends with 1 for an invalid file, and shows the bytes', async () => {
    const root = withFiles({ 'cut.hef': cutBytes() });
    const { code, out } = await validate(join(root, 'cut.hef'));
    expect(code).toBe(1);
    expect(out).toMatch(/error +frame-length-mismatch +at \d+ \(0x[0-9a-f]+\)/);
    expect(out).toMatch(/\n {4}00000000 .*\[/);
    expect(lastLine(out)).toMatch(/^INVALID: 2 errors; for Hailo-8 \(ACCEL8P\); .*checksum not checked$/);
  });

  it('reports an empty file as invalid', async () => {
    const root = withFiles({ 'empty.mdl': '' });
    const { code, files } = await json(join(root, 'empty.mdl'));
    expect(code).toBe(1);
    expect(files[0]).toMatchObject({ verdict: 'invalid', bytes: { size: 0 } });
    expect(files[0].diagnostics.map(({ code }: { code: string }) => code)).toContain('no-network-groups');
  });

  it.each([
    ['error', 1],
    ['warning', 1],
    ['info', 1],
    ['never', 0],
  ])('fails on errors unless these are switched off (%s)', async (failOn, expected) => {
    const root = withFiles({ 'cut.hef': cutBytes() });
    expect((await validate(join(root, 'cut.hef'), '--fail-on', failOn)).code).toBe(expected);
  });

  it('fails for warnings or remarks on request', async () => {
    // Field 1000 as a varint: unknown to the schema, reported as an info only.
    const bytes = Buffer.concat([
      readFileSync(VALID_FILE).subarray(messageOffset()),
      Buffer.from([0xc0, 0x3e, 0]),
    ]);
    const root = withFiles({ 'new.mdl': bytes });
    const path = join(root, 'new.mdl');
    expect((await json(path)).files[0].counts).toMatchObject({ error: 0 });
    expect((await json(path)).files[0].counts.info).toBeGreaterThan(0);
    expect((await validate(path)).code).toBe(0);
    const { code, out } = await validate(path, '--fail-on', 'info');
    expect(code).toBe(1);
    expect(lastLine(out)).toMatch(/^VALID for .*fails because of --fail-on info$/);
  });

  it('reports unreadable files, continues, and ends with 3', async () => {
    const gone = join(temporaryDirectory(), 'gone.hef');
    const { code, files } = await json(gone, VALID_FILE);
    expect(code).toBe(3);
    expect(files).toMatchObject([
      { path: gone, verdict: 'unreadable', error: { code: 'source-not-found' } },
      { path: VALID_FILE, verdict: 'valid' },
    ]);
  });

  it('ends with the exit code for an unreadable file, even if another file is invalid', async () => {
    const root = withFiles({ 'cut.hef': cutBytes() });
    expect((await validate(join(root, 'gone.hef'), join(root, 'cut.hef'))).code).toBe(3);
  });

  it.skipIf(process.getuid?.() === 0)('reports missing permissions', async () => {
    const root = withFiles({ 'a.mdl': validBytes(), 'd/b.mdl': validBytes() });
    chmodSync(join(root, 'a.mdl'), 0);
    chmodSync(join(root, 'd'), 0);
    const { code, files } = await json(root);
    chmodSync(join(root, 'd'), 0o700);
    expect(code).toBe(3);
    expect(files).toMatchObject([
      { error: { code: 'source-no-permission' } },
      { error: { code: 'source-no-permission' } },
    ]);
  });

  it('with --from, uses the named framing whatever the bytes are', async () => {
    const { files } = await json(VALID_FILE, '--from', 'bare');
    expect(files[0]).toMatchObject({ verdict: 'invalid', container: { framing: 'bare' } });
    const root = withFiles({ 'bare.mdl': readFileSync(VALID_FILE).subarray(messageOffset()) });
    expect((await json(join(root, 'bare.mdl'))).files[0]).toMatchObject({
      verdict: 'valid',
      container: { framing: 'bare' },
    });
    const framed = await json(join(root, 'bare.mdl'), '--from', 'framed');
    expect(framed.files[0].diagnostics[0].code).toBe('frame-bad-magic');
  });

  it('lists the requested number of findings of a code, and counts all', async () => {
    // Fifty empty actions in one operation of one context of one group.
    const nest = (tag: number, body: Buffer): Buffer =>
      Buffer.concat([Buffer.from([tag, body.length]), body]);
    const actions = Buffer.concat(Array.from({ length: 50 }, () => Buffer.from([0x12, 0])));
    const root = withFiles({ 'many.mdl': nest(0x12, nest(0x1a, nest(0x12, actions))) });
    const { files } = await json(join(root, 'many.mdl'), '--max-per-code', '3');
    const unset = files[0].diagnostics.filter(({ code }: { code: string }) => code === 'action-unset');
    expect(unset).toHaveLength(3);
    expect(files[0].counts.error).toBeGreaterThanOrEqual(50);
    expect(files[0].diagnosticsCapped).toBe(true);
    const { out } = await validate(join(root, 'many.mdl'), '--max-per-code', '3');
    expect(out).toMatch(/action-unset[\s\S]*… and 47 more/);
  });

  it('writes the report to the file of -o, and nothing elsewhere', async () => {
    const report = join(temporaryDirectory(), 'report.json');
    const { code, out, err } = await validate(VALID_FILE, '--format', 'json', '-o', report);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: '' });
    expect(JSON.parse(readFileSync(report, 'utf8')).files).toHaveLength(1);
  });

  it('never overwrites its input', async () => {
    const root = withFiles({ 'a.mdl': validBytes() });
    const { code, err } = await validate(join(root, 'a.mdl'), '-o', join(root, 'a.mdl'));
    expect(code).toBe(2);
    expect(err).toContain('overwrite an input');
    expect(readFileSync(join(root, 'a.mdl')).equals(validBytes())).toBe(true);
  });

  it('lists arguments that match no files, except with --quiet', async () => {
    const root = withFiles({ 'none/readme.txt': '' });
    expect((await validate(VALID_FILE, join(root, 'none'))).err).toContain('no files to validate in it');
    expect((await validate(VALID_FILE, join(root, 'none'), '-q')).err).toBe('');
    expect((await validate(VALID_FILE, join(root, 'none'), '-q')).out).toMatch(/^VALID for .*\n$/);
  });

  it('uses colours on request', async () => {
    expect((await validate(VALID_FILE)).out).not.toContain('\u001b');
    expect((await validate(VALID_FILE, '--color', 'always')).out).toContain('\u001b[32m');
  });

  it('reads a FIFO as a stream, with the same report as for the file', async () => {
    const root = temporaryDirectory();
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [piped] = await Promise.all([
      json(pipe),
      import('node:fs/promises').then((fs) => fs.writeFile(pipe, validBytes())),
    ]);
    const { files } = await json(VALID_FILE);
    const without = ({ path, bytes, ...rest }: Record<string, unknown>) => rest;
    expect(piped.files.map(without)).toEqual(files.map(without));
    expect(piped.code).toBe(0);
  });

  it('reads a file again in each run: a file that has become empty is invalid', async () => {
    const root = withFiles({ 'a.mdl': validBytes() });
    writeFileSync(join(root, 'a.mdl'), '');
    expect((await json(join(root, 'a.mdl'))).code).toBe(1);
  });
});

/** Offset of the message in VALID_FILE, by its container version. */
function messageOffset(): number {
  return [32, 28, 44, 56][validBytes().readUInt32BE(4)]!;
}
