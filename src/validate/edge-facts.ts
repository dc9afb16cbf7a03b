import type {
  ConnectedContextInfoView,
  ContextSwitchInformationView,
  EdgeLayerView,
  TypedView,
} from '../model/index.js';
import type { ConnectedFacts, EdgeFacts, Place, Reference, SwitchFacts } from '../rules/facts.js';

/** What rules across records need of an edge layer, with the records to point at. */
export function edgeFactsOf(edge: EdgeLayerView): EdgeFacts {
  const info = edge.contextSwitchInfo;
  const layer = edge.layerInfo ?? edge.layerMux;
  return {
    ...placeOf(edge),
    direction: edge.direction,
    sysIndex: layer?.edgeLayerBase?.sysIndex,
    networkIndex: reference(edge, 6, edge.networkIndex, 'network_index'),
    connection: info?.edgeConnectionType ?? 0,
    switchInfo: info && switchFactsOf(info),
  };
}

function switchFactsOf(info: ContextSwitchInformationView): SwitchFacts {
  const connected: ConnectedFacts[] = [];
  for (const item of info.connectedContexts) {
    if (connected.length === 2) break;
    connected.push(connectedFactsOf(item));
  }
  return {
    ...placeOf(info),
    contextIndex: reference(info, 1, info.contextIndex, 'context_index'),
    scalarContext: reference(info, 4, info.connectedContextIndex, 'connected_context_index'),
    scalarSys: reference(info, 7, info.connectedSysIndex, 'connected_sys_index'),
    connected,
    connectedCount: info.connectedContexts.length,
  };
}

function connectedFactsOf(item: ConnectedContextInfoView): ConnectedFacts {
  return {
    ...placeOf(item),
    context: reference(item, 1, item.index, 'index'),
    sys: reference(item, 3, item.sysIndex, 'sys_index'),
  };
}

/** A scalar's record; where it is absent, and so 0, the record around it. */
function reference(view: TypedView, number: number, value: number, name: string): Reference {
  const span = view.fieldSpan(number);
  return { ...(span === undefined ? placeOf(view) : { ...span, path: `${view.path}.${name}` }), value };
}

function placeOf({ span, path }: TypedView): Place {
  return { ...span, path };
}
