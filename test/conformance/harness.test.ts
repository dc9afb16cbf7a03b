/**
 * A conformance run must fail in these cases. Each case is a run of the real runner with one or two tests,
 * which takes about a second.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAILURE_LIST } from '../../scripts/conformance/expectations.js';
import { runSuites } from '../../scripts/conformance/run-suites.js';
import { findRunner, type Runner } from '../../scripts/conformance/runner.js';
import { shownRun } from '../../scripts/conformance/shown-run.js';
import { temporaryDirectory } from '../cli/temporary.js';

const VALID = 'Required.Proto3.ProtobufInput.ValidDataScalar.DOUBLE[1].ProtobufOutput';
const CUT = 'Required.Proto3.ProtobufInput.PrematureEofInsideKnownNonRepeatedValue.DOUBLE';
const RECOMMENDED = 'Recommended.Proto3.ProtobufInput.ValidDataScalarBinary.DOUBLE[1].ProtobufOutput';

const found = findRunner();
const missing = 'missing' in found;
if (missing) process.stderr.write(`the conformance runner is not tried: ${found.missing}\n`);
const runner = found as Runner;

const ours = { testee: 'test/conformance/testee.ts', failureList: FAILURE_LIST };
const faulty = { ...ours, testee: 'test/conformance/faulty-testee.ts' };

describe.skipIf(missing)('a conformance run', () => {
  it('passes when all tests pass, and reports the tests', async () => {
    const run = await runSuites(runner, { ...ours, minimum: 3, only: [VALID, CUT, RECOMMENDED] });
    expect(run.faults).toEqual([]);
    expect(run.summaries[0]).toContain('PASSED: 3 successes, 0 skipped');
    expect(run.tally).toMatchObject({ requests: 3, answered: { 'as protobuf': 2 }, failed: 0 });
    expect(run.tally.refused).toEqual({ 'wire-truncated': 1 });
    expect(run.tally.kernelBytes).toBeGreaterThan(0);
    expect(shownRun(run)).toContain('refused: 1 (1 wire-truncated)');
  });

  it.each([
    { bug: 'wrong-value', test: VALID },
    { bug: 'wrong-value', test: RECOMMENDED },
    { bug: 'accepts-all', test: CUT },
    { bug: 'refuses-all', test: VALID },
    { bug: 'crashes', test: VALID },
  ])('fails if a testee has a bug: $bug ($test)', async ({ bug, test }) => {
    const run = await runSuites(runner, { ...faulty, testeeArgs: [bug], minimum: 0, only: [test] });
    expect(run.faults).toContain('the runner ended with exit code 1');
    expect(run.output).toContain(test);
    expect(shownRun(run)).toContain('FAILED: ');
  });

  it('fails if a testee skips tests that it should run (the runner itself accepts this)', async () => {
    const options = { ...faulty, testeeArgs: ['skips-all'], minimum: 2, only: [VALID, CUT] };
    const run = await runSuites(runner, options);
    expect(run.summaries[0]).toContain('PASSED: 0 successes, 2 skipped');
    expect(run.faults).toEqual(['0 tests succeeded, of at least 2', '0 messages were read, of at least 2']);
  });

  it('fails in time if a testee hangs', async () => {
    const options = { ...faulty, testeeArgs: ['hangs'], minimum: 0, only: [VALID], timeoutMs: 2500 };
    const run = await runSuites(runner, options);
    // After the run, both ends of the pipes are closed, so no process can still write to them.
    expect(run.faults).toContain('the runner was ended after 2.5 s');
    expect(run.summaries).toEqual([]);
  });

  it('fails if a test passes that is on the list of known failures', async () => {
    const failureList = join(temporaryDirectory(), 'failures.txt');
    writeFileSync(failureList, `${VALID}\n`);
    const run = await runSuites(runner, { ...ours, failureList, minimum: 1, only: [VALID] });
    expect(run.faults).toContain('the runner ended with exit code 1');
  });
});
