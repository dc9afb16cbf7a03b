import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { command, ended, start } from './command.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const CORPUS = fileURLToPath(new URL('../../corpus', import.meta.url));
const model = (): Buffer => readFileSync(join(CORPUS, 'valid/two-contexts.mdl'));

describe('no command overwrites its input', () => {
  const cases: [name: string, precious: string, args: (root: string) => string[]][] = [
    [
      'replace --with',
      'x.txt',
      (at) => ['replace', `${at}/m.mdl`, 'mapping', '--with', `${at}/x.txt`, '-o', `${at}/x.txt`],
    ],
    ['validate --files-from', 'ff', (at) => ['validate', '--files-from', `${at}/ff`, '-o', `${at}/ff`]],
    ['stats --files-from', 'ff', (at) => ['stats', '--files-from', `${at}/ff`, '-o', `${at}/ff`]],
    ['hash --files-from', 'ff', (at) => ['hash', '--files-from', `${at}/ff`, '-o', `${at}/ff`]],
    ['query --files-from', 'ff', (at) => ['query', 'header', '--files-from', `${at}/ff`, '-o', `${at}/ff`]],
    [
      'check-compat --files-from',
      'ff',
      (at) => ['check-compat', '--files-from', `${at}/ff`, '-o', `${at}/ff`],
    ],
    [
      'validate --baseline',
      'b',
      (at) => ['validate', `${at}/m.mdl`, '--baseline', `${at}/b`, '-o', `${at}/b`],
    ],
    [
      'validate --config',
      'c.yml',
      (at) => ['validate', `${at}/m.mdl`, '--config', `${at}/c.yml`, '-o', `${at}/c.yml`],
    ],
    [
      'a report --config',
      'c.yml',
      (at) => ['validate', `${at}/m.mdl`, '--config', `${at}/c.yml`, '--format', `json=${at}/c.yml`],
    ],
    [
      '--write-baseline',
      'c.yml',
      (at) => ['validate', `${at}/m.mdl`, '--config', `${at}/c.yml`, '--write-baseline', `${at}/c.yml`],
    ],
    ['mutate --replay', 'log', (at) => ['mutate', `${at}/m.mdl`, '--replay', `${at}/log`, '-o', `${at}/log`]],
    [
      'measure --compare',
      'bench.json',
      (at) => ['measure', `${at}/m.mdl`, '--compare', `${at}/bench.json`, '-o', `${at}/bench.json`],
    ],
  ];

  it.each(cases)('%s', async (_, precious, args) => {
    const root = withFiles({ 'm.mdl': model(), 'x.txt': 'text' });
    writeFileSync(join(root, 'ff'), `${join(root, 'm.mdl')}\n`);
    writeFileSync(join(root, 'c.yml'), 'failOn: error\n');
    await command(['validate', join(root, 'm.mdl'), '--write-baseline', join(root, 'b')]);
    await command([
      'mutate',
      join(root, 'm.mdl'),
      '--log',
      join(root, 'log'),
      '-o',
      join(root, 'mutant'),
      '-q',
    ]);
    writeFileSync(join(root, 'bench.json'), '{"schemaVersion":1,"files":[]}');
    const before = readFileSync(join(root, precious), 'utf8');
    expect(before).not.toBe('');
    const { code, err } = await command(args(root));
    expect(err).toContain('would overwrite an input');
    expect(code).toBe(2);
    expect(readFileSync(join(root, precious), 'utf8')).toBe(before);
  });

  it('a report does not overwrite a baseline', async () => {
    const root = withFiles({ 'm.mdl': model() });
    const place = join(root, 'x');
    const { code, err } = await command([
      ...['validate', join(root, 'm.mdl'), '--format', `json=${place}`, '--write-baseline', place],
    ]);
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('a report goes to that file'),
    });
    expect(existsSync(place)).toBe(false);
  });
});

