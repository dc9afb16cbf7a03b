import { placeFor, scalarRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { type Faults, needed, needing } from './fault.js';
import { oneOf, someOf, treeCoreOps } from './places.js';

const NAMES = 'networks_names';
/** Number of networks that runtimes support. */
const MOST_NETWORKS = 8;

function addName(coreOp: MessageNode, name: string): RecordNode {
  const field = coreOp.fieldTable(NAMES);
  const made = scalarRecord(field, name);
  coreOp.insert(placeFor(coreOp, field.number), made);
  return made;
}

/** Appends a few names of networks. The names may be arbitrary if no field refers to them. */
function fillUp(coreOp: MessageNode, random: Random): void {
  for (let more = random.between(2, 4); more > 0; more--) addName(coreOp, `network_${more}`);
}

export const NETWORK_FAULTS: Faults = {
  'networks-names-empty': needing({ with: ['multi-network'] }, ({ root, random }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    coreOp.setRecords(coreOp.records.filter(({ field }) => field?.name !== NAMES));
    return [{ at: coreOp }];
  }),
  // If the model distinguishes networks, an added network without layers would break a further rule.
  'too-many-networks': needing({ without: ['multi-network'] }, ({ root, random }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    const total = random.between(MOST_NETWORKS + 1, MOST_NETWORKS + 4);
    for (let index = coreOp.fields(NAMES).length; index < total; index++) addName(coreOp, `network_${index}`);
    const [first, ...others] = coreOp.fields(NAMES).slice(MOST_NETWORKS);
    return first === undefined ? undefined : [{ at: first, related: others }];
  }),
  'network-name-duplicate': ({ root, random, model }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    if (!model.optionalExtensions.includes(8) || model.headerVersion === 0) fillUp(coreOp, random);
    const names = coreOp.fields(NAMES);
    if (names.length < 2) return undefined;
    const chosen = random.shuffled([...names.keys()]).slice(0, random.between(2, Math.min(3, names.length)));
    const [first, ...others] = chosen.sort((a, b) => a - b).map((index) => names[index] as RecordNode);
    if (first === undefined) return undefined;
    for (const other of others) other.setBytes(first.bytes);
    return [{ at: first, related: others }];
  },
  'network-name-empty': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const name = needed(coreOp === undefined ? undefined : oneOf(random, coreOp.fields(NAMES)));
    name.setBytes(new Uint8Array(0));
    return [{ at: name }];
  },
  'network-without-layers': needing({ with: ['multi-network'] }, ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    if (coreOp === undefined || coreOp.fields(NAMES).length >= MOST_NETWORKS) return undefined;
    return [{ at: addName(coreOp, `idle_${random.bits()}`) }];
  }),
};
