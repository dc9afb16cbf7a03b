import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { chosenCoreOps, coreOpLayout } from '../facts/core-op-choice.js';
import { findingAt } from '../facts/fact-place.js';
import { type FileFacts, isUnsure, isUnsureIn } from '../facts/file.js';
import type { GraphFacts } from '../facts/graph.js';
import { GraphInputs, graphFaults, NEWEST } from '../facts/post-process.js';
import type { Rule } from '../rule.js';

/** Checks that the inputs of post-processing on the host are outputs of the device. */
export const postProcessRules: Rule = {
  codes: codesOf('network-group', {
    'post-process-pad-unconnected': {
      ...refusedFrom('4.17.0'),
      summary: 'an input pad of post-processing that is not connected to an output of the device',
      why:
        'The host computes boxes, classes and so on from outputs of the device. An edge of the graph ' +
        'connects the pad_index of an output layer to the index of an input pad.',
      runtime: 'Rejected at load from 4.12 on (INVALID_HEF).',
      wrong:
        'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
        'ops { nms_op { … } input_pads { index: 7 } }\npad_edges { src: 4 dst: 7 }',
      fix:
        'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
        'ops { nms_op { … } input_pads { index: 7 } }\npad_edges { src: 3 dst: 7 }',
    },
    'post-process-decoder-unknown-pad': {
      ...refusedFrom('4.17.0'),
      summary: 'boxes decoded from a pad that no output of the device has',
      why:
        'Anchors and strides belong to an output of the device. A decoder refers to an output by the ' +
        'pad_index of the output, not by the input pad at the other end of the edge.',
      runtime: 'Crashes at load: the loader looks up the output in a table without a check.',
      wrong:
        'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
        'ops { nms_op { yolo_nms_op { bbox_decoders { pad_index: 7 } } } }',
      fix:
        'ops { core_op { … edge_layers { … pad_index: 3 } } }\n' +
        'ops { nms_op { yolo_nms_op { bbox_decoders { pad_index: 3 } } } }',
    },
    'post-process-unknown': {
      ...refusedFrom('4.17.0'),
      summary: 'a node of a graph whose kind no release knows',
      why: 'The loader creates each node of the graph at load.',
      runtime:
        'Rejected at load from 4.12 on (INTERNAL_FAILURE): a node without op, an nms_op without kind, or a ' +
        'logits_type other than argmax and softmax.',
      wrong: 'ops { nms_op { } }',
      fix: 'ops { nms_op { iou_op { } } }',
    },
    'post-process-pads': {
      ...refusedFrom('4.17.0'),
      summary: 'post-processing with the wrong number of pads',
      why: 'Post-processing has one output, and a logits op has one input.',
      runtime:
        'A logits op with a different number of pads is rejected at load (INVALID_HEF). For other nodes ' +
        'the loader reads the first output pad unchecked, and crashes if the node has no output pad.',
      wrong: 'ops { logits_op { } output_pads { index: 9 } }',
      fix: 'ops { logits_op { } input_pads { index: 8 } output_pads { index: 9 } }',
    },
    'post-process-decoders': {
      ...refusedFrom('4.17.0'),
      summary: 'box decoders that do not match the outputs that they decode',
      why:
        'Boxes and their scores come from outputs of the same size and format, and each anchor has a ' +
        'height and a width.',
      runtime:
        'Rejected at load: INVALID_HEF for anchors or a proto_layer that do not match, INVALID_ARGUMENT ' +
        'for outputs that are decoded together but differ, or are not inputs of the node. A YOLOv5 that ' +
        'only decodes boxes crashes if an input has no decoder.',
      wrong: 'ops { nms_op { yolo_nms_op { bbox_decoders { h: [10, 16] w: [13] } } } }',
      fix: 'ops { nms_op { yolo_nms_op { bbox_decoders { h: [10, 16] w: [13, 30] } } } }',
    },
  }),
  file: (file, report) => {
    for (const { graph, inputs } of graphsOf(file)) {
      for (const { code, place, message, args } of graphFaults(graph, inputs, NEWEST)) {
        report(findingAt(place, code, message, undefined, undefined, args));
      }
    }
  },
};

/**
 * Yields the graphs of a file that are completely known, with the outputs of the device that are inputs of
 * post-processing.
 */
export function* graphsOf(
  file: FileFacts,
): Generator<{ readonly graph: GraphFacts; readonly inputs: GraphInputs }> {
  // The layout depends on the extensions and the architecture, which may be in an unread part of the file.
  if (isUnsure(file) || file.hasMoreEntries) return;
  const layout = coreOpLayout(file);
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

function isWholeOf({ contexts, contextCount }: CoreOpFacts): boolean {
  return (
    contextCount <= contexts.length && contexts.every(({ edges, edgeCount }) => edgeCount <= edges.length)
  );
}
