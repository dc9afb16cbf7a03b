import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { hasAllEdges } from '../facts/context.js';
import { CONNECTION_DDR, DIRECTION_D2H, DIRECTION_H2D, type EdgeFacts } from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { followsFrom } from '../references.js';
import { causeOf, type PairContext, type PairRule, peerOf, peerPlaces } from './peer.js';

const COUNT = 'ddr-pair-count';

/**
 * Checks that edges through DDR memory come in pairs: an output, and the input in the same context that reads
 * the data of the output.
 */
export const ddrPairRules: PairRule = {
  codes: codesOf('context', {
    'ddr-context-mismatch': {
      ...refusedFrom('4.17.0'),
      summary: 'a DDR edge whose peer is in another context',
      why: 'DDR buffers a tensor within one context; tensors between contexts use intermediate edges.',
      runtime: 'Rejected from 4.9: INVALID_HEF; 4.8 ignores the index.',
      wrong: '# in context 0\nconnected_contexts { index: 1 sys_index: 3 }',
      fix: '# in context 0\nconnected_contexts { index: 0 sys_index: 3 }',
    },
    'ddr-pair-count': {
      ...refusedFrom('4.17.0'),
      summary: 'different numbers of DDR inputs and DDR outputs in a context',
      implies: ['ddr-pair-unmatched'],
      why: 'A context must read each tensor that it writes to DDR: an input or an output is missing.',
      runtime: 'Rejected at load from 4.9: INVALID_HEF; 4.8 programs the wrong channel.',
      wrong: '# a DDR output, and no DDR input',
      fix: '# a DDR output, and the DDR input that reads it back',
    },
    'ddr-pair-unmatched': {
      ...refusedFrom('4.17.0'),
      summary: 'a DDR output whose peer is not exactly one DDR input of the context',
      why: 'The loader cannot know where the tensor returns.',
      runtime: 'Rejected from 4.9: INVALID_HEF.',
      wrong: '# out\nconnected_contexts { sys_index: 9 }\n# back in\nedge_layer_base { sys_index: 3 }',
      fix: '# out\nconnected_contexts { sys_index: 3 }\n# back in\nedge_layer_base { sys_index: 3 }',
    },
  }),
  context: (context, coreOp, _file, report) => {
    if (!context.edges.some(({ connection }) => connection === CONNECTION_DDR)) return;
    const inputs = ddrEdges(context, DIRECTION_H2D);
    const outputs = ddrEdges(context, DIRECTION_D2H);
    for (const edge of [...inputs, ...outputs]) {
      if (edge.switchInfo === undefined) continue;
      const peer = peerOf(edge.switchInfo);
      if (peer.context === context.position) continue;
      const message = `the peer is in context ${peer.context}, this is context ${context.position}`;
      const related = causeOf(edge, peer, coreOp).slice(0, peer.context >= coreOp.contextCount ? 1 : 0);
      report(findingAt(peerPlaces(edge).context, 'ddr-context-mismatch', message, related));
    }
    if (!hasAllEdges(context)) return;
    const [first, ...others] = [...inputs, ...outputs].sort((a, b) => a.offset - b.offset);
    if (first !== undefined && inputs.length !== outputs.length) {
      const message = `${inputs.length} DDR inputs, ${outputs.length} DDR outputs`;
      const related = relatedTo(others, 'another DDR edge');
      report(findingAt(first, COUNT, message, related));
    }
    // With more outputs than inputs, at least one output has no input.
    const short = first !== undefined && outputs.length > inputs.length ? [followsFrom(first, COUNT)] : [];
    for (const edge of outputs) {
      if (edge.switchInfo === undefined) continue;
      const peer = peerOf(edge.switchInfo);
      const readers = inputs.filter((input) => input.sysIndex === peer.sys).length;
      if (readers === 1) continue;
      const message = `${readers === 0 ? 'no' : readers} DDR inputs of this context have sys_index ${peer.sys}`;
      const related = peer.sys > 255 ? causeOf(edge, peer, coreOp) : short;
      report(findingAt(peerPlaces(edge).place, 'ddr-pair-unmatched', message, related));
    }
  },
};

function ddrEdges({ edges }: PairContext, direction: number): readonly EdgeFacts[] {
  return edges.filter((edge) => edge.connection === CONNECTION_DDR && edge.direction === direction);
}
