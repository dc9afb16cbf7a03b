import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { DIRECTION_D2H, DIRECTION_H2D, type EdgeFacts } from '../facts/edge.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { isDualDirection } from '../facts/features.js';
import { followsFrom } from '../references.js';
import { MAX_CHECKED_EDGES } from './content.js';
import type { PairContext, PairRule } from './peer.js';

/**
 * Checks that streams have distinct sys_index values: a second edge layer with the same value conflicts with
 * the first.
 */
export const sysIndexRules: PairRule = {
  codes: codesOf('context', {
    'sys-index-duplicate': {
      severity: 'error',
      summary: 'two edge layers with the same direction and sys_index in a context',
      stage: 'configure',
      why: 'The second layer replaces the first, so the data of the first is lost or misplaced.',
      runtime:
        'Rejected at configuration from 4.14 (INTERNAL_FAILURE); 4.8 silently drops the second buffer.',
      wrong:
        'edge_layers { layer_info { edge_layer_base { sys_index: 2 } } }\nedge_layers { layer_info { edge_layer_base { sys_index: 2 } } }',
      fix: 'edge_layers { layer_info { edge_layer_base { sys_index: 2 } } }\nedge_layers { layer_info { edge_layer_base { sys_index: 3 } } }',
    },
    'sys-index-cross-direction': {
      severity: 'warning',
      summary: 'an input and an output with the same sys_index in a context',
      stage: 'configure',
      why: 'Only newer devices can distinguish an input and an output with the same index.',
      runtime: 'Rejected from 4.14 (INTERNAL_FAILURE) without extension 20.',
    },
  }),
  context: (context, _coreOp, file, report) => {
    if (areDistinct(context)) return;
    const inputs = bySysIndex(context, DIRECTION_H2D);
    const outputs = bySysIndex(context, DIRECTION_D2H);
    for (const [sysIndex, edges] of [...inputs, ...outputs]) {
      const [first, ...others] = edges;
      if (first === undefined || others.length === 0) continue;
      const message = `${edges.length} edge layers of this direction have sys_index ${sysIndex}`;
      const cause =
        context.edgeCount > MAX_CHECKED_EDGES
          ? [followsFrom(context.metadata ?? context, 'context-edge-layer-count')]
          : [];
      const related = [...cause, ...relatedTo(others, 'has the same sys_index')];
      report(findingAt(first, 'sys-index-duplicate', message, related));
    }
    const severity = isDualDirection(file) ? 'info' : 'warning';
    for (const [sysIndex, [input]] of inputs) {
      const output = outputs.get(sysIndex)?.[0];
      if (input === undefined || output === undefined) continue;
      const [first, other] = input.offset < output.offset ? [input, output] : [output, input];
      const message = `an input and an output have sys_index ${sysIndex}`;
      const related = relatedTo([other], 'the other direction');
      report(findingAt(first, 'sys-index-cross-direction', message, related, severity));
    }
  },
};

/** Up to this number, edge layers are compared pairwise, because building a set takes longer. */
const FEW_EDGES = 16;

/** True if the sys_index values of all edge layers differ. */
function areDistinct({ edges }: PairContext): boolean {
  if (edges.length > FEW_EDGES) return false;
  for (let i = 1; i < edges.length; i++) {
    const { sysIndex } = edges[i] as EdgeFacts;
    if (sysIndex === undefined) continue;
    for (let j = 0; j < i; j++) if ((edges[j] as EdgeFacts).sysIndex === sysIndex) return false;
  }
  return true;
}

/** Groups the edge layers of a context by sys_index, in file order. */
function bySysIndex({ edges }: PairContext, direction: number): Map<number, EdgeFacts[]> {
  const groups = new Map<number, EdgeFacts[]>();
  for (const edge of edges) {
    if (edge.direction !== direction || edge.sysIndex === undefined) continue;
    const group = groups.get(edge.sysIndex);
    if (group === undefined) groups.set(edge.sysIndex, [edge]);
    else group.push(edge);
  }
  return groups;
}
