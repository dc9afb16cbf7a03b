import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { BenchReport } from '../../src/show/report/bench.js';
import { protomdl } from './protomdl.js';
import { VALID_FILE } from './specimens.js';
import { temporaryDirectory } from './temporary.js';

const measure = (...args: readonly string[]) => protomdl('measure', '--runs', '2', ...args);

/** Writes a real report, in which the medians are multiplied by `factor`. */
async function earlier(factor: number): Promise<string> {
  const path = join(temporaryDirectory(), 'before.json');
  await measure('--format', 'json', '-o', path, VALID_FILE);
  const report = JSON.parse(readFileSync(path, 'utf8')) as BenchReport;
  const files = report.files.map((file) => ({
    ...file,
    measurements: file.measurements.map((row) => ({
      ...row,
      milliseconds: {
        ...row.milliseconds,
        median: row.milliseconds.median * factor,
        quartiles: row.milliseconds.quartiles.map((value) => value * factor),
      },
    })),
  }));
  writeFileSync(path, JSON.stringify({ ...report, files }));
  return path;
}

it('measures every kind of work, and describes each', async () => {
  const { code, out } = await measure(VALID_FILE);
  expect(code).toBe(0);
  for (const work of ['scan', 'validate', 'walk']) {
    expect(out).toMatch(new RegExp(`^ +${work} +[\\d.,]+ ms`, 'm'));
    expect(out).toMatch(new RegExp(`^${work}: `, 'm'));
  }
});

it('names an unreadable file once', async () => {
  const { code, err } = await measure('missing.mdl');
  expect(code).toBe(3);
  expect(err.match(/.*missing\.mdl.*/g)).toEqual([
    'protomdl: missing.mdl: error: there is no such file [source-not-found]',
  ]);
});

it('reports in JSON all that a comparison needs', async () => {
  const { out } = await measure('--format', 'json', VALID_FILE);
  const report = JSON.parse(out) as BenchReport;
  expect(report).toMatchObject({ schemaVersion: 1, machine: { node: process.versions.node } });
  const [file] = report.files;
  expect(file?.messages).toBeGreaterThan(50);
  for (const { milliseconds, nanosecondsPerMessage, megabytesPerSecond } of file?.measurements ?? []) {
    expect(milliseconds.count).toBe(2);
    expect(nanosecondsPerMessage).toBeCloseTo((milliseconds.median * 1e6) / (file?.messages ?? 0));
    expect(megabytesPerSecond).toBeGreaterThan(0);
  }
});

it('writes a Markdown table', async () => {
  const { out } = await measure('--format', 'markdown', VALID_FILE);
  expect(out).toMatch(/^\| work \| median \|/m);
  expect(out).toMatch(/^\| validate \| /m);
});

it('fails on a regression that exceeds the tolerance, but not on a smaller regression', async () => {
  const fast = await earlier(0.001);
  const slow = await earlier(1000);
  expect(await measure('--compare', fast, '--fail-on-regression', '10%', VALID_FILE)).toMatchObject({
    code: 1,
  });
  expect(await measure('--compare', slow, '--fail-on-regression', '10%', VALID_FILE)).toMatchObject({
    code: 0,
  });
  const { out } = await measure('--compare', slow, VALID_FILE);
  expect(out).toMatch(/validate of .*: .* times as fast/);
});

it('reports invalid arguments', async () => {
  const other = join(temporaryDirectory(), 'other.json');
  writeFileSync(other, '{"schemaVersion":1}');
  expect(await measure('--compare', other, VALID_FILE)).toMatchObject({
    code: 2,
    err: expect.stringContaining('not a report'),
  });
  expect(await measure('--fail-on-regression', '10', VALID_FILE)).toMatchObject({ code: 2 });
  expect(await measure('--fail-on-regression', '10%', VALID_FILE)).toMatchObject({ code: 2 });
  expect(await measure('/no/such/file.hef')).toMatchObject({ code: 3 });
});
