/**
 * Adds up vitest's JSON reports (arguments) and prints `N passed, N failed, N skipped` alone on a line. A
 * report that is missing, or a file that failed before its first test, counts as one failure: what did not
 * run did not pass. Plain JavaScript, so that it runs when nothing else does.
 */
import { readFileSync } from 'node:fs';

let passed = 0;
let failed = 0;
let skipped = 0;
for (const path of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    failed += report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length;
  } catch (error) {
    console.error(`${path}: ${error.message}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
