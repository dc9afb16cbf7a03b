import { join } from 'node:path';
import { ROOT } from '../schema/descriptor-set.js';

/** File of the tests that are known to fail, each with its reason. */
export const FAILURE_LIST = join(ROOT, 'test', 'conformance', 'known-failures.txt');

/** File of the known failures of the text format's suite. */
export const TEXT_FAILURE_LIST = join(ROOT, 'test', 'conformance', 'known-text-failures.txt');

/**
 * Number of tests that succeeded with release 33.2: all tests of proto3 messages whose features our readers
 * and writers support (test/conformance/README.md). Without this number, a testee that skips everything would
 * pass.
 */
export const MINIMUM = 1661;
