import { groupsOf } from '../../src/config/groups.js';
import type { Policy } from '../../src/diagnostics/policy.js';
import { CATALOGUE } from '../../src/rules/index.js';

const wanted = new Set(groupsOf(CATALOGUE).get('core'));

/** The wire, oneofs and references, as `--only core`: for files that are made of holes, or of little else. */
export const CORE_SET: Policy = {
  levels: new Map([...CATALOGUE.keys()].filter((code) => !wanted.has(code)).map((code) => [code, 'off'])),
};
