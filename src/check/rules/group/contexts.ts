import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import type { Related } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { type FactPlace, factPlace, findingAt } from '../facts/fact-place.js';
import { isUnsureIn } from '../facts/file.js';
import type { Rule } from '../rule.js';

/** Maximum number of contexts that 4.8 configures. */
const CONTEXTS_LIMIT = 32;
/** Greatest value of the counter in releases up to 4.16. */
const MAX_EIGHT_BITS = 255;
/**
 * Maximum number of contexts that any release configures: 1024, less three contexts that the runtime adds.
 */
const MAX_CONTEXTS = 1021;

/** Checks the number of contexts of a core op. */
export const contextCountRules: Rule = {
  codes: codesOf('network-group', {
    'no-contexts': {
      ...REFUSED,
      summary: 'a network group without contexts',
      why: 'A device runs contexts: this group has nothing to run.',
      runtime:
        'From 4.17 on, loading crashes: the loader reads the first context from an empty list. 4.8 crashes ' +
        'at load if the group also has no list of outputs, otherwise when the device is configured.',
      wrong: 'network_groups { network_group_metadata { network_group_name: "net" } }',
      fix: 'network_groups {\n  network_group_metadata { network_group_name: "net" }\n  contexts { # …\n}\n}',
    },
    'context-count-limit': {
      severity: 'info',
      stage: 'configure',
      summary: 'more than 32 contexts',
      why: 'The maximum number of contexts depends on the release.',
      runtime:
        'Loads. The limit is 32 in 4.8, 64 in 4.9 and 4.12 to 4.16, 128 in 4.10 and 4.11, and 1021 from ' +
        '4.17 on. Above the limit, configuration fails (INVALID_HEF).',
      wrong: '# 33 times\ncontexts { # …\n}',
      fix: '# a network that is compiled to fewer contexts',
    },
    'context-count-u8-wrap': {
      severity: 'warning',
      stage: 'load',
      refusedBy: ['4.8.0'],
      implies: ['context-count-limit'],
      summary: 'more than 255 contexts',
      why: 'Old releases count contexts in 8 bits.',
      runtime:
        'Up to 4.16, loading never ends if the first context has no boundary layer. If the first context ' +
        'has one, the loader finds the name of that layer twice (INVALID_HEF).',
      wrong: '# 256 times\ncontexts { # …\n}',
      fix: '# a network that is compiled to fewer contexts',
    },
    'too-many-contexts': {
      severity: 'error',
      stage: 'configure',
      implies: ['context-count-u8-wrap', 'context-count-limit'],
      summary: 'more than 1021 contexts',
      why: 'No release configures more than 1021 contexts.',
      runtime:
        'Rejected by every release when a device is configured. Above 65535 contexts, releases from 4.17 ' +
        'never finish loading, and fill the memory.',
      wrong: '# 1022 times\ncontexts { # …\n}',
      fix: '# a network that is compiled to fewer contexts',
    },
  }),
  coreOp: (coreOp, _file, report, group) => {
    const { contextCount } = coreOp;
    if (contextCount === 0) {
      if (isUnsureIn(group, coreOp)) return;
      report(findingAt(coreOp, 'no-contexts', 'the network group has no context'));
    }
    const limits = [
      { code: 'too-many-contexts', limit: MAX_CONTEXTS, what: 'no release accepts more than' },
      { code: 'context-count-u8-wrap', limit: MAX_EIGHT_BITS, what: 'releases up to 4.16 count to' },
      { code: 'context-count-limit', limit: CONTEXTS_LIMIT, what: '4.8 takes' },
    ] as const;
    const related: Related[] = [];
    for (const { code, limit, what } of limits) {
      if (contextCount <= limit) continue;
      const place = firstPast(coreOp, limit);
      const message = `there are ${contextCount} contexts; ${what} ${limit}`;
      report(findingAt(place, code, message, [...related]));
      related.push({ ...place, message: `more than ${limit}` });
    }
  },
};

/**
 * Returns the place of the first context beyond a limit or, if that context is not remembered, of the core
 * op.
 */
function firstPast(coreOp: CoreOpFacts, limit: number): FactPlace {
  return factPlace(coreOp.contexts[limit] ?? coreOp);
}

/**
 * Checks that the preliminary configuration is present. Other rules check the operations of the
 * configuration.
 */
export const groupPreliminaryRules: Rule = {
  codes: codesOf('network-group', {
    'preliminary-config-missing': {
      severity: 'warning',
      stage: 'configure',
      summary: 'a network group without preliminary_config',
      why: 'Compilers always write preliminary_config. Without it, the device keeps its earlier settings.',
      runtime: 'Loads as if preliminary_config were empty.',
      wrong: 'network_groups { contexts { # …\n} }',
      fix: 'network_groups { preliminary_config { # …\n} contexts { # …\n} }',
    },
  }),
  coreOp: (coreOp, _file, report, group) => {
    if (isUnsureIn(group, coreOp) || coreOp.preliminary !== undefined) return;
    const message = 'the network group has no preliminary configuration';
    report(findingAt(coreOp, 'preliminary-config-missing', message));
  },
};
