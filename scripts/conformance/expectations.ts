import { join } from 'node:path';
import { ROOT } from '../schema/descriptor-set.js';

/** Tests that are known to fail, each with its reason. */
export const FAILURE_LIST = join(ROOT, 'test', 'conformance', 'known-failures.txt');

/** The same for the suite of the text format. */
export const TEXT_FAILURE_LIST = join(ROOT, 'test', 'conformance', 'known-text-failures.txt');

/**
 * Tests that succeeded when this was written (release 33.2): all that have a proto3 message and ask what
 * our readers and writers know, see test/conformance/README.md. A testee that skips what it cannot do would otherwise be a perfect one.
 */
export const MINIMUM = 1661;
