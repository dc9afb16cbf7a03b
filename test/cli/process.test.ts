import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { collect } from '../../src/cli/collect.js';
import { workersFor } from '../../src/cli/validate-inputs.js';
import { command, ended, start } from './command.js';
import { cutBytes, VALID_FILE, validBytes } from './specimens.js';
import { temporaryDirectory, withFiles } from './temporary.js';

/**
 * Waits until a process has installed its signal handlers, and then a little longer, so that its work has
 * begun.
 */
async function listening(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  const bit = 1n << BigInt(constants.signals[signal] - 1);
  for (;;) {
    const status = existsSync('/proc/self/status') ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    const handled = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1];
    if (status !== '' && (BigInt(`0x${handled}`) & bit) !== 0n) break;
    await wait(status === '' ? 3000 : 20);
    if (status === '') break;
  }
  await idle(child);
}

/** Waits until a process has used no processor time for half a second, or for two seconds altogether. */
async function idle(child: ChildProcess): Promise<void> {
  let before = '';
  for (let quiet = 0, turns = 0; quiet < 5 && turns < 20; turns++) {
    await wait(100);
    // Fields 14 and 15 are the process's processor time in ticks. A busy machine may give the process no time
    // for a while.
    const stat = existsSync('/proc/self/stat') ? readFileSync(`/proc/${child.pid}/stat`, 'utf8') : '';
    const now = stat.split(' ').slice(13, 15).join(' ');
    const waits = / S /.test(stat) || stat === '';
    quiet = now === before && waits ? quiet + 1 : 0;
    before = now;
  }
}

const filesOf = (out: string) => JSON.parse(out).files;

describe('the built command', () => {
  it('validates a file, standard input, and a list from standard input', async () => {
    const named = await command(['validate', VALID_FILE, '--format', 'json']);
    expect(named.code).toBe(0);
    const piped = await command(['validate', '-', '--format', 'json'], validBytes());
    expect(piped.code).toBe(0);
    const listed = await command(['validate', '--files-from', '-', '--format', 'json'], `${VALID_FILE}\n`);
    expect(listed).toEqual(named);
    const [file] = filesOf(named.out);
    expect(filesOf(piped.out)).toEqual([
      { ...file, path: '-', bytes: { ...file.bytes, read: expect.any(Number) } },
    ]);
  });

  it('reads standard input to its end once', async () => {
    const { code, out } = await command(['validate', '-', '-', '--format', 'json'], validBytes());
    expect(code).toBe(0);
    expect(filesOf(out)).toHaveLength(1);
  });

  it('reports empty standard input as invalid', async () => {
    const { code, out } = await command(['validate', '-']);
    expect(code).toBe(1);
    expect(out).toContain('no-network-groups');
  });

  it('gives the same report for any number of workers', async () => {
    const root = temporaryDirectory();
    // With this many files, the command starts workers.
    for (let index = 0; index < 700; index++) {
      const [name, bytes] = index % 3 === 0 ? ['cut', cutBytes()] : ['whole', validBytes()];
      writeFileSync(join(root, `${name}-${index}.hef`), bytes);
    }
    const { inputs } = await collect([root], undefined);
    expect(workersFor(inputs, true, 4)).toBeGreaterThan(0);
    const one = await command(['validate', root, '--format', 'json', '-j', '1']);
    const four = await command(['validate', root, '--format', 'json', '-j', '4']);
    expect(four.out).toBe(one.out);
    expect(filesOf(one.out)).toHaveLength(700);
    expect([one.code, four.code]).toEqual([1, 1]);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends on %s with %i, whatever the command waits for', async (signal, code) => {
    const root = temporaryDirectory();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    for (const input of ['-', join(root, 'pipe')]) {
      const child = start(['validate', input]);
      const end = ended(child);
      await listening(child, signal);
      child.kill(signal);
      expect(await end).toEqual({
        code,
        signal: null,
        out: 'INCOMPLETE: no file was checked\n',
        err: `protomdl: interrupted, 1 file not checked: ${input}\n`,
      });
    }
  });

  it('reports the finished files if a signal ends it', async () => {
    const root = temporaryDirectory();
    const pipe = join(root, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const out = join(root, 'out.json');
    const child = start(['validate', VALID_FILE, pipe, '--format', `json=${out}`]);
    const end = ended(child);
    await listening(child, 'SIGINT');
    child.kill('SIGINT');
    expect(await end).toEqual({
      code: 130,
      signal: null,
      out: '',
      err: `protomdl: interrupted, 1 file not checked: ${pipe}\n`,
    });
    expect(filesOf(readFileSync(out, 'utf8'))).toMatchObject([{ path: VALID_FILE, verdict: 'valid' }]);
  });

  it('ends on a signal while it reads a long file', async () => {
    const root = temporaryDirectory();
    const path = join(root, 'long.hef');
    // A frame of version 1 with 20 GB of zeros as its words, for which a checksum takes long.
    const header = Buffer.alloc(28);
    header.set([1, 0x48, 0x45, 0x46, 0, 0, 0, 1]);
    header.writeBigUInt64BE(20_000_000_000n, 16);
    writeFileSync(path, header);
    truncateSync(path, 28 + 20_000_000_000);
    const child = start(['validate', path]);
    const end = ended(child);
    await listening(child, 'SIGINT');
    child.kill('SIGINT');
    expect(await end).toMatchObject({ code: 130, out: 'INCOMPLETE: no file was checked\n' });
  });

  it('ends without an error message if its report is not read', async () => {
    const many = Buffer.concat(Array.from({ length: 2000 }, () => Buffer.from([0x12, 0])));
    const root = withFiles({ 'many.mdl': many });
    const script =
      '"$0" "$1" validate "$2" --format json --max-per-code 100000 | head -c 10; echo "$PIPESTATUS" >&2';
    const bin = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));
    const result = spawnSync('bash', ['-c', script, process.execPath, bin, root], { encoding: 'utf8' });
    expect(result.stdout).toHaveLength(10);
    // The exit code depends on the findings, even if nobody reads the report.
    expect(result.stderr).toBe('1\n');
  });

  it('ends without an error message if standard output is closed from the start', () => {
    const bin = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));
    const result = spawnSync(
      'bash',
      ['-c', 'true | true; "$0" "$1" validate "$2" 2>&1 >&- | cat', process.execPath, bin, VALID_FILE],
      { encoding: 'utf8' },
    );
    expect(result.stdout).not.toMatch(/\n {4}at /);
  });

  it('reports output that cannot be written', () => {
    const bin = fileURLToPath(new URL('../../dist/cli/protomdl.js', import.meta.url));
    const result = spawnSync(
      'bash',
      ['-c', '"$0" "$1" validate "$2" >/dev/full', process.execPath, bin, VALID_FILE],
      { encoding: 'utf8' },
    );
    expect(result.status).toBe(3);
    expect(result.stderr).toBe('protomdl: the output cannot be written: there is no space left\n');
  });
});

