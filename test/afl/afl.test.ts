/** AFL++ with the adapter of fuzz/afl. The attacked loader verifies a checksum before anything else. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shrinkMessage } from '../../src/attack/corpus/shrink.js';
import { encodeFrame } from '../../src/base/container/write.js';
import { nodeChecksums } from '../../src/check/validate/node-checksums.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COMMAND = join(ROOT, 'dist/cli/protomdl.js');

const isInstalled = ['afl-fuzz', 'afl-cc'].every((tool) => spawnSync('which', [tool]).status === 0);
if (!isInstalled) console.warn('afl++ is not installed (apt-get install afl++): the adapter is not tried');

/** Settings that let afl-fuzz run anywhere: in containers, with any core pattern, on busy processors. */
const ANYWHERE = {
  AFL_SKIP_CPUFREQ: '1',
  AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES: '1',
  AFL_NO_AFFINITY: '1',
  AFL_NO_UI: '1',
  AFL_BENCH_UNTIL_CRASH: '1',
};

describe.skipIf(!isInstalled)('AFL++', () => {
  let folder = '';

  beforeAll(async () => {
    if (inject('buildFailure') !== '') throw new Error('the command could not be built');
    folder = mkdtempSync(join(tmpdir(), 'protomdl-afl-'));
    execFileSync('afl-cc', ['-O1', join(ROOT, 'test/afl/loader.c'), '-o', join(folder, 'loader')], {
      stdio: 'pipe',
      env: { ...process.env, AFL_QUIET: '1' },
    });
    const model = new Uint8Array(readFileSync(join(ROOT, 'corpus/valid/one-context.mdl')));
    const message = shrinkMessage(model, { keep: 1, blobBytes: 16 });
    mkdirSync(join(folder, 'seeds'));
    writeFileSync(join(folder, 'seeds/seed.hef'), await encodeFrame({ version: 1, message }, nodeChecksums));
  }, 60_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Fuzzes for a number of seconds, or until the first crash; returns the kept files. */
  function fuzz(name: string, seconds: number, env: Readonly<Record<string, string>>) {
    const args = ['-V', `${seconds}`, '-s', '1', '-i', 'seeds', '-o', name, '--', './loader', '@@'];
    const ended = spawnSync('afl-fuzz', args, {
      cwd: folder,
      env: { ...process.env, ...ANYWHERE, ...env },
      encoding: 'utf8',
      timeout: (seconds + 30) * 1000,
    });
    const stats = readFileSync(join(folder, name, 'default/fuzzer_stats'), 'utf8');
    const crashes = join(folder, name, 'default/crashes');
    return {
      said: `${ended.stdout}${ended.stderr}`.slice(-1500),
      executions: Number(/execs_done\s*: (\d+)/.exec(stats)?.[1]),
      crashes: readdirSync(crashes)
        .filter((file) => file.startsWith('id:'))
        .map((file) => join(crashes, file)),
    };
  }

  it('finds the fault that lies behind a checksum, with the adapter', () => {
    const { crashes, executions, said } = fuzz('adapter', 60, {
      PROTOMDL: `${process.execPath} ${COMMAND}`,
      PYTHONPATH: join(ROOT, 'fuzz/afl'),
      PYTHONDONTWRITEBYTECODE: '1',
      AFL_PYTHON_MODULE: 'protomdl_mutator',
      AFL_CUSTOM_MUTATOR_ONLY: '1',
    });
    expect(crashes.length, said).toBeGreaterThan(0);
    expect(executions).toBeGreaterThan(10);
    const ended = spawnSync(join(folder, 'loader'), [crashes[0] as string], { encoding: 'utf8' });
    expect(ended.signal).toBe('SIGABRT');
    expect(ended.stderr).toContain('write outside of a table');
  }, 120_000);

  it('does not find the fault without the adapter', () => {
    const { crashes, executions, said } = fuzz('plain', 3, {});
    expect(executions, said).toBeGreaterThan(100);
    expect(crashes).toEqual([]);
  }, 60_000);

  it('stops with the reason if the adapter’s service cannot be started', () => {
    const ended = spawnSync(
      'python3',
      ['-c', 'import protomdl_mutator as m; m.init(1); m.fuzz(b"x", None, 10)'],
      {
        env: {
          ...process.env,
          PYTHONPATH: join(ROOT, 'fuzz/afl'),
          PYTHONDONTWRITEBYTECODE: '1',
          PROTOMDL: `${process.execPath} ${COMMAND}`,
          PROTOMDL_MUTATE: '--no-such-option',
        },
        encoding: 'utf8',
      },
    );
    expect(ended.status).toBe(1);
    expect(ended.stderr).toContain('--no-such-option');
    expect(ended.stderr).toContain('ended with 2');
  });
});
