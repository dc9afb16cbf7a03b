import { codesOf, REFUSED, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import type { EdgeLayerView } from '../../../read/model/edge-layer.gen.js';
import {
  CONNECTION_CACHE,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
  LAYER_INFO,
  LAYER_MUX,
  LAYER_PLANES,
  TYPE_INFO,
  TYPE_MUX,
} from '../facts/edge.js';
import { type FactPlace, findingAt } from '../facts/fact-place.js';
import { layerField } from '../facts/layer.js';
import type { Rule } from '../rule.js';

const DIRECTION = 1;
const TYPE = 2;
const CONNECTION_TYPE = 3;

const MEMBERS = new Map([
  [LAYER_INFO, 'layer_info'],
  [LAYER_MUX, 'layer_mux'],
  [LAYER_PLANES, 'layer_planes'],
]);

/** Checks the kind, direction and connection of an edge layer. */
export const edgeKindRules: Rule = {
  codes: codesOf('edge', {
    'edge-type-mismatch': {
      ...REFUSED,
      summary: 'an edge_layer_type that contradicts the kind of layer that is set',
      why:
        'The loader trusts the type: it ignores the layer that is set, and reads the layer that the type ' +
        'names as empty.',
      runtime:
        'On boundary layers, rejected at load by {refusing} (INVALID_ARGUMENT: 0 bytes per element). On ' +
        'other layers, the transfer has size 0.',
      wrong:
        'edge_layers {\n  edge_layer_type: PROTO__EDGE_LAYER_TYPE__MUX  # but a plain layer is set\n  layer_info { name: "net/conv1" }\n}',
      fix: 'edge_layers {\n  edge_layer_type: PROTO__EDGE_LAYER_TYPE__INFO\n  layer_info { name: "net/conv1" }\n}',
    },
    'edge-layer-type-unknown': {
      ...REFUSED,
      summary: 'an edge_layer_type that is neither a tensor nor a mux',
      why:
        'No loader supports such a layer. If the layer has planes, releases that support planes load the ' +
        'file, and the finding is only a warning.',
      runtime:
        'Rejected at load on boundary layers: INTERNAL_FAILURE. From 4.15, type 2 means planes; without ' +
        'planes, 4.20 crashes.',
      wrong: 'edge_layers {\n  edge_layer_type: 7\n  layer_info { name: "net/conv1" }\n}',
      fix: 'edge_layers {\n  edge_layer_type: PROTO__EDGE_LAYER_TYPE__INFO\n  layer_info { name: "net/conv1" }\n}',
    },
    'edge-direction-unknown': {
      severity: 'error',
      summary: 'a direction that is neither input nor output',
      stage: 'configure',
      why: 'Loaders treat every unknown direction as input, even if the layer is meant as an output.',
      runtime: 'Loaded as an input; rejected at configuration up to 4.8 (INVALID_ARGUMENT).',
      wrong: 'edge_layers {\n  direction: 2\n}',
      fix: 'edge_layers {\n  direction: PROTO__EDGE_LAYER_DIRECTION__DEVICE_TO_HOST\n}',
    },
    'edge-connection-type-unknown': {
      ...refusedFrom('4.18.0'),
      summary: 'an edge_connection_type that does not identify the other end',
      why:
        'The loader cannot choose buffers for the layer. For CACHE (3), which only newer releases support, ' +
        'the finding is a warning.',
      runtime:
        'Rejected at load by {refusing} (INVALID_HEF), which accept CACHE. Earlier releases skip the ' +
        'layer: 4.8 then fails at configuration (INTERNAL_FAILURE), and queries in 4.17 find too few layers.',
      wrong: 'context_switch_info {\n  edge_connection_type: 9\n}',
      fix: 'context_switch_info {\n  edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__BOUNDARY\n}',
    },
    'edge-context-switch-info-missing': {
      severity: 'info',
      summary: 'an edge layer without its connection (context_switch_info)',
      why:
        'Compilers always write context_switch_info. Without context_switch_info, loaders connect the ' +
        'layer to the host.',
      runtime: 'Treated as a boundary layer.',
    },
    'h2d-mux': {
      severity: 'warning',
      summary: 'a mux as an input',
      stage: 'configure',
      why: 'Several outputs can share one stream, but no host interleaves inputs.',
      runtime: 'Loaded; rejected at configuration up to 4.8 (INVALID_HEF).',
    },
  }),
  edge: (edge, report) => {
    const { type, direction, member, connection } = edge;
    if (type !== TYPE_INFO && type !== TYPE_MUX) {
      const newer = member === LAYER_PLANES || (member === 0 && hasNewerMember(edge.view.view));
      report(
        findingAt(
          layerField(edge.view, TYPE),
          'edge-layer-type-unknown',
          () => `edge_layer_type is ${type}, known are 0 (a tensor) and 1 (a mux)`,
          [],
          newer ? 'warning' : 'error',
        ),
      );
    } else if (member !== 0 && member !== (type === TYPE_INFO ? LAYER_INFO : LAYER_MUX)) {
      const message = () => `edge_layer_type is ${type}, but ${MEMBERS.get(member)} is set`;
      report(findingAt(layerField(edge.view, TYPE), 'edge-type-mismatch', message));
    }
    if (direction !== DIRECTION_H2D && direction !== DIRECTION_D2H) {
      const message = () => `direction is ${direction}, known are 0 (input) and 1 (output)`;
      report(findingAt(layerField(edge.view, DIRECTION), 'edge-direction-unknown', message));
    }
    if (edge.switchInfo === undefined) {
      const message = 'there is no context_switch_info: a boundary layer';
      report(findingAt(edge, 'edge-context-switch-info-missing', message));
    } else if (connection < 0 || connection >= CONNECTION_CACHE) {
      report(
        findingAt(
          connectionPlace(edge),
          'edge-connection-type-unknown',
          () => `edge_connection_type is ${connection}, known are 0 (boundary), 1 (intermediate) and 2 (DDR)`,
          [],
          connection === CONNECTION_CACHE ? 'warning' : 'error',
        ),
      );
    }
    if (member === LAYER_MUX && direction === DIRECTION_H2D) {
      const message = 'a mux is an input';
      report(findingAt(layerField(edge.view, DIRECTION), 'h2d-mux', message));
    }
  },
};

function connectionPlace(edge: EdgeFacts): FactPlace {
  const { contextSwitchInfo } = edge.view;
  if (contextSwitchInfo === undefined) return edge;
  return layerField(contextSwitchInfo, CONNECTION_TYPE);
}

/**
 * True if the edge layer has a message field that only a newer schema knows, such as a new member of the
 * oneof.
 */
function hasNewerMember(view: EdgeLayerView['view']): boolean {
  for (const { wireType } of view.unknownFields()) if (wireType === 2) return true;
  return false;
}