describe('an output stays unchanged', () => {
  it.each(['info', 'stats', 'hash', 'objdump', 'disasm', 'query', 'diff'])(
    'if %s cannot open its input',
    async (verb) => {
      const root = withFiles({ 'm.mdl': model(), x: 'precious' });
      const rest =
        verb === 'query'
          ? ['header', join(root, 'none')]
          : verb === 'diff'
            ? [join(root, 'none'), join(root, 'm.mdl')]
            : [join(root, 'none')];
      const { code } = await command([verb, ...rest, '-o', join(root, 'x')]);
      expect(code).toBe(3);
      expect(readFileSync(join(root, 'x'), 'utf8')).toBe('precious');
      expect(readdirSync(root).sort()).toEqual(['m.mdl', 'x']);
    },
  );

  it('if the process is killed while it writes, and the next run removes the temporary file', async () => {
    const root = withFiles({ x: 'precious', 'm.mdl': model() });
    // The process is stopped when the output is complete, but not renamed yet.
    const stops = join(temporaryDirectory(), 'stops.cjs');
    writeFileSync(
      stops,
      `const fs = require('fs');
      const { renameSync } = fs;
      fs.renameSync = (from, to) => {
        if (to === ${JSON.stringify(join(root, 'x'))}) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        return renameSync(from, to);
      };`,
    );
    const dump = ['dump', join(root, 'm.mdl'), '-o', join(root, 'x')];
    const child = start(dump, { NODE_OPTIONS: `--require ${stops}` });
    const end = ended(child);
    const left = (): string[] => readdirSync(root).filter((name) => name.endsWith('.tmp'));
    while (left().length === 0) await wait(10);
    child.kill('SIGKILL');
    expect((await end).signal).toBe('SIGKILL');
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('precious');
    expect(left()).toHaveLength(1);
    expect((await command(dump)).code).toBe(0);
    expect(left()).toEqual([]);
    expect(JSON.parse(readFileSync(join(root, 'x'), 'utf8'))).toBeTypeOf('object');
  });

  it('in its mode, whatever the umask is; and a link stays a link', async () => {
    const root = withFiles({ 'm.mdl': model(), target: 'old' });
    chmodSync(join(root, 'target'), 0o666);
    symlinkSync('target', join(root, 'link'));
    execFileSync('bash', [
      '-c',
      'umask 077; "$@"',
      'bash',
      process.execPath,
      fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url)),
      ...['hash', join(root, 'm.mdl'), '-o', join(root, 'link')],
    ]);
    expect(readFileSync(join(root, 'target'), 'utf8')).toContain('m.mdl');
    expect(statSync(join(root, 'target')).mode & 0o777).toBe(0o666);
    expect(readdirSync(root).sort()).toEqual(['link', 'm.mdl', 'target']);
  });
});

describe('side files are regular files of a bounded size', () => {
  const cases: [name: string, args: (root: string, side: string) => string[]][] = [
    ['--config', (at, side) => ['validate', `${at}/m.mdl`, '--config', side]],
    ['--baseline', (at, side) => ['validate', `${at}/m.mdl`, '--baseline', side]],
    ['--files-from', (_, side) => ['validate', '--files-from', side]],
    ['--replay', (at, side) => ['mutate', `${at}/m.mdl`, '--replay', side, '-o', `${at}/out`]],
    ['--splice', (at, side) => ['mutate', `${at}/m.mdl`, '--splice', side, '-o', `${at}/out`]],
    ['--compare', (at, side) => ['measure', `${at}/m.mdl`, '--compare', side]],
  ];

  it.each(cases)('%s accepts neither a device nor a FIFO', async (option, args) => {
    const root = withFiles({ 'm.mdl': model() });
    const fifo = join(root, 'fifo');
    execFileSync('mkfifo', [fifo]);
    for (const side of ['/dev/zero', fifo]) {
      const { code, err } = await command(args(root, side));
      expect(err).toContain(option);
      expect(err).toContain('not a regular file');
      expect([2, 3]).toContain(code);
    }
  });

  it('a configuration that was found may not name a device as its baseline', async () => {
    const root = withFiles({ 'm.mdl': model(), 'c.yml': 'baseline: /dev/zero\n' });
    const { code, err } = await command(['validate', join(root, 'm.mdl'), '--config', join(root, 'c.yml')]);
    expect(err).toContain('not a regular file');
    expect(code).toBe(2);
  });

  it('blobs are neither read through links, nor beyond the length in the text', async () => {
    const root = withFiles({ 'm.mdl': readFileSync(join(CORPUS, 'valid/blobs.mdl')), secret: 'secret' });
    const blobs = join(root, 'blobs');
    const text = join(root, 'm.json');
    expect(
      (await command(['dump', join(root, 'm.mdl'), '--bytes', 'file', '--bytes-dir', blobs, '-o', text]))
        .code,
    ).toBe(0);
    const [name] = readdirSync(blobs);
    expect(name).toBeDefined();
    const blob = join(blobs, name as string);
    writeFileSync(blob, Buffer.concat([readFileSync(blob), Buffer.alloc(5)]));
    const longer = await command(['assemble', text, '--bytes-dir', blobs, '-o', join(root, 'out')]);
    expect(longer.code).not.toBe(0);
    expect(longer.err).toContain('more than');
    execFileSync('rm', [blob]);
    symlinkSync(join(root, 'secret'), blob);
    const linked = await command(['assemble', text, '--bytes-dir', blobs, '-o', join(root, 'out')]);
    expect(linked.code).not.toBe(0);
    expect(linked.err).toContain('is a link');
    expect(existsSync(join(root, 'out'))).toBe(false);
  });
});
