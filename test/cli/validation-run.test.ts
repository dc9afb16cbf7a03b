/** Output of a run that ended before it read all of its files. */
import { afterEach, expect, it, vi } from 'vitest';
import { EXIT } from '../../src/cli/exit-code.js';
import { NO_SETTINGS } from '../../src/cli/settings.js';
import { ValidationRun } from '../../src/cli/validation-run.js';
import type { ReportedFile } from '../../src/show/report/reporter.js';
import { capturedHost } from './captured-host.js';
import { VALID_FILE } from './specimens.js';

afterEach(() => void vi.restoreAllMocks());

const settings = NO_SETTINGS;

/** A run over `files` files that reads one file before its time is over. */
async function cutRun(files: number, budgetMs: number) {
  const now = performance.now.bind(performance);
  let passed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  const host = capturedHost();
  const reported: ReportedFile[] = [];
  const inputs = Array.from({ length: files }, () => ({ path: VALID_FILE, kind: 'file' as const, size: 1 }));
  const reports = {
    isWatched: false,
    needsPictures: false,
    begin: async () => {},
    fileDone: () => {},
    file: async (file: ReportedFile) => {
      reported.push(file);
      passed = budgetMs;
    },
    end: async () => {},
  };
  const validate = { maxPerCode: 20 };
  const run = new ValidationRun(
    inputs,
    { validate, jobs: 1, failOn: 'error', budgetMs, settings },
    reports,
    host,
  );
  return { result: await run.run(), err: host.err(), reported };
}

it.each([
  [2, `1 file not checked: ${VALID_FILE}\n`],
  [4, `3 files not checked: ${VALID_FILE}, ${VALID_FILE}, ${VALID_FILE}\n`],
  [5, `4 files not checked: ${VALID_FILE}, ${VALID_FILE}, ${VALID_FILE}, …\n`],
])('of %i files, at most three unread files are named', async (files, left) => {
  const { result, err, reported } = await cutRun(files, 2_000_000);
  expect(result).toEqual({ exitCode: EXIT.budget, stopped: 'budget' });
  expect(err).toBe(`protomdl: the budget of 2,000 s ran out, ${left}`);
  expect(reported.map(({ verdict }) => verdict)).toEqual([
    'valid',
    ...Array<string>(files - 1).fill('unreadable'),
  ]);
  expect(reported.at(-1)?.error).toEqual({
    code: 'budget-exceeded',
    message: 'not checked: the budget of 2,000 s ran out',
  });
});
