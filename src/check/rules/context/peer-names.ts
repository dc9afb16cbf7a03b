import { codesOf } from '../../../base/diagnostics/catalogue.js';
import type { Report } from '../../../base/diagnostics/diagnostic.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import { CONNECTION_BOUNDARY, type EdgeFacts } from '../facts/edge.js';
import { type FactPlace, findingAt } from '../facts/fact-place.js';
import { isUnsure } from '../facts/file.js';
import { layerField } from '../facts/layer.js';
import type { Rule } from '../rule.js';

/** Compares the name that an edge layer gives for the context of its peer with the name of that context. */
export const peerNameRules: Rule = {
  codes: codesOf('context', {
    'connected-context-name-mismatch': {
      severity: 'info',
      summary: "a peer's context with a wrong name",
      why: 'Either the name or the index is wrong.',
      runtime: 'Never read: the runtime uses the index. Compilers leave the name of a context empty.',
    },
  }),
  coreOp: (coreOp, _file, report) => {
    if (!coreOp.contexts.some(({ name }) => name !== undefined && name.value !== '')) return;
    for (const { edges } of coreOp.contexts) {
      for (const edge of edges) {
        if (edge.switchInfo !== undefined && edge.connection !== CONNECTION_BOUNDARY) {
          checkNames(edge, coreOp, report);
        }
      }
    }
  },
};

function checkNames(edge: EdgeFacts, coreOp: CoreOpFacts, report: Report): void {
  const info = edge.view.contextSwitchInfo;
  if (info === undefined) return;
  const { connectedContextIndex, connectedContextName } = info;
  const check = (index: number, name: string, place: () => FactPlace): void => {
    const peer = coreOp.contexts[index];
    // A name that could not be read, such as a name that is not UTF-8, is not compared.
    const own = peer === undefined || isUnsure(peer) ? '' : (peer.name?.value ?? '');
    if (name === '' || own === '' || name === own) return;
    const message = `context ${index} is called ${own}, not ${name}`;
    report(findingAt(place(), 'connected-context-name-mismatch', message, undefined, undefined, [own, name]));
  };
  check(connectedContextIndex, connectedContextName, () => layerField(info, 5));
  for (const peer of info.connectedContexts) check(peer.index, peer.name, () => layerField(peer, 2));
}
