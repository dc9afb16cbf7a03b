import { releasesFrom } from '../../../base/diagnostics/releases.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { chosenCoreOps, layoutOf } from '../facts/core-op-choice.js';
import { type FileFacts, isUnsure, isUnsureIn } from '../facts/file.js';
import { findingAt } from '../facts/finding.js';
import type { GraphFacts } from '../facts/graph.js';
import { GraphInputs, graphFaults, NEWEST } from '../facts/post-process.js';
import type { Rule } from '../rule.js';

/** Checks that the inputs of post-processing on the host are outputs of the device. */
export const postProcessRules: Rule = {
  codes: [
    {
      code: 'post-process-pad-unconnected',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      summary: 'an input pad of post-processing that no output of the device leads to',
      about: () => ({
        why:
          'Boxes, classes and the like are computed on the host from outputs of the device. Edges of the graph ' +
          'name these outputs: each leads from the pad_index of an output layer to the index of an input pad.',
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
      refusedBy: releasesFrom('4.17.0'),
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
    {
      code: 'post-process-unknown',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      summary: 'a node of a graph that is of no kind that a release knows',
      about: () => ({
        why: 'Loaders make each node of the graph when they load the file.',
        runtime:
          'Refused with INTERNAL_FAILURE at load, from 4.12 on: a node without op, an nms_op without kind, a logits_type other than argmax and softmax.',
        wrong: 'ops { nms_op { } }',
        fix: 'ops { nms_op { iou_op { } } }',
      }),
    },
    {
      code: 'post-process-pads',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      summary: 'post-processing with another number of pads than it takes',
      about: () => ({
        why: 'Post-processing makes one output, and logits take in one.',
        runtime:
          'Logits with another number of pads are refused with INVALID_HEF at load. The first output pad of other nodes is read whether there is one or not: it crashes.',
        wrong: 'ops { logits_op { } output_pads { index: 9 } }',
        fix: 'ops { logits_op { } input_pads { index: 8 } output_pads { index: 9 } }',
      }),
    },
    {
      code: 'post-process-decoders',
      severity: 'error',
      group: 'network-group',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      summary: 'decoders of boxes that do not fit the outputs that they decode',
      about: () => ({
        why: 'Boxes and scores that belong together come from outputs of the same size and format, and anchors have a height and a width each.',
        runtime:
          'Refused at load: INVALID_HEF for anchors or a proto_layer that do not fit, INVALID_ARGUMENT for outputs that are decoded together and differ, or are not inputs of the node. A YOLOv5 that only decodes boxes crashes where an input has no decoder.',
        wrong: 'ops { nms_op { yolo_nms_op { bbox_decoders { h: [10, 16] w: [13] } } } }',
        fix: 'ops { nms_op { yolo_nms_op { bbox_decoders { h: [10, 16] w: [13, 30] } } } }',
      }),
    },
  ],
  file: (file, report) => {
    for (const { graph, inputs } of graphsOf(file)) {
      for (const { code, place, message, args } of graphFaults(graph, inputs, NEWEST)) {
        report(findingAt(place, code, message, undefined, undefined, args));
      }
    }
  },
};

/** Yields the completely known graphs of a file, with their inputs from the device. */
export function* graphsOf(
  file: FileFacts,
): Generator<{ readonly graph: GraphFacts; readonly inputs: GraphInputs }> {
  // Extensions and architecture may be in the part that could not be read.
  if (isUnsure(file) || file.hasMoreEntries) return;
  const layout = layoutOf(file);
  if (!layout.netFlow) return;
  for (const group of file.groups) {
    const { graph } = group;
    if (graph === undefined || !graph.isWhole || isUnsure(group)) continue;
    if (group.coreOpCount > group.coreOps.length) continue;
    const [coreOp] = chosenCoreOps(group, layout).coreOps;
    if (coreOp === undefined || isUnsureIn(group, coreOp)) continue;
    if (isWholeOf(coreOp)) yield { graph, inputs: new GraphInputs(coreOp, graph.edges) };
  }
}

/** True if all layers of a core op are remembered. */
function isWholeOf({ contexts, contextCount }: CoreOpFacts): boolean {
  return (
    contextCount <= contexts.length && contexts.every(({ edges, edgeCount }) => edgeCount <= edges.length)
  );
}
