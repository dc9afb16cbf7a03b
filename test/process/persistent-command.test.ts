import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { PersistentCommand } from '../../src/attack/process/persistent-command.js';

const HARNESS = fileURLToPath(new URL('../../fuzz/harness/persistent.c', import.meta.url));
const TARGET = fileURLToPath(new URL('./persistent.c', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'protomdl-persistent-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Debian's clang comes without the libraries for coverage (libclang-rt-14-dev). */
const NO_RUNTIME = /cannot find .*libclang_rt/;

/**
 * The program, built in each of the ways that the harness offers; undefined if the compiler or a part of it
 * is missing.
 */
function made(name: string, commands: readonly (readonly string[])[]): string | undefined {
  const program = join(folder, name);
  for (const [compiler, ...args] of commands) {
    const { status, stderr, error } = spawnSync(compiler as string, args, { cwd: folder, encoding: 'utf8' });
    if (error !== undefined || NO_RUNTIME.test(stderr)) return undefined;
    if (status !== 0) throw new Error(stderr);
  }
  return program;
}

const WALL = ['-Wall', '-Wextra', '-Werror', '-O1'];
const gcc = made('gcc', [
  ['gcc', ...WALL, '-fsanitize-coverage=trace-pc', '-c', TARGET, '-o', 'target.o'],
  ['gcc', ...WALL, 'target.o', HARNESS, '-o', 'gcc'],
]);
const clang = made('clang', [
  ['clang', ...WALL, '-fsanitize-coverage=trace-pc-guard', TARGET, HARNESS, '-o', 'clang'],
]);
const builds = { gcc, clang };

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe.each(['gcc', 'clang'] as const)('a program that stays, made by %s', (name) => {
  const program = builds[name] as string;
  const withCommand = async (
    work: (
      run: (file: string, ms?: number, signal?: AbortSignal) => ReturnType<PersistentCommand['run']>,
    ) => Promise<void>,
    memoryBytes?: number,
  ): Promise<void> => {
    const command = new PersistentCommand([program], { maxOutput: 65_536, memoryBytes });
    try {
      await work((file, ms = 20_000, signal) => command.run(Buffer.from(file), ms, signal));
    } finally {
      command.close();
    }
  };
  const test = it.skipIf(program === undefined);

  test('reports the end of each file, and continues', () =>
    withCommand(async (run) => {
      expect(await run('a')).toMatchObject({ status: 'exited', code: 0, signal: null, truncated: false });
      expect(await run('r')).toMatchObject({ status: 'exited', code: 1 });
      expect(await run('x')).toMatchObject({ status: 'exited', code: 7 });
      const fault = await run('s');
      // clang's runtime for coverage also reports deadly signals.
      if (fault.status === 'exited') expect(text(fault.stderr)).toMatch(/DEADLYSIGNAL[\s\S]*SEGV/);
      else expect(fault).toMatchObject({ status: 'signalled', code: null, signal: 'SIGSEGV' });
      expect(await run('h', 100)).toMatchObject({ status: 'timed-out', code: null, signal: null });
      expect(await run('')).toMatchObject({ status: 'exited', code: 0 });
    }));

  test('stays the same process until a crash', () =>
    withCommand(async (run) => {
      const runs = [];
      for (const file of ['n', 'n', 'a', 'n', 's', 'n']) runs.push(text((await run(file)).stdout));
      expect(runs).toEqual(['run 1\n', 'run 2\n', '', 'run 4\n', '', 'run 1\n']);
    }));

  test('has the output for each file, cut if it is long', () =>
    withCommand(async (run) => {
      const said = await run('o123');
      expect([text(said.stdout), text(said.stderr)]).toEqual(['out 4\n', 'err\n']);
      const long = await run('l');
      expect(long.stderr.length).toBe(65_536);
      expect(long.truncated).toBe(true);
      expect(text(long.stderr).slice(0, 7)).toBe('abcdefg');
      expect(text((await run('a')).stderr)).toBe('');
    }));

  test('reports edges: the same for equal files in every process, and others for other files', async () => {
    const edges: string[][] = [];
    for (let process = 0; process < 2; process++) {
      await withCommand(async (run) => {
        for (const file of ['a', 'eeee', 'e123', 'a', `e${'e'.repeat(40)}`]) {
          edges.push([...(await run(file)).edges].map(String));
        }
      });
    }
    const [plain, four, none, again, forty, ...second] = edges as [
      string[],
      string[],
      string[],
      string[],
      string[],
    ];
    expect(plain.length).toBeGreaterThan(0);
    expect(again).toEqual(plain);
    expect(second).toEqual([plain, four, none, again, forty]);
    expect(four).not.toEqual(none);
    // The longer file reaches the same edges as the shorter file, but more often.
    expect(forty).not.toEqual(four);
    expect(forty.map((edge) => Number(edge) >> 3)).toEqual(four.map((edge) => Number(edge) >> 3));
  });

  test('keeps to its memory limit', () =>
    withCommand(async (run) => {
      expect((await run('m')).status).toBe('signalled');
      expect((await run('a')).status).toBe('exited');
    }, 512 << 20));

  test('a run that is aborted ends at once', () =>
    withCommand(async (run) => {
      const stop = new AbortController();
      const running = run('h', 60_000, stop.signal);
      setTimeout(() => stop.abort(), 200);
      expect((await running).status).toBe('aborted');
      expect((await run('a', 1000, stop.signal)).status).toBe('aborted');
      expect((await run('a')).status).toBe('exited');
    }));
});

describe('a program that is not persistent', () => {
  it.each([
    ['ends', ['true']],
    ['is not there', [join(folder, 'nothing')]],
    ['says something else', ['sh', '-c', 'echo hello >&3; cat >/dev/null']],
  ])('%s: is reported', async (_what, argv) => {
    const command = new PersistentCommand(argv, { maxOutput: 65_536 });
    const result = await command.run(Buffer.from('a'), 1000);
    expect(result.status).toBe('not-started');
    expect(result.reason).toMatch(/ENOENT|does not answer as a program linked with/);
    command.close();
  });
});
