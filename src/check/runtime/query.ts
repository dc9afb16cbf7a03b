import type { CoreOpFacts } from '../rules/facts/core-op.js';
import { bytesOf } from './base-load.js';
import type { GroupReading } from './core-op-choice.js';
import type { Features } from './features.js';
import type { LoadedGroup, PostProcessing } from './group-load.js';
import { NETWORK_NAME_BUFFER } from './network-load.js';
import type { ReleaseFacts } from './release.js';
import { type Fault, faultOf } from './verdict.js';
import { type Vstreams, vstreamsOf } from './vstreams.js';

/** Bytes of the name of a group, with the one that ends it. */
const GROUP_NAME_BUFFER = 128;
/** Bytes that an output's name may have before what it overwrites is missed: more than 300 and less than 5,000. */
const MAX_COPIED_NAME = 1024;
/** Names that say what is asked for have a `/` between group and network. */
const SEPARATOR = 1;

/**
 * What goes wrong when an application asks what networks, streams and virtual streams there are, without
 * naming a group or a network.
 * @param groups that were loaded, in the order that the release has them in: the first one is meant
 */
export function queryFault(
  groups: readonly LoadedGroup[],
  features: Features,
  release: ReleaseFacts,
): Fault | undefined {
  const [group] = groups;
  // The first is taken, whether there is one or not.
  if (group === undefined) return faultOf('crash', 'no-network-groups');
  const { reading, coreOp, nodes } = group;
  const { askedName } = reading;
  if (askedName === undefined) return faultOf('crash', 'core-op-missing', reading.group);
  if (askedName !== reading.name) return faultOf('NOT_FOUND', 'core-op-name-mismatch', reading.group);
  const tooLong = groupNameFault(groups) ?? networkNamesFault(coreOp, features);
  if (tooLong !== undefined) return tooLong;
  const vstreams = vstreamsOf(coreOp, release, nodes);
  return emptyFault(vstreams, release) ?? outputNameFault(nodes) ?? orderFault(vstreams, reading);
}

/** All groups are listed before anything is asked about one. */
function groupNameFault(groups: readonly LoadedGroup[]): Fault | undefined {
  const long = groups.find(({ reading }) => bytesOf(reading.name) >= GROUP_NAME_BUFFER);
  return long && faultOf('INTERNAL_FAILURE', 'network-group-name-too-long', long.reading.group);
}

/** Names of outputs are copied without a check of their length: a long one overwrites the memory after its buffer. */
function outputNameFault({ nodes }: PostProcessing): Fault | undefined {
  const long = nodes.find(({ output }) => (output?.byteLength ?? 0) > MAX_COPIED_NAME);
  if (long === undefined) return undefined;
  const message = `the name of an output has more than ${MAX_COPIED_NAME} bytes`;
  return { ...faultOf('crash', 'post-process-pads', long.output ?? long), message };
}

/**
 * Networks are called by the names of group and network together. They are asked for before virtual streams, whose
 * infos would have the name copied past the end of a buffer: an application does not get that far.
 */
function networkNamesFault(coreOp: CoreOpFacts, features: Features): Fault | undefined {
  const before = (coreOp.metadata?.name.byteLength ?? 0) + SEPARATOR;
  const isLong = (bytes: number): boolean => before + bytes >= NETWORK_NAME_BUFFER;
  const names = features.multiNetwork
    ? coreOp.networksNames.map(({ byteLength }) => byteLength)
    : [before - SEPARATOR];
  return names.some(isLong) ? faultOf('INTERNAL_FAILURE', 'network-full-name-too-long') : undefined;
}

/** Later releases do not answer with nothing. */
function emptyFault(
  { inputLayers, outputLayers, inputs, outputs }: Vstreams,
  release: ReleaseFacts,
): Fault | undefined {
  if (!release.readsAll) return undefined;
  if (inputLayers === 0 || outputLayers === 0) return faultOf('NOT_FOUND', 'no-boundary-layers');
  return inputs.size === 0 || outputs.length === 0 ? faultOf('NOT_FOUND', 'mux-empty') : undefined;
}

/** Outputs are sorted by a list of names: to compare two of them, both have to be in it. */
function orderFault({ outputs }: Vstreams, { outputs: order }: GroupReading): Fault | undefined {
  if (outputs.length < 2 || typeof order === 'string') return undefined;
  const listed = new Set(order.names.map(({ value }) => value));
  for (const name of outputs) {
    if (listed.has(name)) continue;
    const code = listed.size === 0 ? 'sorted-outputs-missing' : 'sorted-output-missing-name';
    return faultOf('INTERNAL_FAILURE', code);
  }
  return undefined;
}
