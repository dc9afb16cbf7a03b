/**
 * Campaigns against a persistent loader that reports its coverage: fuzz/planted, whose twenty faults are
 * known.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { TargetRunner } from '../../src/attack/campaign/target.js';
import { fuzz, seed } from './programs.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The loader with its harness; undefined if there is no compiler. */
function compiled(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'protomdl-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const steps = [
    [
      'g++',
      '-g',
      '-O1',
      '-DFUZZER',
      '-fsanitize-coverage=trace-pc',
      '-c',
      join(ROOT, 'fuzz/planted/loader.cc'),
    ],
    ['gcc', '-O2', '-c', join(ROOT, 'fuzz/harness/persistent.c')],
    ['g++', 'loader.o', 'persistent.o', '-o', 'loader'],
  ] as const;
  for (const [compiler, ...args] of steps) {
    const { status, stderr, error } = spawnSync(compiler, args, { cwd: folder, encoding: 'utf8' });
    if (error !== undefined) return undefined;
    if (status !== 0) throw new Error(stderr);
  }
  return join(folder, 'loader');
}

const loader = compiled();
const SEEDS = ['one-context.mdl', 'nested-mux.mdl', 'every-action.mdl', 'framed-v1.hef'].map(seed);

describe.skipIf(loader === undefined)('a persistent loader', () => {
  const run = (runs: number, ...options: string[]) =>
    fuzz(
      ...[...SEEDS, '--persistent', '--runs', String(runs), '--seed', '3', '--no-reduce', '--format', 'json'],
      ...options,
      ...['--', loader as string],
    );

  it('has most of its faults found, with any number of jobs', async () => {
    const one = await run(2000, '-j', '1');
    expect(one.code).toBe(1);
    const report = JSON.parse(one.out);
    expect(report.endings.hung).toBe(0);
    const titles = (report.groups as { title: string }[]).map(({ title }) => title);
    // A campaign with this seed finds 13 faults with coverage, and 9 without.
    expect(titles.length, titles.join('\n')).toBeGreaterThanOrEqual(11);
    const two = JSON.parse((await run(2000, '-j', '2')).out);
    expect(two.groups.map(({ title }: { title: string }) => title)).toEqual(titles);
    expect(two.behaviours).toBe(report.behaviours);
    // The stored command line repeats the finding, without a campaign.
    const [group] = report.groups as { folder: string; title: string }[];
    const again = spawnSync('sh', [join(one.folder, group!.folder, 'reproduce.sh')], {
      cwd: '/',
      encoding: 'utf8',
    });
    expect(again.stderr).toContain('planted fault');
  }, 120_000);

  it('is recognised by its harness, without an option', async () => {
    const asked = JSON.parse((await run(300, '-j', '1')).out);
    const args = ['--runs', '300', '--seed', '3', '--no-reduce', '--format', 'json', '-j', '1'];
    const found = JSON.parse((await fuzz(...SEEDS, ...args, '--', loader as string)).out);
    const titles = ({ groups }: { readonly groups: readonly { readonly title: string }[] }): string[] =>
      groups.map(({ title }) => title);
    expect(titles(found)).toEqual(titles(asked));
    expect(titles(found)).not.toEqual([]);
    expect(found.behaviours).toBe(asked.behaviours);
    const inputOf = (...argv: string[]) => new TargetRunner({ argv, timeoutMs: 1000 }).input;
    expect(inputOf(loader as string)).toBe('persistent');
    expect(inputOf(loader as string, '{}')).toBe('file');
    expect(inputOf('cat')).toBe('stdin');
  }, 120_000);

  it('continues with the known edges', async () => {
    const first = await run(400, '-j', '1');
    const pool = () => readdirSync(join(first.folder, 'pool'));
    const before = { behaviours: JSON.parse(first.out).behaviours, pool: pool() };
    const same = await run(400, '-j', '1', '--out', first.folder);
    expect({ behaviours: JSON.parse(same.out).behaviours, pool: pool() }).toEqual(before);
    const more = await run(800, '-j', '1', '--out', first.folder);
    expect(JSON.parse(more.out).behaviours).toBeGreaterThan(before.behaviours);
    expect(pool()).toEqual(expect.arrayContaining(before.pool));
  }, 120_000);
});

describe('a command that is not persistent', () => {
  it('is distinguished from a loader that refuses files', async () => {
    const { code, err } = await fuzz(SEEDS[0] as string, '--persistent', '--runs', '5', '--', 'cat');
    expect(code).toBe(3);
    expect(err).toContain('does not answer as a program linked with fuzz/harness/persistent.c');
  });
});
