import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { CheckedContext } from '../facts/context.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { CONNECTION_DDR } from '../facts/edge.js';
import { type FactPlace, factPlace, relatedTo } from '../facts/fact-place.js';
import type { Rule } from '../rule.js';

/**
 * Reports parts of a network that prevent its use on devices over Ethernet. Validation does not know the
 * target device.
 */
export const ethernetRules: Rule = {
  codes: codesOf('network-group', {
    'multi-context-on-eth': {
      severity: 'info',
      stage: 'configure',
      summary: 'a network group that cannot be configured over Ethernet',
      why:
        'A device connected over Ethernet runs only one context and cannot keep data in host memory. It ' +
        'also rejects sequencers in the preliminary configuration, which this rule does not check. These ' +
        'restrictions do not apply over PCIe.',
      runtime:
        'Accepted over PCIe. Rejected over Ethernet: INTERNAL_FAILURE, INVALID_OPERATION or INVALID_HEF, ' +
        'depending on the reason.',
      wrong: 'contexts { # …\n}\ncontexts { # …\n}',
      fix: 'contexts { # …\n}',
    },
  }),
  coreOp: (coreOp, _file, report) => {
    const found = obstacles(coreOp);
    if (found.length === 0) return;
    const [first, ...others] = found as readonly [Obstacle, ...Obstacle[]];
    const { offset, length, path } = first;
    report({
      code: 'multi-context-on-eth',
      offset,
      length,
      path,
      message: `over Ethernet: ${first.what}`,
      related: () => others.flatMap((other) => relatedTo([other], other.what)),
    });
  },
};

interface Obstacle extends FactPlace {
  readonly what: string;
}

/**
 * Returns one obstacle of each kind, in file order. Sequencers in the preliminary configuration are also
 * obstacles, but are not listed, because the scan would have to stop at every sequencer.
 */
function obstacles({ contexts, contextCount }: CoreOpFacts): readonly Obstacle[] {
  const found: Obstacle[] = [];
  const second = contexts[1];
  if (second !== undefined) found.push({ ...factPlace(second), what: `one context, not ${contextCount}` });
  const ddr = firstDdr(contexts);
  if (ddr !== undefined) found.push({ ...factPlace(ddr), what: 'no DDR layers' });
  return found.sort((a, b) => a.offset - b.offset);
}

function firstDdr(contexts: readonly CheckedContext[]): FactPlace | undefined {
  for (const { edges } of contexts) {
    const ddr = edges.find(({ connection }) => connection === CONNECTION_DDR);
    if (ddr !== undefined) return ddr;
  }
  return undefined;
}
