import type {
  ConnectedContextInfoView,
  ContextSwitchInformationView,
  EdgeLayerView,
  TypedView,
} from '../model/index.js';
import type { ConnectedFacts, EdgeFacts, Reference, SwitchFacts } from '../rules/facts.js';

// Paths are put together here rather than asked of each view, which would build them from the root: a model
// of many contexts has thousands of edge layers with ten places each.

/**
 * What rules across records need of an edge layer, with the records to point at.
 * @param path of the edge layer
 */
export function edgeFactsOf(edge: EdgeLayerView, path: string): EdgeFacts {
  const info = edge.contextSwitchInfo;
  const layer = edge.layerInfo ?? edge.layerMux;
  const { offset, length } = edge.span;
  return {
    offset,
    length,
    path,
    direction: edge.direction,
    sysIndex: layer?.edgeLayerBase?.sysIndex,
    networkIndex: reference(edge, 6, edge.networkIndex, path, 'network_index'),
    connection: info?.edgeConnectionType ?? 0,
    switchInfo: info && switchFactsOf(info, `${path}.context_switch_info`),
  };
}

function switchFactsOf(info: ContextSwitchInformationView, path: string): SwitchFacts {
  const connected: ConnectedFacts[] = [];
  const { connectedContexts } = info;
  for (const item of connectedContexts) {
    if (connected.length === 2) break;
    connected.push(connectedFactsOf(item, `${path}.connected_contexts[${connected.length}]`));
  }
  const { offset, length } = info.span;
  return {
    offset,
    length,
    path,
    contextIndex: reference(info, 1, info.contextIndex, path, 'context_index'),
    scalarContext: reference(info, 4, info.connectedContextIndex, path, 'connected_context_index'),
    scalarSys: reference(info, 7, info.connectedSysIndex, path, 'connected_sys_index'),
    connected,
    connectedCount: connected.length < 2 ? connected.length : connectedContexts.length,
  };
}

function connectedFactsOf(item: ConnectedContextInfoView, path: string): ConnectedFacts {
  const { offset, length } = item.span;
  return {
    offset,
    length,
    path,
    context: reference(item, 1, item.index, path, 'index'),
    sys: reference(item, 3, item.sysIndex, path, 'sys_index'),
  };
}

/** A scalar's record; where it is absent, and so 0, the record around it. */
function reference(view: TypedView, number: number, value: number, path: string, name: string): Reference {
  const own = view.fieldSpan(number);
  const { offset, length } = own ?? view.span;
  return { offset, length, path: own === undefined ? path : `${path}.${name}`, value };
}
