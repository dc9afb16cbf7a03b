import { codesOf } from '../../../base/diagnostics/catalogue.js';
import { hasAllEdges } from '../facts/context.js';
import { CONNECTION_INTERMEDIATE, DIRECTION_D2H, DIRECTION_H2D, type EdgeFacts } from '../facts/edge.js';
import { findingAt } from '../facts/fact-place.js';
import { causeOf, type PairContext, type PairCoreOp, type PairRule, peerOf, peerPlaces } from './peer.js';

/**
 * Checks data that one context writes for another context: for each reader there must be a writer, which must
 * run before the reader.
 */
export const interContextRules: PairRule = {
  codes: codesOf('context', {
    'inter-context-source-missing': {
      severity: 'error',
      summary: 'an intermediate input whose peer is not an intermediate output',
      stage: 'configure',
      why: 'The context waits for a tensor that nothing writes.',
      runtime: 'Rejected at configuration: NOT_FOUND.',
      wrong: '# context 0 has no output with sys_index 6\nconnected_contexts { index: 0 sys_index: 6 }',
      fix: 'connected_contexts { index: 0 sys_index: 0 }',
    },
    'inter-context-order': {
      severity: 'error',
      summary: 'an intermediate input that reads from its own or a later context',
      stage: 'configure',
      why: 'Contexts run one after the other: data must be written before it is read.',
      runtime:
        'Rejected at configuration (NOT_FOUND), because contexts are built in order. A layer may read from ' +
        'its own context from 4.9 on, or if the output is listed first.',
      wrong: '# in context 0\nconnected_contexts { index: 1 sys_index: 0 }',
      fix: '# in context 1\nconnected_contexts { index: 0 sys_index: 0 }',
    },
    'inter-context-sink-missing': {
      severity: 'warning',
      summary: 'an intermediate output that no context reads',
      stage: 'configure',
      why: 'The device computes data that is never used, or a reader names the wrong stream.',
      runtime: 'Not checked.',
    },
  }),
  coreOp: (coreOp, _file, report) => {
    // If a context or an edge layer could not be read, missing data cannot be determined.
    const { broken, contexts, contextCount } = coreOp;
    if (broken || contexts.length < contextCount || !contexts.every(hasAllEdges)) return;
    if (!contexts.some(({ edges }) => edges.some(isIntermediate))) return;
    const read = new Set<string>();
    const written = new Set<string>();
    for (const [context, edge] of intermediate(coreOp, DIRECTION_D2H)) {
      written.add(`${context.position}:${edge.sysIndex}`);
    }
    for (const [context, edge] of intermediate(coreOp, DIRECTION_H2D)) {
      if (edge.switchInfo === undefined) continue;
      const peer = peerOf(edge.switchInfo);
      const source = `${peer.context}:${peer.sys}`;
      read.add(source);
      if (!written.has(source)) {
        const message = `context ${peer.context} has no intermediate output with sys_index ${peer.sys}`;
        const related = causeOf(edge, peer, coreOp);
        report(findingAt(peerPlaces(edge).place, 'inter-context-source-missing', message, related));
      }
      if (peer.context >= context.position) {
        const own = peer.context === context.position;
        const message = own
          ? 'reads from its own context'
          : `reads from context ${peer.context}, which comes later`;
        const severity = own ? 'warning' : 'error';
        const related = causeOf(edge, peer, coreOp);
        report(findingAt(peerPlaces(edge).context, 'inter-context-order', message, related, severity));
      }
    }
    for (const [context, edge] of intermediate(coreOp, DIRECTION_D2H)) {
      if (read.has(`${context.position}:${edge.sysIndex}`)) continue;
      const message = `no context reads the output with sys_index ${edge.sysIndex}`;
      report(findingAt(edge, 'inter-context-sink-missing', message));
    }
  },
};

function isIntermediate({ connection }: EdgeFacts): boolean {
  return connection === CONNECTION_INTERMEDIATE;
}

function* intermediate(coreOp: PairCoreOp, direction: number): Generator<[PairContext, EdgeFacts]> {
  for (const context of coreOp.contexts) {
    for (const edge of context.edges) {
      if (isIntermediate(edge) && edge.direction === direction) yield [context, edge];
    }
  }
}
