import { join } from 'node:path';
import { ROOT } from '../schema/descriptor-set.js';

/** Tests that are known to fail, each with its reason. */
export const FAILURE_LIST = join(ROOT, 'test', 'conformance', 'known-failures.txt');

/**
 * Tests that succeeded when this was written (release 33.2): all that have binary input for a proto3 message
 * and want binary or JSON output. A testee that skips what it cannot do would otherwise be a perfect one.
 */
export const MINIMUM = 1017;
