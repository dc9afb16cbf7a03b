/**
 * A file whose errors are in the baseline is not reported as valid, and every finding that the baseline hides
 * is counted.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { protomdl } from './protomdl.js';
import { cutBytes, VALID_FILE } from './specimens.js';
import { withFiles } from './temporary.js';

const corpus = (name: string) => fileURLToPath(new URL(`../../corpus/${name}`, import.meta.url));

/** Makes a baseline of a file, and validates the file against it. */
async function againstBaseline(file: string, ...args: string[]) {
  const baseline = join(withFiles({ x: '' }), 'baseline.json');
  const line = ['validate', file, '--no-config', ...args];
  await protomdl(...line, '--write-baseline', baseline, '--fail-on', 'never', '-q');
  const { files } = JSON.parse(readFileSync(baseline, 'utf8')) as {
    files: Record<string, Record<string, Record<string, number>>>;
  };
  const written = Object.values(files)
    .flatMap((codes) => Object.values(codes))
    .flatMap((names) => Object.values(names))
    .reduce((sum, count) => sum + count, 0);
  const run = (...more: string[]) => protomdl(...line, '--baseline', baseline, ...more);
  const { code, out } = await run();
  const [report] = JSON.parse((await run('--format', 'json')).out).files;
  return { code, out, written, last: out.trimEnd().split('\n').at(-1), verdict: report.verdict };
}

describe('known errors', () => {
  it('of a damaged file are not new, and the file is not valid', async () => {
    const cut = join(withFiles({ 'cut.hef': cutBytes() }), 'cut.hef');
    const { code, out, last, verdict, written } = await againstBaseline(cut);
    expect(written).toBeGreaterThan(1);
    expect(last).toBe(
      `NO NEW ERRORS (${written} findings ignored or in the baseline); for Hailo-8 (ACCEL8P); ` +
        'loads on no release; not on Hailo-8L; checksum not checked',
    );
    expect(out).toMatch(/^known {7}\//);
    expect(out).not.toContain('VALID');
    // The exit code and the verdict for programs are those of a valid file.
    expect([code, verdict]).toEqual([0, 'valid']);
  });

  it('of a target are counted, whether a rule or the prediction for a release finds them', async () => {
    for (const [file, target] of [
      [corpus('valid/framed-v2.hef'), '4.19'],
      [corpus('valid/framed-v2.hef'), '4.17-4.23'],
      [corpus('invalid/extension-not-loadable.mdl'), '4.8'],
    ] as const) {
      const { code, last, written } = await againstBaseline(file, '--target', target);
      expect(code).toBe(0);
      const count = written === 1 ? '1 finding' : `${written} findings`;
      expect(last).toContain(`NO NEW ERRORS (${count} ignored or in the baseline); for Hailo-8 (ACCEL8P); `);
    }
  });

  it('are counted together with the findings of other files', async () => {
    const folder = withFiles({ 'cut.hef': cutBytes(), 'good.hef': readFileSync(VALID_FILE) });
    const { last, written } = await againstBaseline(folder);
    expect(last).toMatch(
      new RegExp(`^NO NEW ERRORS in 2 files \\(${written} findings ignored or in the baseline\\); `),
    );
  });
});

it('that are only warnings and remarks leave a file valid', async () => {
  const { last, written } = await againstBaseline(corpus('valid/small-network.hef'));
  expect(last).toMatch(
    new RegExp(`^VALID for .*; no errors; ${written} finding.* ignored or in the baseline; `),
  );
});
