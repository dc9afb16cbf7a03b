import type { CoreOpFacts } from '../rules/facts/core-op.js';
import type { EdgeFacts } from '../rules/facts/edge.js';
import type { Features } from './features.js';
import { faultOf, type RuntimeFault } from './verdict.js';

/** Size of a network's name in bytes, with its terminating 0. */
export const NETWORK_NAME_BUFFER = 257;

/** Returns the index of an edge layer's network; loaders truncate it to eight bits before they check it. */
function indexOf({ networkIndex }: EdgeFacts): number {
  return networkIndex & 0xff;
}

/** Returns a fault if an edge layer belongs to a network that does not exist. */
export function networkFault(
  edge: EdgeFacts,
  { networkCount }: CoreOpFacts,
  { multiNetwork }: Features,
): RuntimeFault | undefined {
  if (!multiNetwork) return undefined;
  if (networkCount === 0) return faultOf('INVALID_ARGUMENT', 'networks-names-empty');
  if (indexOf(edge) < networkCount) return undefined;
  return faultOf('INVALID_ARGUMENT', 'network-index-out-of-range');
}

/** Returns the size in bytes of the name of a layer's network, without the name of the group. */
function networkNameBytes(
  edge: EdgeFacts,
  { networksNames, metadata }: CoreOpFacts,
  { multiNetwork }: Features,
): number {
  const name = multiNetwork ? networksNames[indexOf(edge)] : metadata?.name;
  return name?.byteLength ?? 0;
}

/**
 * Returns a fault if a network's name is too long. Loaders check the name of the network without the
 * preceding name of the group.
 */
export function networkNameFault(
  edge: EdgeFacts,
  coreOp: CoreOpFacts,
  features: Features,
): RuntimeFault | undefined {
  if (networkNameBytes(edge, coreOp, features) < NETWORK_NAME_BUFFER) return undefined;
  return faultOf('INTERNAL_FAILURE', 'network-full-name-too-long');
}
