import type { Related } from '../diagnostics/span.js';
import { type GroupFacts, type Place, placeOf, type Reference, type SwitchFacts } from './facts.js';

/** The other side of an edge between contexts or through DDR. */
export interface Peer {
  readonly context: Reference;
  readonly sys: Reference;
  /** What names it as a whole. */
  readonly place: Place;
}

/** `connected_contexts[0]` where it is there, as releases from 4.10 read; else the scalar pair. */
export function peerOf(info: SwitchFacts): Peer {
  const [connected] = info.connected;
  if (connected !== undefined) return { context: connected.context, sys: connected.sys, place: connected };
  return { context: info.scalarContext, sys: info.scalarSys, place: info };
}

/** Why a peer cannot be found: the finding about its index that a finding about the peer follows from. */
export function causeOf(peer: Peer, group: GroupFacts): readonly Related[] {
  const causes: Related[] = [];
  const name = (place: Place, code: string) => {
    causes.push({ ...placeOf(place), message: `follows from ${code}` });
  };
  if (peer.context.value >= group.contextCount) name(peer.context, 'connected-context-index-range');
  if (peer.sys.value > 255) name(peer.sys, 'connected-sys-index-range');
  return causes;
}
