import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { ContextSwitchInformationView, EdgeLayerView } from '../../../read/model/edge-layer.gen.js';
import {
  CONNECTION_BOUNDARY,
  CONNECTION_CACHE,
  CONNECTION_DDR,
  type EdgeFacts,
  firstEdges,
  type SwitchFacts,
} from '../facts/edge.js';
import { factPlace, findingAt, relatedTo } from '../facts/fact-place.js';
import { hasPaddedDdr } from '../facts/features.js';
import { scalarOf } from '../facts/held-record.js';
import type { Rule } from '../rule.js';

const TYPE_MUX = 1;
const MAX_BUFFERS = 0xffff;
/** Sizes of the rows of a DDR buffer in bytes: a multiple of ROW_UNIT, or a member of SHORT_ROWS. */
const ROW_UNIT = 512;
const SHORT_ROWS = [64, 128, 256];

/**
 * Checks edge layers that stay on the device or in the host's memory: kinds and values that only such layers
 * may have.
 */
export const innerEdgeRules: Rule = {
  codes: codesOf('context', {
    'inter-context-mux': {
      ...refusedFrom('4.17.0'),
      summary: 'a mux between contexts or through DDR',
      why: 'Only an output to the host may be a mux, because only the host splits it.',
      runtime: 'Rejected (INVALID_HEF): at configuration in 4.8, at load from 4.9.',
      wrong:
        'edge_layers { edge_layer_type: PROTO__EDGE_LAYER_TYPE__MUX layer_mux { }\n' +
        '  context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__INTERMEDIATE } }',
      fix:
        'edge_layers { edge_layer_type: PROTO__EDGE_LAYER_TYPE__INFO layer_info { }\n' +
        '  context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__INTERMEDIATE } }',
    },
    'boundary-connected-info': {
      severity: 'info',
      summary: 'a boundary edge that names a peer',
      why: 'A boundary edge ends at the host; perhaps a different connection type was meant.',
      runtime: 'Ignored.',
    },
    'ddr-buffers-range': {
      ...refusedFrom('4.17.0'),
      summary: 'a DDR edge with more than 65535 buffers',
      why: 'The runtime keeps the number of buffers in 16 bits.',
      runtime:
        'Rejected: at configuration up to 4.8 (INVALID_ARGUMENT), at load in later releases (INVALID_HEF).',
      wrong: 'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR buffers: 65536 }',
      fix: 'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR buffers: 32 }',
    },
    'ddr-row-size': {
      severity: 'warning',
      summary: 'a DDR edge whose rows are not 64, 128, 256 or a multiple of 512 bytes',
      stage: 'configure',
      why: 'DMA descriptors cannot describe such rows.',
      runtime:
        'Rejected at configuration up to 4.13 (INTERNAL_FAILURE). From 4.17 rejected unless the row is a ' +
        'multiple of 512.',
    },
    'ddr-extension-missing': {
      severity: 'error',
      summary: 'DDR edges in a file that does not declare padded DDR buffers',
      stage: 'configure',
      why: 'Releases no longer support DDR buffers that the host pads.',
      runtime: 'Rejected at configuration from 4.8 on (INVALID_HEF).',
      wrong:
        'extensions { type_index: 2 name: "DDR" }\n# an edge layer\n' +
        'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR }',
      fix:
        'extensions { type_index: 2 name: "DDR" }\nextensions { type_index: 3 name: "PADDED_DDR_BUFFERS" }\n# an edge layer\n' +
        'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR }',
    },
  }),
  edge: (edge, report) => {
    const { connection, switchInfo, type } = edge;
    if (switchInfo === undefined) return;
    if (connection === CONNECTION_BOUNDARY) {
      checkBoundary(edge, switchInfo, report);
      return;
    }
    // For a layer with an unknown connection, the other end is not known.
    const isInner = connection > CONNECTION_BOUNDARY && connection <= CONNECTION_CACHE;
    if (isInner && type === TYPE_MUX) {
      const { offset, length, path } = scalarOf(edge.view, 2, TYPE_MUX);
      const message = 'a mux that does not end at the host';
      report({ offset, length, path, code: 'inter-context-mux', message });
    }
    if (connection === CONNECTION_DDR) checkDdr(edge.view, report);
  },
  coreOp: (coreOp, file, report) => {
    if (file.broken || file.hasMoreEntries || hasPaddedDdr(file)) return;
    const [first, ...others] = firstEdges(coreOp.contexts, ({ connection }) => connection === CONNECTION_DDR);
    if (first === undefined) return;
    const message = 'a DDR edge without the extension PADDED_DDR_BUFFERS';
    const related = relatedTo(others, 'another DDR edge');
    report(findingAt(first, 'ddr-extension-missing', message, related));
  },
};

function checkBoundary(edge: EdgeFacts, info: SwitchFacts, report: Report): void {
  const { scalarContext, scalarSys, connectedCount, hasPeerName } = info;
  if (scalarContext + scalarSys + connectedCount === 0 && !hasPeerName) return;
  const { offset, length, path } = edge.switchPlaces.whole;
  report({ offset, length, path, code: 'boundary-connected-info', message: 'a boundary edge names a peer' });
}

function checkDdr(view: EdgeLayerView, report: Report): void {
  const info = view.contextSwitchInfo as ContextSwitchInformationView;
  const { buffers } = info;
  if (buffers > MAX_BUFFERS) {
    const place = factPlace(scalarOf(info, 6, buffers));
    const message = `buffers is ${buffers}; the maximum is ${MAX_BUFFERS}`;
    report(findingAt(place, 'ddr-buffers-range', message));
  }
  const base = (view.layerInfo ?? view.layerMux)?.edgeLayerBase;
  if (base === undefined) return;
  const row = base.coreBytesPerBuffer;
  if (row % ROW_UNIT === 0 || SHORT_ROWS.includes(row)) return;
  const place = factPlace(scalarOf(base, 9, row));
  const message = `core_bytes_per_buffer is ${row}: not a multiple of ${ROW_UNIT}, and not ${SHORT_ROWS.join(', ')}`;
  report(findingAt(place, 'ddr-row-size', message));
}
