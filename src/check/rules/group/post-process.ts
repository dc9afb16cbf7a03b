import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { chosenCoreOps, layoutOf } from '../facts/core-op-choice.js';
import { CONNECTION_BOUNDARY, DIRECTION_D2H } from '../facts/edge.js';
import { isUnsure, isUnsureIn } from '../facts/file.js';
import { findingAt } from '../facts/finding.js';
import type { GraphFacts } from '../facts/graph.js';
import type { Rule } from '../rule.js';

/** What post-processing on the host takes in comes out of the device. */
export const postProcessRules: Rule = {
  codes: [
    {
      code: 'post-process-pad-unconnected',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: ['4.20.0', '4.23.0'],
      summary: 'an input pad of post-processing that no output of the device leads to',
      about: () => ({
        why:
          'Boxes, classes and the like are computed on the host from outputs of the device. Which ones, the edges ' +
          'of the graph say: from the pad_index of an output layer to the index of an input pad.',
        runtime: 'Refused with INVALID_HEF at load, from 4.12 on.',
        wrong:
          'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
          'ops { nms_op { … } input_pads { index: 7 } }\npad_edges { src: 4 dst: 7 }',
        fix:
          'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
          'ops { nms_op { … } input_pads { index: 7 } }\npad_edges { src: 3 dst: 7 }',
      }),
    },
    {
      code: 'post-process-decoder-unknown-pad',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: ['4.20.0', '4.23.0'],
      summary: 'boxes that are decoded from a pad which no output of the device has',
      about: () => ({
        why:
          'Anchors and strides belong to an output of the device, which decoders name by its pad_index: not by ' +
          'the input pad that it leads to.',
        runtime: 'The output is taken from a table without looking whether it is there: it crashes at load.',
        wrong:
          'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
          'ops { nms_op { yolo_nms_op { bbox_decoders { pad_index: 7 } } } }',
        fix:
          'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
          'ops { nms_op { yolo_nms_op { bbox_decoders { pad_index: 3 } } } }',
      }),
    },
  ],
  file: (file, report) => {
    // The extensions, and the architecture, may be in what could not be read.
    if (isUnsure(file) || file.hasMoreEntries) return;
    const layout = layoutOf(file);
    if (!layout.netFlow) return;
    for (const group of file.groups) {
      const { graph } = group;
      if (graph === undefined || !graph.isWhole || isUnsure(group)) continue;
      if (group.coreOpCount > group.coreOps.length) continue;
      const [coreOp] = chosenCoreOps(group, layout).coreOps;
      if (coreOp === undefined || isUnsureIn(group, coreOp)) continue;
      const pads = outputPads(coreOp);
      if (pads !== undefined) checkNodes(graph, pads, report);
    }
  },
};

/** Pads that are outputs of the device; undefined where not all contexts are remembered. */
function outputPads({ contexts, contextCount }: CoreOpFacts): ReadonlySet<number> | undefined {
  if (contextCount > contexts.length) return undefined;
  const pads = new Set<number>();
  for (const { edges, edgeCount } of contexts) {
    if (edgeCount > edges.length) return undefined;
    for (const edge of edges) {
      if (edge.direction !== DIRECTION_D2H || edge.connection !== CONNECTION_BOUNDARY) continue;
      const { padIndex } = edge.view;
      if (padIndex !== undefined) pads.add(padIndex);
    }
  }
  return pads;
}

function checkNodes({ edges, nodes }: GraphFacts, pads: ReadonlySet<number>, report: Report): void {
  const sources = new Map<number, number>();
  // Of several edges to one pad loaders keep the first.
  for (const { from, to } of edges) if (!sources.has(to)) sources.set(to, from);
  for (const { inputs, decoded } of nodes) {
    for (const { value, ...place } of inputs) {
      const source = sources.get(value);
      if (source !== undefined && pads.has(source)) continue;
      const what = source === undefined ? 'no edge leads to it' : `pad ${source} is no output of the device`;
      report(findingAt(place, 'post-process-pad-unconnected', `input pad ${value}: ${what}`));
    }
    for (const { value, ...place } of decoded) {
      if (pads.has(value)) continue;
      const message = `boxes are decoded from pad ${value}, which no output of the device has`;
      report(findingAt(place, 'post-process-decoder-unknown-pad', message));
    }
  }
}
