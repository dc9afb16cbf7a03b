import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { releasesFrom } from '../../../base/diagnostics/releases.js';
import {
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  DIRECTION_H2D,
  type EdgeFacts,
  type SwitchFacts,
} from '../facts/edge.js';
import { findingAt, MAX_RELATED, relatedTo } from '../facts/fact-place.js';
import type { PairRule } from './peer.js';

/**
 * Checks the two ways in which an edge layer names its peer: a list for newer releases, and a pair of scalars
 * for older releases.
 */
export const connectedContextRules: PairRule = {
  codes: codesOf('context', {
    'connected-contexts-missing': {
      severity: 'warning',
      summary: 'an edge between contexts or through DDR without connected_contexts',
      stage: 'load',
      refusedBy: releasesFrom('4.17.0'),
      why: 'Later releases do not read the scalar pair, so they see no peer for the edge.',
      runtime: 'Rejected from 4.12 (INVALID_HEF); older releases read the scalar pair instead.',
    },
    'connected-contexts-inconsistent': {
      severity: 'warning',
      summary: 'a peer that differs between connected_contexts and the scalar pair',
      stage: 'configure',
      why: 'The model runs, but computes a different result.',
      runtime: 'Releases up to 4.11 and later releases connect the model differently.',
    },
    'ddr-connected-contexts-count': {
      ...refusedFrom('4.17.0'),
      summary: 'a DDR edge with more than one connected context',
      why: 'A tensor in host memory can return to only one context.',
      runtime: 'Rejected from 4.10: INVALID_HEF.',
      wrong:
        'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR\n  connected_contexts { sys_index: 3 } connected_contexts { sys_index: 4 } }',
      fix: 'context_switch_info { edge_connection_type: PROTO__EDGE_CONNECTION_TYPE__DDR\n  connected_contexts { sys_index: 3 } }',
    },
  }),
  context: ({ edges }, _group, _file, report) => {
    for (const edge of edges) {
      const { switchInfo, connection } = edge;
      if (connection !== CONNECTION_INTERMEDIATE && connection !== CONNECTION_DDR) continue;
      if (switchInfo === undefined) continue;
      const { connectedCount } = switchInfo;
      if (connectedCount === 0) {
        const message = 'connected_contexts is empty';
        report(findingAt(edge.switchPlaces.whole, 'connected-contexts-missing', message));
        continue;
      }
      if (isComparable(edge, switchInfo) && !isSamePeer(switchInfo)) {
        const { scalarContext, scalarSys, listedContext, listedSys } = switchInfo;
        const message =
          `context ${listedContext}, sys_index ${listedSys} here; ` +
          `connected_context_index ${scalarContext}, connected_sys_index ${scalarSys}`;
        report(findingAt(edge.switchPlaces.listed(0).place, 'connected-contexts-inconsistent', message));
      }
      if (connection === CONNECTION_DDR && connectedCount > 1) {
        const places = edge.switchPlaces;
        const message = `a DDR edge has ${connectedCount} connected contexts instead of one`;
        const others = Math.min(connectedCount - 1, MAX_RELATED);
        const related = () =>
          relatedTo(
            Array.from({ length: others }, (_, i) => places.listed(i + 1).place),
            'another one',
          );
        report(findingAt(places.listed(0).place, 'ddr-connected-contexts-count', message, related));
      }
    }
  },
};

/**
 * True if the list and the pair of scalars should be the same. For an output with several readers, the pair
 * names only one reader.
 */
function isComparable(edge: EdgeFacts, { connectedCount }: SwitchFacts): boolean {
  return edge.direction === DIRECTION_H2D || connectedCount === 1;
}

function isSamePeer({ listedContext, listedSys, scalarContext, scalarSys }: SwitchFacts): boolean {
  return listedContext === scalarContext && listedSys === scalarSys;
}
