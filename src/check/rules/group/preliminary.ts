import { isUnsureIn } from '../facts/file.js';
import { findingAt } from '../facts/finding.js';
import type { Rule } from '../rule.js';

/** Checks the configuration before the first context. Its operations have rules of their own. */
export const groupPreliminaryRules: Rule = {
  codes: [
    {
      code: 'preliminary-config-missing',
      severity: 'warning',
      group: 'network-group',
      stage: 'configure',
      summary: 'a network group without preliminary_config',
      about: () => ({
        why: 'Compilers always write one. Without it, the device keeps its earlier settings.',
        runtime: 'Loads as if preliminary_config were empty.',
        wrong: 'network_groups { contexts { # …\n} }',
        fix: 'network_groups { preliminary_config { # …\n} contexts { # …\n} }',
      }),
    },
  ],
  coreOp: (coreOp, _file, report, group) => {
    if (isUnsureIn(group, coreOp) || coreOp.preliminary !== undefined) return;
    const message = 'the network group has no preliminary configuration';
    report(findingAt(coreOp, 'preliminary-config-missing', message));
  },
};
