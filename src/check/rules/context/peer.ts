import type { Code } from '../../../base/diagnostics/code.gen.js';
import type { Related, Report } from '../../../base/diagnostics/diagnostic.js';
import type { CheckedContext } from '../facts/context.js';
import type { CoreOpFacts } from '../facts/core-op.js';
import type { EdgeFacts, SwitchFacts } from '../facts/edge.js';
import type { FactPlace, Reference } from '../facts/fact-place.js';
import type { FileFacts } from '../facts/file.js';
import { followsFrom } from '../references.js';
import type { Rule } from '../rule.js';

/** The other side of an edge between contexts or through DDR. */
interface Peer {
  readonly context: number;
  readonly sys: number;
}

/**
 * Returns `connected_contexts[0]` if it is present, as releases from 4.10 on do; otherwise the pair of
 * scalars.
 */
export function peerOf(info: SwitchFacts): Peer {
  if (info.connectedCount > 0) return { context: info.listedContext, sys: info.listedSys };
  return { context: info.scalarContext, sys: info.scalarSys };
}

interface PeerPlaces {
  readonly context: Reference;
  readonly sys: Reference;
  /** The message or entry that names the peer. */
  readonly place: FactPlace;
}

/** @param edge an edge layer with `context_switch_info` */
export function peerPlaces(edge: EdgeFacts): PeerPlaces {
  const places = edge.switchPlaces;
  if (edge.switchInfo !== undefined && edge.switchInfo.connectedCount > 0) return places.listed(0);
  return { context: places.scalarContext, sys: places.scalarSys, place: places.whole };
}

/**
 * Returns the reason why a peer cannot be found: the finding about the peer's index, which causes the finding
 * about the peer.
 */
export function causeOf(edge: EdgeFacts, peer: Peer, coreOp: PairCoreOp): readonly Related[] {
  const causes: Related[] = [];
  const name = (place: FactPlace, code: Code) => {
    causes.push(followsFrom(place, code));
  };
  if (peer.context >= coreOp.contextCount) name(peerPlaces(edge).context, 'connected-context-index-range');
  if (peer.sys > 255) name(peerPlaces(edge).sys, 'connected-sys-index-range');
  return causes;
}

/** The facts of a context that rules about the two ends of an edge use. */
export interface PairContext
  extends Pick<
    CheckedContext,
    'path' | 'offset' | 'length' | 'broken' | 'lost' | 'position' | 'index' | 'edges' | 'edgeCount'
  > {
  /** Place to which findings refer that follow from the number of edge layers. */
  readonly metadata?: FactPlace | undefined;
}

/** The facts of a core op that rules about the two ends of an edge use. */
export interface PairCoreOp extends Pick<CoreOpFacts, 'broken' | 'contextCount'> {
  readonly contexts: readonly PairContext[];
}

/**
 * A rule about the two ends of an edge. The rule uses only edge layers, so that code that draws edges can
 * also run the rule.
 */
export interface PairRule extends Pick<Rule, 'codes'> {
  readonly context?: (
    context: PairContext,
    coreOp: PairCoreOp,
    file: Pick<FileFacts, 'extensions'>,
    report: Report,
  ) => void;
  readonly coreOp?: (coreOp: PairCoreOp, file: Pick<FileFacts, 'extensions'>, report: Report) => void;
}
