import type { CoreOpFacts } from '../rules/facts/core-op.js';
import type { EdgeFacts } from '../rules/facts/edge.js';
import type { Features } from './features.js';
import { type Fault, faultOf } from './verdict.js';

/** Bytes of the name of a network, with the one that ends it. */
export const NETWORK_NAME_BUFFER = 257;

/** The index is cut to eight bits before it is looked at. */
function indexOf({ networkIndex }: EdgeFacts): number {
  return networkIndex & 0xff;
}

/** Whether an edge layer belongs to a network that there is. */
export function networkFault(
  edge: EdgeFacts,
  { networkCount }: CoreOpFacts,
  { multiNetwork }: Features,
): Fault | undefined {
  if (!multiNetwork) return undefined;
  if (networkCount === 0) return faultOf('INVALID_ARGUMENT', 'networks-names-empty');
  if (indexOf(edge) < networkCount) return undefined;
  return faultOf('INVALID_ARGUMENT', 'network-index-out-of-range');
}

/** Bytes of the name of the network that a layer is in, without that of its group. */
function networkNameBytes(
  edge: EdgeFacts,
  { networksNames, metadata }: CoreOpFacts,
  { multiNetwork }: Features,
): number {
  const name = multiNetwork ? networksNames[indexOf(edge)] : metadata?.name;
  return name?.byteLength ?? 0;
}

/** Loaders only ask whether a name fits without that of its group before it. */
export function networkNameFault(
  edge: EdgeFacts,
  coreOp: CoreOpFacts,
  features: Features,
): Fault | undefined {
  if (networkNameBytes(edge, coreOp, features) < NETWORK_NAME_BUFFER) return undefined;
  return faultOf('INTERNAL_FAILURE', 'network-full-name-too-long');
}
