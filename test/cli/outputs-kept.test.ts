import { lstatSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/run.js';
import { capturedHost } from './captured-host.js';
import { withFiles } from './temporary.js';

const corpus = (name: string): Buffer => readFileSync(new URL(`../../corpus/valid/${name}`, import.meta.url));
const model = (): Buffer => corpus('two-contexts.mdl');

/** Runs the command in this process; names of files in its arguments become paths in the folder. */
async function inProcess(root: string, args: readonly string[]): Promise<{ code: number; err: string }> {
  const host = capturedHost({ folder: root });
  const named = args.map((arg) => arg.replace(/(?<=^|=)(none|x|list|[\w-]+\.(?:hef|mdl))$/, `${root}/$1`));
  return { code: await run(named, host), err: host.err() };
}

describe('an output stays unchanged if no input exists', () => {
  const WITHOUT_INPUT: readonly (readonly string[])[] = [
    ...['human', 'json', 'ndjson', 'sarif', 'junit', 'html', 'markdown', 'github', 'gitlab', 'csv'].map(
      (format) => ['validate', 'none.hef', 'nor-this.hef', '--format', format, '-o', 'x'],
    ),
    ['validate', 'none.hef', '--format', 'json=x'],
    ['validate', 'none.hef', '-q', '--write-baseline', 'x'],
    ...['check-compat', 'info', 'stats', 'measure', 'network'].map((verb) => [
      ...[verb, 'none.hef', '--format', 'json', '-o', 'x'],
    ]),
    ['check-compat', 'none.hef', '-o', 'x'],
    ['check-compat', '--files-from', 'list', '-o', 'x'],
    ['measure', 'none.hef', '-o', 'x'],
    ['corpus', 'coverage', 'none', '-o', 'x'],
    ['corpus', 'coverage', 'none', '--format', 'json', '-o', 'x'],
    ['corpus', 'verify', 'none', '-o', 'x'],
  ];

  it.each(WITHOUT_INPUT.map((args) => [args.join(' '), args] as const))(
    'if no input exists: %s',
    async (_, args) => {
      const root = withFiles({ list: '/none/none.hef\n', x: 'precious' });
      const { code, err } = await inProcess(root, args);
      expect(code).toBe(3);
      expect(err).toMatch(/x: not written, because no input could be read/);
      expect(readFileSync(join(root, 'x'), 'utf8')).toBe('precious');
      expect(readdirSync(root).sort()).toEqual(['list', 'x']);
    },
  );

  it('but it is written if at least one input exists', async () => {
    const root = withFiles({ 'm.mdl': model(), x: 'old' });
    for (const args of [
      ['validate', 'm.mdl', 'none.hef', '--format', 'json', '-o', 'x'],
      ['check-compat', 'm.mdl', 'none.hef', '-o', 'x'],
      ['corpus', 'coverage', 'm.mdl', 'none.hef', '-o', 'x'],
    ]) {
      writeFileSync(join(root, 'x'), 'old');
      expect((await inProcess(root, args)).code).toBe(3);
      expect(readFileSync(join(root, 'x'), 'utf8')).not.toBe('old');
    }
  });

  it('and a message calls it replaced only if it was replaced', async () => {
    const root = withFiles({ 'm.mdl': model() });
    const args = ['replace', 'm.mdl', 'header.timestamp', '--value', '0', '-o'];
    const full = await inProcess(root, [...args, '/dev/full']);
    expect([full.code, full.err]).toEqual([3, expect.stringContaining('no space left')]);
    expect(full.err).not.toContain('replaced');
    const done = await inProcess(root, [...args, 'n.mdl']);
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('replaced header.timestamp')]);
  });

  it('unless it is a link, an incomplete blob, or a blob with other bytes', async () => {
    const root = withFiles({ 'b.mdl': corpus('blobs.mdl'), x: 'precious' });
    const blobs = join(root, 'blobs');
    const dump = () => inProcess(root, ['dump', 'b.mdl', '--bytes', 'file', '--bytes-dir', blobs]);
    expect((await dump()).code).toBe(0);
    const names = readdirSync(blobs);
    expect(names.length).toBeGreaterThan(0);
    const before = names.map((name) => readFileSync(join(blobs, name)));
    const spoil: ((path: string, bytes: Buffer) => void)[] = [
      (path) => {
        rmSync(path);
        symlinkSync(join(root, 'x'), path);
      },
      (path) => {
        rmSync(path);
        symlinkSync(join(root, 'none'), path);
      },
      (path, bytes) => writeFileSync(path, bytes.subarray(1)),
      (path, bytes) =>
        writeFileSync(
          path,
          bytes.map((byte) => byte ^ 1),
        ),
    ];
    for (const change of spoil) {
      for (const [i, name] of names.entries()) change(join(blobs, name), before[i]!);
      expect((await dump()).code).toBe(0);
      for (const [i, name] of names.entries()) {
        expect(lstatSync(join(blobs, name)).isFile()).toBe(true);
        expect(readFileSync(join(blobs, name))).toEqual(before[i]);
      }
      expect(readdirSync(blobs)).toEqual(names);
    }
    expect(readFileSync(join(root, 'x'), 'utf8')).toBe('precious');
  });
});