describe('the package', () => {
  it('has the content that its manifest lists', () => {
    const root = new URL('../../', import.meta.url);
    const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
    for (const { default: file } of Object.values(manifest.exports).filter(
      (target) => typeof target === 'object',
    ) as { default: string }[]) {
      expect(existsSync(new URL(file, root)), file).toBe(true);
    }
    expect(existsSync(new URL(manifest.bin.protomdl, root))).toBe(true);
    expect(JSON.parse(readFileSync(new URL('dist/cli/package.json', root), 'utf8'))).toEqual({
      type: 'commonjs',
    });
  });

  it.each(['protomdl', 'protomdl/wire', 'protomdl/node', 'protomdl/browser'])(
    'can be imported as %s',
    async (name) => {
      const root = fileURLToPath(new URL('../../', import.meta.url));
      const { stdout, stderr } = spawnSync(
        process.execPath,
        ['--input-type=module', '-e', `console.log(Object.keys(await import('${name}')).length)`],
        { cwd: root, encoding: 'utf8' },
      );
      expect(stderr).toBe('');
      expect(Number(stdout)).toBeGreaterThan(0);
    },
  );

  it('imports no Node module in its core', async () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'dist'));
    await cp(fileURLToPath(new URL('../../dist', import.meta.url)), join(root, 'dist'), { recursive: true });
    const seen = new Set<string>();
    const visit = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const text = readFileSync(file, 'utf8');
      expect(text, file).not.toMatch(/from ?['"]node:|import\(['"]node:|require\(/);
      for (const [, next] of text.matchAll(/(?:from|import\() ?['"](\.[^'"]+)['"]/g))
        visit(join(file, '..', next!));
    };
    for (const entry of ['index.js', 'browser.js', 'wire.js']) visit(join(root, 'dist', entry));
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });
});
