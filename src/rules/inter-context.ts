import {
  CONNECTION_INTERMEDIATE,
  type ContextFacts,
  DIRECTION_D2H,
  DIRECTION_H2D,
  type EdgeFacts,
  type GroupFacts,
  hasAllEdges,
  placeOf,
} from './facts.js';
import { causeOf, peerOf } from './peer.js';
import type { Rule } from './rule.js';

/** Data that one context leaves for another: who reads must find who wrote, and have been written before. */
export const interContextRules: Rule = {
  codes: [
    {
      code: 'inter-context-source-missing',
      severity: 'error',
      summary: 'an intermediate input whose peer is no intermediate output',
      runtime: 'Rejected at configuration: NOT_FOUND.',
    },
    {
      code: 'inter-context-order',
      severity: 'error',
      summary: 'an intermediate input that reads from its own or a later context',
      runtime: 'Rejected at configuration: NOT_FOUND, for contexts are built in order.',
    },
    {
      code: 'inter-context-sink-missing',
      severity: 'warning',
      summary: 'an intermediate output that no context reads',
      runtime: 'Not checked.',
    },
  ],
  group: (group, _file, report) => {
    // With a context or an edge layer that could not be read, nobody knows what is missing.
    if (group.broken || group.contexts.length < group.contextCount || !group.contexts.every(hasAllEdges))
      return;
    const read = new Set<string>();
    const written = new Set<string>();
    for (const [context, edge] of intermediate(group, DIRECTION_D2H)) {
      written.add(`${context.position}:${edge.sysIndex}`);
    }
    for (const [context, edge] of intermediate(group, DIRECTION_H2D)) {
      if (edge.switchInfo === undefined) continue;
      const peer = peerOf(edge.switchInfo);
      const source = `${peer.context.value}:${peer.sys.value}`;
      read.add(source);
      const related = causeOf(peer, group);
      if (!written.has(source)) {
        const message = `context ${peer.context.value} has no intermediate output with sys_index ${peer.sys.value}`;
        report({ ...placeOf(peer.place), code: 'inter-context-source-missing', message, related });
      }
      if (peer.context.value >= context.position) {
        const own = peer.context.value === context.position;
        const message = own
          ? 'reads from its own context'
          : `reads from context ${peer.context.value}, which comes later`;
        const severity = own ? 'warning' : 'error';
        report({ ...placeOf(peer.context), code: 'inter-context-order', severity, message, related });
      }
    }
    for (const [context, edge] of intermediate(group, DIRECTION_D2H)) {
      if (read.has(`${context.position}:${edge.sysIndex}`)) continue;
      const message = `no context reads the output with sys_index ${edge.sysIndex}`;
      report({ ...placeOf(edge), code: 'inter-context-sink-missing', message });
    }
  },
};

function* intermediate(group: GroupFacts, direction: number): Generator<[ContextFacts, EdgeFacts]> {
  for (const context of group.contexts) {
    for (const edge of context.edges) {
      if (edge.connection === CONNECTION_INTERMEDIATE && edge.direction === direction) yield [context, edge];
    }
  }
}
