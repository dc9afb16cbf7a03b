import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import { duplicatesOf } from '../facts/duplicates.js';
import { findingAt, relatedTo } from '../facts/fact-place.js';
import { boundaryOf } from '../facts/outputs.js';
import type { Rule } from '../rule.js';

/**
 * Checks that the streams between a core op and its host have distinct names, because applications request
 * streams by name.
 */
export const streamNameRules: Rule = {
  codes: codesOf('network-group', {
    'boundary-layer-name-duplicate': {
      ...REFUSED,
      summary: 'two boundary layers of a network group with the same name',
      why: 'The name of the layer alone identifies a stream, across all contexts and both directions.',
      runtime: 'Rejected by {refusing} (INVALID_HEF), when loading and when configuring.',
      wrong:
        'edge_layers { layer_info { name: "net/io" } }\nedge_layers { direction: PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST layer_info { name: "net/io" } }',
      fix: 'edge_layers { layer_info { name: "net/in" } }\nedge_layers { direction: PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST layer_info { name: "net/out" } }',
    },
    'vstream-name-duplicate': {
      severity: 'warning',
      stage: 'query',
      summary: 'two streams with the same name, one of which is a leaf of a mux or a fused layer',
      why: 'Applications see only one of the streams.',
      runtime: 'Loads. The list of streams omits the second stream.',
      wrong:
        'layer_mux {\n  predecessors { layer_info { name: "net/box" } }\n  predecessors { layer_info { name: "net/box" } }\n}',
      fix: 'layer_mux {\n  predecessors { layer_info { name: "net/box" } }\n  predecessors { layer_info { name: "net/class" } }\n}',
    },
    'original-name-duplicate': {
      severity: 'info',
      stage: 'query',
      summary: 'two streams with the same entry in original_names',
      why: 'The original name does not identify one stream.',
      runtime: 'Loads. Looking up a stream by that name fails (INVALID_HEF).',
      wrong:
        'edge_layers { layer_info { name: "net/a" original_names: "conv" } }\nedge_layers { layer_info { name: "net/b" original_names: "conv" } }',
      fix: 'edge_layers { layer_info { name: "net/a" original_names: "conv_a" } }\nedge_layers { layer_info { name: "net/b" original_names: "conv_b" } }',
    },
  }),
  coreOp: (coreOp, file, report) => {
    const { layers, streams, originalNames } = boundaryOf(coreOp, file);
    for (const { key, first, others } of duplicatesOf(layers, ({ name }) => name)) {
      report(
        findingAt(
          first.edge,
          'boundary-layer-name-duplicate',
          () => `${others.length + 1} boundary layers have the name ${JSON.stringify(key)}`,
          () =>
            relatedTo(
              others.map(({ edge }) => edge),
              'has the same name',
            ),
          undefined,
          [key],
        ),
      );
    }
    for (const { key, first, others } of duplicatesOf(streams, ({ name }) => name)) {
      // Streams that are all boundary layers are left to the code `boundary-layer-name-duplicate`.
      if ([first, ...others].every(({ kind }) => kind === 'layer')) continue;
      report(
        findingAt(
          first,
          'vstream-name-duplicate',
          () => `${others.length + 1} streams have the name ${JSON.stringify(key)}`,
          () => relatedTo(others, 'has the same name'),
          undefined,
          [key],
        ),
      );
    }
    for (const { key, first, others } of duplicatesOf(originalNames, ({ name }) => name)) {
      // Counts each layer once, even if the layer has the name several times.
      const also = new Set(others.map(({ stream }) => stream));
      also.delete(first.stream);
      if (also.size === 0) continue;
      const { offset, length, path } = first.stream;
      report({
        code: 'original-name-duplicate',
        offset,
        length,
        path,
        message: () => `other streams also have the original name ${JSON.stringify(key)}`,
        args: [key],
        related: () => relatedTo([...also], 'has the same name'),
      });
    }
  },
};
