import { coreOpName } from '../rules/facts/core-op-choice.js';
import type { GroupReading } from './core-op-choice.js';
import type { Features } from './features.js';
import type { LoadedGroup, LoadedPostProcessing } from './group-load.js';
import { NETWORK_NAME_BUFFER } from './network-load.js';
import type { ReleaseFacts } from './release.js';
import { faultOf, type RuntimeFault } from './verdict.js';
import { type Vstreams, vstreamsOf } from './vstreams.js';

/** Size of a group's name in bytes, with its terminating 0. */
const GROUP_NAME_BUFFER = 128;
/**
 * Size of an output's name in bytes above which the copy of the name is assumed to overwrite memory in use.
 * The exact limit is between 300 and 5,000.
 */
const MAX_COPIED_NAME = 1024;
/** Length of the `/` between group and network in full names. */
const SEPARATOR = 1;

/**
 * Returns the first fault when an application queries networks, streams and virtual streams, without naming a
 * group or a network.
 * @param groups loaded groups in the order of the release; the first group is the default
 */
export function queryFault(
  groups: readonly LoadedGroup[],
  features: Features,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  const [first] = groups;
  // Releases read the first group, and do not check that the group exists.
  if (first === undefined) return faultOf('crash', 'no-network-groups');
  const listing = groupNameFault(groups, features);
  if (listing !== undefined) return listing;
  const { askedName } = first.reading;
  if (askedName === undefined) return faultOf('crash', 'core-op-missing', first.reading.group);
  const group = groups.find(({ reading }) => reading.name === askedName);
  if (group === undefined) return faultOf('NOT_FOUND', 'core-op-name-mismatch', first.reading.group);
  const { reading, coreOp, nodes } = group;
  const tooLong = networkNamesFault(reading, features);
  if (tooLong !== undefined) return tooLong;
  // Loaders store the core op under its own name, but look up the name of the group.
  if (isUnderOtherName(group)) return faultOf('NOT_FOUND', 'core-op-name-mismatch', reading.group);
  const vstreams = vstreamsOf(coreOp, release, nodes, `${reading.name}/${reading.name}`);
  return emptyFault(vstreams, release) ?? outputNameFault(nodes) ?? orderFault(vstreams, reading);
}

/** True for a group whose core op cannot be found by the name of the group. */
function isUnderOtherName({ reading, coreOp }: LoadedGroup): boolean {
  return coreOpName(coreOp) !== reading.name;
}

/**
 * Checks the step in which an application creates the configuration parameters of each group.
 * @returns the code of the fault, if any
 */
export function configureFault(groups: readonly LoadedGroup[]): string | undefined {
  const isFound = groups.every(({ reading: { askedName } }) => {
    const group = groups.find(({ reading }) => reading.name === askedName);
    return group !== undefined && !isUnderOtherName(group);
  });
  return isFound ? undefined : 'core-op-name-mismatch';
}

/**
 * Returns the fault of the first query, which lists all groups. A group is listed by the name of its core op,
 * or of its first part.
 */
function groupNameFault(groups: readonly LoadedGroup[], { inParts }: Features): RuntimeFault | undefined {
  for (const { reading } of groups) {
    const [part] = reading.coreOps;
    const listed = inParts ? part : reading.whole;
    if (listed === undefined) return faultOf('crash', 'core-op-missing', reading.group);
    if ((listed.metadata?.name.byteLength ?? 0) < GROUP_NAME_BUFFER) continue;
    return faultOf('INTERNAL_FAILURE', 'network-group-name-too-long', reading.group);
  }
  return undefined;
}

/**
 * Returns the fault of a long name of an output. Releases copy such names without a check of the length, so
 * that a long name overwrites the memory after the buffer.
 */
function outputNameFault({ nodes }: LoadedPostProcessing): RuntimeFault | undefined {
  const long = nodes.find(({ output }) => (output?.byteLength ?? 0) > MAX_COPIED_NAME);
  if (long === undefined) return undefined;
  const message = `the name of an output has more than ${MAX_COPIED_NAME} bytes`;
  return { ...faultOf('crash', 'post-process-pads', long.output ?? long), message };
}

/**
 * Returns the fault of a long name of a network, which consists of group and network. Networks are queried
 * before virtual streams. The query for virtual streams would copy the name past the end of a buffer, but an
 * application does not reach this query.
 */
function networkNamesFault(
  { group, whole, firstPart, nameBytes }: GroupReading,
  { multiNetwork }: Features,
): RuntimeFault | undefined {
  const listed = group.own.networksNames.length > 0 ? whole : firstPart;
  const names = multiNetwork ? (listed?.networksNames ?? []) : [];
  const lengths = names.length === 0 ? [nameBytes] : names.map(({ byteLength }) => byteLength);
  return lengths.some((bytes) => nameBytes + SEPARATOR + bytes >= NETWORK_NAME_BUFFER)
    ? faultOf('INTERNAL_FAILURE', 'network-full-name-too-long')
    : undefined;
}

/** Returns the fault of a core op without streams: in later releases, the query for an empty list fails. */
function emptyFault(
  { inputLayers, outputLayers, inputs, outputs }: Vstreams,
  release: ReleaseFacts,
): RuntimeFault | undefined {
  if (!release.readsAll) return undefined;
  if (inputLayers === 0 || outputLayers === 0) return faultOf('NOT_FOUND', 'no-boundary-layers');
  return inputs.size === 0 || outputs.length === 0 ? faultOf('NOT_FOUND', 'mux-empty') : undefined;
}

/**
 * Returns the fault of an output that the list of names lacks: releases sort outputs by the list, and a
 * comparison needs both names.
 */
function orderFault({ outputs }: Vstreams, { outputs: order }: GroupReading): RuntimeFault | undefined {
  if (outputs.length < 2 || typeof order === 'string') return undefined;
  const listed = new Set(order.names.map(({ value }) => value));
  for (const name of outputs) {
    if (listed.has(name)) continue;
    const code = listed.size === 0 ? 'sorted-outputs-missing' : 'sorted-output-missing-name';
    return faultOf('INTERNAL_FAILURE', code);
  }
  return undefined;
}
