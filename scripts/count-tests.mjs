/**
 * Adds up vitest's JSON reports (arguments) and prints `N passed, N failed, N skipped` alone on a line.
 * Before it, prints each failure with the beginning of its message, because only the end of a log is usually
 * read or kept. A missing report, or a file that failed before its first test, counts as one failure: tests
 * that did not run did not pass. Plain JavaScript, so that it runs even if the build is broken.
 */
import { readFileSync } from 'node:fs';

const MESSAGE_LINES = 25;

/** Prints one failure: the file, the test, the first lines of the message. */
function describe(file, test, message) {
  console.log(`failed: ${file}: ${test}`);
  for (const line of message.split('\n').slice(0, MESSAGE_LINES)) console.log(`    ${line}`);
}

let passed = 0;
let failed = 0;
let skipped = 0;
for (const path of process.argv.slice(2)) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    passed += report.numPassedTests;
    failed += report.numFailedTests;
    skipped += report.numPendingTests + report.numTodoTests;
    for (const { name, status, message, assertionResults } of report.testResults) {
      const wrong = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of wrong) describe(name, fullName, failureMessages.join('\n'));
      if (status === 'failed' && wrong.length === 0) {
        failed += 1;
        describe(name, 'the file as a whole', message);
      }
    }
  } catch (error) {
    console.error(`${path}: ${error.message}`);
    failed += 1;
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
