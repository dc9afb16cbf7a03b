import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import { elementOf, recordOf } from '../facts/layer.js';
import type { Rule } from '../rule.js';

const BUFFER_INDICES = 13;

/**
 * Checks the stream buffer of a layer: the loader reads the first entry of a list without checking that the
 * entry exists.
 */
export const edgeBufferRules: Rule = {
  codes: codesOf('edge', {
    'edge-buffer-indices-missing': {
      ...REFUSED,
      summary: 'a boundary layer or a part of a mux without buffer_indices',
      why: 'The process that loads the file crashes: it reads the first entry unchecked.',
      runtime: 'Reads past the end of an empty list while loading (crash): {refusing}.',
      wrong: 'edge_layer_base {\n  sys_index: 1\n  data_bytes: 1\n}',
      fix: 'edge_layer_base {\n  sys_index: 1\n  data_bytes: 1\n  buffer_indices { index: 0 cluster_index: 4 }\n}',
    },
    'edge-buffer-indices-count': {
      severity: 'warning',
      summary: 'buffer_indices with a number of entries other than one',
      why: 'Loaders use only the first entry, so the compiler must have meant something else.',
      runtime: 'Uses the first entry; debug builds of the runtime abort.',
    },
  }),
  layer: (layer, report) => {
    const { bufferCount, hasBase, isBoundary } = layer;
    if (bufferCount === 1 || !hasBase) return;
    const { baseView } = layer;
    if (baseView === undefined) return;
    if (bufferCount === 0) {
      const code = isBoundary ? 'edge-buffer-indices-missing' : 'edge-buffer-indices-count';
      report(findingAt(recordOf(baseView), code, 'buffer_indices is empty'));
      return;
    }
    // The place of the finding is the second entry, which is the first superfluous entry.
    const second = elementOf(baseView, BUFFER_INDICES, 1);
    const message = () => `buffer_indices has ${bufferCount} entries; only the first one is used`;
    report(findingAt(second, 'edge-buffer-indices-count', message));
  },
};
