import { codesOf, REFUSED } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import { NAME_BUFFER } from '../facts/layer.js';
import type { Rule } from '../rule.js';

const NAME = 1;

/** Checks names of tensors and muxes, which the loader copies into buffers of 128 bytes. */
export const edgeNameRules: Rule = {
  codes: codesOf('edge', {
    'edge-name-empty': {
      severity: 'warning',
      summary: 'an edge layer without a name',
      why: 'Applications find streams by their names.',
      runtime: 'Accepted.',
    },
    'edge-name-too-long': {
      ...REFUSED,
      summary: 'an edge layer name that does not fit in 128 bytes with its terminating NUL',
      why: 'The runtime keeps names in buffers of 128 bytes. The limit counts UTF-8 bytes, not characters.',
      runtime: 'Rejected at load by {refusing} (INTERNAL_FAILURE). 127 bytes are accepted.',
      wrong: 'layer_info {\n  name: "net/…"  # 128 bytes or more\n}',
      fix: 'layer_info {\n  name: "net/conv1"\n}',
    },
  }),
  layer: (layer, report) => {
    const { nameBytes } = layer;
    if (nameBytes === 0) {
      report(findingAt(layer.ownPlace(NAME), 'edge-name-empty', 'the name is empty'));
    } else if (nameBytes >= NAME_BUFFER && layer.isBoundary) {
      const message = () => `the name has ${nameBytes} bytes; the maximum is ${NAME_BUFFER - 1}`;
      report(findingAt(layer.ownPlace(NAME), 'edge-name-too-long', message));
    }
  },
};
