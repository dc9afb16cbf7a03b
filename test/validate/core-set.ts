import type { Policy } from '../../src/base/diagnostics/policy.js';
import { codeGroups } from '../../src/check/config/groups.js';
import { CATALOGUE } from '../../src/check/rules/index.js';

const wanted = new Set(codeGroups(CATALOGUE).get('core'));

/**
 * The rules of `--only core` (wire format, oneofs and references), for files that consist mostly of holes.
 */
export const CORE_SET: Policy = {
  levels: new Map([...CATALOGUE.keys()].filter((code) => !wanted.has(code)).map((code) => [code, 'off'])),
};
