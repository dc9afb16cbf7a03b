import type { ConnectedContextInfoView, EdgeLayerInfoView } from '../../read/model/edge-layer.gen.js';
import type { CheckedContext } from '../rules/facts/context.js';
import {
  CONNECTION_CACHE,
  CONNECTION_DDR,
  CONNECTION_INTERMEDIATE,
  DIRECTION_D2H,
  type EdgeFacts,
  TYPE_INFO,
} from '../rules/facts/edge.js';
import { MAX_8_BITS, MAX_16_BITS } from './base-load.js';
import type { LoadScope } from './boundary-load.js';
import { networkFault } from './network-load.js';
import { faultOf, type RuntimeFault } from './verdict.js';

/**
 * Returns the fault that later releases find in an inner layer: a layer to another context, through DDR
 * memory, or cached.
 */
export function innerFault(
  edge: EdgeFacts,
  { position }: CheckedContext,
  { coreOp, features, release, base }: LoadScope,
): RuntimeFault | undefined {
  const { connection } = edge;
  const known =
    connection === CONNECTION_INTERMEDIATE ||
    connection === CONNECTION_DDR ||
    (connection === CONNECTION_CACHE && release.isFrom('4.18.0'));
  if (!known) {
    // 4.17 ignores unknown connection types.
    return release.isBefore('4.18.0') ? undefined : faultOf('INVALID_HEF', 'edge-connection-type-unknown');
  }
  if (edge.type !== TYPE_INFO) return faultOf('INVALID_HEF', 'inter-context-mux');
  const network = networkFault(edge, coreOp, features);
  if (network !== undefined) return network;
  const { layerInfo } = edge.view;
  const own = layerInfo?.edgeLayerBase;
  const placed = base.stream(own) ?? base.place(own);
  if (placed !== undefined) return placed;
  const kind = (): RuntimeFault | undefined =>
    base.format(own) ?? base.dataBytes(own, missingIn(edge, layerInfo));
  switch (connection) {
    case CONNECTION_INTERMEDIATE:
      return kind() ?? peerFault(edge);
    case CONNECTION_DDR:
      return peerFault(edge) ?? sameContextFault(edge, position) ?? kind() ?? rowsFault(edge);
    default:
      return kind() ?? cacheFault(edge);
  }
}

function missingIn({ view }: EdgeFacts, layer: EdgeLayerInfoView | undefined): string {
  if (layer !== undefined) return 'edge-base-missing';
  return view.layerMux !== undefined || view.layerPlanes !== undefined ? 'edge-type-mismatch' : 'edge-unset';
}

/**
 * Returns the fault in the list of peers: a layer needs at least one peer, and a layer through DDR memory
 * exactly one.
 */
function peerFault(edge: EdgeFacts): RuntimeFault | undefined {
  const peers = edge.view.contextSwitchInfo?.connectedContexts;
  const first = peers?.at(0);
  if (peers === undefined || first === undefined) return faultOf('INVALID_HEF', 'connected-contexts-missing');
  if (edge.connection === CONNECTION_DDR && peers.length > 1) {
    return faultOf('INVALID_HEF', 'ddr-connected-contexts-count');
  }
  return rangeFault(first);
}

function rangeFault({ sysIndex, engineId, index }: ConnectedContextInfoView): RuntimeFault | undefined {
  if (sysIndex > MAX_8_BITS) return faultOf('INVALID_HEF', 'connected-sys-index-range');
  if (engineId > MAX_8_BITS) return faultOf('INVALID_HEF', 'edge-later-index-range');
  return index > MAX_16_BITS ? faultOf('INVALID_HEF', 'connected-context-index-range') : undefined;
}

function sameContextFault({ switchInfo }: EdgeFacts, position: number): RuntimeFault | undefined {
  return switchInfo?.listedContext === position ? undefined : faultOf('INVALID_HEF', 'ddr-context-mismatch');
}

function rowsFault({ view }: EdgeFacts): RuntimeFault | undefined {
  const rows = view.contextSwitchInfo?.buffers ?? 0;
  return rows > MAX_16_BITS ? faultOf('INVALID_HEF', 'ddr-buffers-range') : undefined;
}

function cacheFault({ view }: EdgeFacts): RuntimeFault | undefined {
  return (view.contextSwitchInfo?.cacheId ?? 0) < 0
    ? faultOf('INVALID_HEF', 'edge-later-index-range')
    : undefined;
}

/**
 * Returns the fault in a pair of DDR layers: for every output through DDR memory, the context needs exactly
 * one input that reads the written data.
 */
export function pairsFault({ edges }: CheckedContext): RuntimeFault | undefined {
  const layers = edges.filter(({ connection }) => connection === CONNECTION_DDR);
  const inputs = layers.filter(({ direction }) => direction !== DIRECTION_D2H);
  if (inputs.length * 2 !== layers.length) return faultOf('INVALID_HEF', 'ddr-pair-count');
  const bySysIndex = new Map<number, EdgeFacts[]>();
  for (const input of inputs) {
    const own = bySysIndex.get(input.sysIndex ?? 0);
    if (own === undefined) bySysIndex.set(input.sysIndex ?? 0, [input]);
    else own.push(input);
  }
  for (const output of layers) {
    if (output.direction !== DIRECTION_D2H) continue;
    const readers = bySysIndex.get(output.switchInfo?.listedSys ?? 0) ?? [];
    const [reader] = readers;
    if (reader !== undefined && !isSameTransfer(reader, output))
      return faultOf('INVALID_HEF', 'ddr-pair-mismatch');
    if (readers.length !== 1) return faultOf('INVALID_HEF', 'ddr-pair-unmatched');
  }
  return undefined;
}

function isSameTransfer(a: EdgeFacts, b: EdgeFacts): boolean {
  const [one, other] = [a, b].map(({ view }) => view.layerInfo?.edgeLayerBase);
  return (
    one?.coreBytesPerBuffer === other?.coreBytesPerBuffer &&
    one?.coreBuffersPerFrame === other?.coreBuffersPerFrame
  );
}
