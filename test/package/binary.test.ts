/** The single executable: it has the command's output, contains its own files, and does not start more slowly. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeBinary } from '../../scripts/package/binary.js';
import { shippedPackages } from '../../scripts/package/installed-packages.js';
import { filesBelow, MANIFEST, ROOT } from './built.js';

const folder = mkdtempSync(join(tmpdir(), 'protomdl-binary-'));
const cache = join(folder, 'cache');
let binary = '';

beforeAll(async () => {
  expect(inject('buildFailure')).toBe('');
  binary = await makeBinary();
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function ran(program: string, ...args: string[]): { code: number | null; out: string; err: string } {
  // PATH is empty, so that no other Node is found.
  const env = { PATH: '', XDG_CACHE_HOME: cache, TMPDIR: folder };
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: join(ROOT, 'corpus'),
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { code: status, out: stdout, err: stderr };
}

const command = (...args: string[]) => ran(process.execPath, join(ROOT, 'dist/cli/protomdl.js'), ...args);

/** Returns the names of the cache's folders with unpacked files; each name begins with a version. */
const unpacked = (): string[] => readdirSync(join(cache, 'protomdl')).filter((name) => /^\d/.test(name));

// On other systems, the executable would contain the Node that runs this test, and that may not be Node 24.
describe.runIf(process.platform === 'linux' && process.arch === 'x64')('a single executable', () => {
  it.each([
    ['--version'],
    ['validate', 'valid', 'invalid', '--format', 'json'],
    ['validate', 'valid', 'invalid', '--format', 'json', '-j', '2'],
    ['info', 'valid/small-network.hef'],
    ['explain', 'action-unset'],
    ['dump', 'valid/small-network.hef', '--format', 'textproto'],
    ['mutate', 'valid/ddr.mdl', '--seed', '7', '--format', 'json', '--list'],
    ['smith', '--seed', '3', '--describe'],
    ['validate', '--no-such-option'],
    ['validate', 'no-such-file'],
  ])('has the command’s output: %s %s', (...args) => {
    expect(ran(binary, ...args)).toEqual(command(...args));
  });

  it('starts itself again for watched processes and workers', () => {
    const models = join(folder, 'models');
    mkdirSync(models);
    const model = readFileSync(join(ROOT, 'corpus/valid/small-network.hef'));
    for (let index = 0; index < 200; index++) writeFileSync(join(models, `${index}.hef`), model);
    expect(ran(binary, 'validate', models, '-j', '2', '--format', 'json')).toEqual(
      command('validate', models, '-j', '2', '--format', 'json'),
    );
    const large = join(folder, 'large.mdl');
    expect(
      ran(binary, 'smith', '--seed', '5', '--target-bytes', '3M', '--framing', 'bare', '-o', large).code,
    ).toBe(0);
    expect(statSync(large).size).toBeGreaterThan(2 ** 21);
    expect(ran(binary, 'stats', large)).toEqual(command('stats', large));
  }, 120_000);

  it('keeps one private folder of files, with the licences of its content', () => {
    const names = unpacked();
    expect(names).toHaveLength(1);
    const at = join(cache, 'protomdl', names[0] as string);
    expect(statSync(at).mode & 0o077).toBe(0);
    const files = filesBelow(at);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'LICENSE-NODE', 'THIRD-PARTY.md']));
    const notices = readFileSync(join(at, 'THIRD-PARTY.md'), 'utf8');
    for (const { name, bundled } of shippedPackages(ROOT))
      if (bundled) expect(notices).toContain(`## ${name} `);
    for (const name of Object.keys(MANIFEST.dependencies)) {
      expect(files.some((file) => file.startsWith(`node_modules/${name}/`) && /licen[cs]e/i.test(file))).toBe(
        true,
      );
    }
  });

  it('does not run files that other users could have written', () => {
    const at = join(cache, 'protomdl', unpacked()[0] as string);
    chmodSync(at, 0o777);
    writeFileSync(join(at, 'dist/cli/protomdl.js'), 'console.log("planted")');
    const { out } = ran(binary, '--version');
    expect(out).toBe(`${MANIFEST.version}\n`);
    rmSync(at, { recursive: true });
    expect(ran(binary, '--version').out).toBe(`${MANIFEST.version}\n`);
  });
});
