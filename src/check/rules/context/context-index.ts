import { codesOf, refusedFrom } from '../../../base/diagnostics/catalogue.js';
import { CONNECTION_BOUNDARY } from '../facts/edge.js';
import { findingAt } from '../facts/fact-place.js';
import { type PairRule, peerOf, peerPlaces } from './peer.js';

/** Checks the indices of contexts, and references by index from one context to another. */
export const contextIndexRules: PairRule = {
  codes: codesOf('context', {
    'context-index-mismatch': {
      severity: 'warning',
      summary: 'a context_index that is not the position of its context',
      why: 'Tools that use the index read different contexts from the loader, which uses the position.',
      runtime: 'Never read: the runtime uses the position.',
    },
    'context-switch-info-context-index': {
      severity: 'warning',
      summary: 'an edge layer whose context_index is not the position of its context',
      why: 'The layer seems to belong to another context.',
      runtime: 'Never read.',
    },
    'connected-context-index-range': {
      ...refusedFrom('4.17.0'),
      summary: 'a peer in a context that does not exist',
      implies: ['inter-context-source-missing', 'inter-context-order', 'ddr-context-mismatch'],
      why: 'The other side of the edge does not exist.',
      runtime:
        'An index above 65535 is rejected at load (INVALID_HEF). Smaller indices, and in 4.8 all such ' +
        'indices, are rejected at configuration (NOT_FOUND or INVALID_HEF).',
      wrong: '# there are two contexts\nconnected_contexts { index: 9 sys_index: 2 }',
      fix: '# there are two contexts\nconnected_contexts { index: 1 sys_index: 2 }',
    },
    'connected-sys-index-range': {
      ...refusedFrom('4.17.0'),
      summary: "a peer's sys_index above 255",
      implies: ['inter-context-source-missing', 'ddr-pair-unmatched'],
      why: 'The index of a stream has 8 bits.',
      runtime: 'Rejected (INVALID_HEF); in 4.8 only at configuration.',
      wrong: 'connected_contexts { index: 1 sys_index: 256 }',
      fix: 'connected_contexts { index: 1 sys_index: 2 }',
    },
  }),
  context: (context, coreOp, _file, report) => {
    const { position, index } = context;
    if (!context.broken && index.value !== position) {
      const message = () => `context_index is ${index.value}, the position is ${position}`;
      report(findingAt(index, 'context-index-mismatch', message));
    }
    for (const edge of context.edges) {
      const { switchInfo, connection } = edge;
      if (switchInfo === undefined) continue;
      if (switchInfo.contextIndex !== position) {
        const own = edge.switchPlaces.contextIndex;
        const message = `context_index is ${own.value}, the context's position is ${position}`;
        report(findingAt(own, 'context-switch-info-context-index', message));
      }
      if (connection === CONNECTION_BOUNDARY) continue;
      const peer = peerOf(switchInfo);
      if (!coreOp.broken && peer.context >= coreOp.contextCount) {
        const message = `the peer is in context ${peer.context}; the number of contexts is ${coreOp.contextCount}`;
        report(findingAt(peerPlaces(edge).context, 'connected-context-index-range', message));
      }
      if (peer.sys > 255) {
        const message = `the peer's sys_index is ${peer.sys}; the maximum is 255`;
        report(findingAt(peerPlaces(edge).sys, 'connected-sys-index-range', message));
      }
    }
  },
};
