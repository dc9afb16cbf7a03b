import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { findingAt } from '../facts/fact-place.js';
import { followsFrom } from '../references.js';
import type { Rule } from '../rule.js';

/** Edge layers and operations are numbered with 8 bits. */
export const MAX_CHECKED_EDGES = 255;
const MAX_OPERATIONS = 255;

const METADATA_MISSING = 'context-metadata-missing';

/** Checks that the required parts of a context are present, and that their numbers are within the limits. */
export const contextContentRules: Rule = {
  codes: codesOf('context', {
    'context-metadata-missing': {
      severity: 'error',
      summary: 'a context without metadata',
      stage: 'configure',
      implies: ['context-no-edge-layers'],
      why: 'The edge layers are in the metadata: such a context has neither inputs nor outputs.',
      runtime: 'Treated as a context without edge layers.',
      wrong: 'contexts { context_index: 0 operations { } }',
      fix: 'contexts { context_index: 0 operations { } metadata { edge_layers { } } }',
    },
    'context-no-edge-layers': {
      severity: 'error',
      summary: 'a context without edge layers',
      stage: 'configure',
      why: 'The context has no inputs and no outputs.',
      runtime:
        'Rejected at configuration: up to 4.11 directly (INVALID_HEF), in later releases because no action ' +
        'starts an input.',
      wrong: 'metadata { }',
      fix: 'metadata { edge_layers { layer_info { } } }',
    },
    'context-edge-layer-count': {
      severity: 'error',
      summary: 'more than 255 edge layers in a context',
      stage: 'configure',
      // No device has more than 255 streams.
      implies: ['sys-index-duplicate', 'edge-sys-index-hw', 'streams-limit', 'dma-channel-budget'],
      why: 'Edge layers are numbered with 8 bits, and a device has far fewer streams.',
      runtime:
        'Rejected at configuration: up to 4.11 directly (INVALID_HEF), in later releases because there are ' +
        'not enough channels.',
      wrong: 'metadata { # 256 times:\n  edge_layers { } }',
      fix: 'metadata { # at most 255 times:\n  edge_layers { } }',
    },
    'context-operation-count': {
      severity: 'warning',
      summary: 'more than 255 operations in a context',
      stage: 'configure',
      why: 'Only later releases run the model.',
      runtime: 'Rejected at configuration up to 4.12 (INVALID_HEF); later releases have no limit.',
    },
    'shmiglue-deprecated': {
      severity: 'warning',
      summary: 'a shmiglue_info, which compilers no longer write (a note if all its values are defaults)',
      stage: 'configure',
      why: 'Old releases pass it to the device, later releases do not: the model may run differently.',
      runtime: 'Up to 4.11, should_use_shmiglue is passed on; later releases ignore it.',
    },
  }),
  context: (context, _coreOp, _file, report) => {
    const { metadata, edgeCount, operationCount, broken, lost, shmiglue } = context;
    if (metadata === undefined && !broken) {
      report(findingAt(context, METADATA_MISSING, 'there is no metadata'));
    }
    if (edgeCount === 0 && !broken && !lost) {
      const related = metadata === undefined ? () => [followsFrom(context, METADATA_MISSING)] : undefined;
      const message = 'there are no edge layers';
      report(findingAt(metadata ?? context, 'context-no-edge-layers', message, related));
    }
    if (edgeCount > MAX_CHECKED_EDGES) {
      const message = `${edgeCount} edge layers; the maximum is ${MAX_CHECKED_EDGES}`;
      report(findingAt(metadata ?? context, 'context-edge-layer-count', message));
    }
    if (operationCount > MAX_OPERATIONS) {
      const message = `${operationCount} operations; older releases accept ${MAX_OPERATIONS}`;
      report(findingAt(context, 'context-operation-count', message));
    }
    if (shmiglue !== undefined) {
      const severity = shmiglue.isDefault ? 'info' : 'warning';
      const message = 'shmiglue_info is deprecated';
      report(findingAt(shmiglue, 'shmiglue-deprecated', message, undefined, severity));
    }
  },
};
