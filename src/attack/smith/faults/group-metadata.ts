/** Faults of a group's metadata: name, index, figures. */
import { setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type Faults, needed, needing } from './fault.js';
import {
  CONNECTION,
  connectionOf,
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeContexts,
  treeCoreOps,
  treeEdges,
  treeGroups,
} from './places.js';

const NAME = 'network_group_name';
/** Maximum size in bytes of a name in runtimes, and of a full name (`group/network`). */
const MOST_NAME_BYTES = 127;
const MOST_FULL_NAME_BYTES = 256;
/** Number of a device's channels in one direction. */
const MOST_CHANNELS = 16;

function metadataOf(coreOp: MessageNode): MessageNode | undefined {
  return coreOp.field('network_group_metadata')?.message;
}

/**
 * Returns the core ops that are groups or variants. Core ops in nodes of graphs are excluded, because they
 * have their group's name.
 */
function namedCoreOps(root: MessageNode): MessageNode[] {
  return treeCoreOps(root).filter(({ owner }) => owner?.field?.name !== 'core_op');
}

/** Returns a text of this size in bytes, sometimes with multi-byte characters. */
function longText(bytes: number, random: Random): string {
  const wide = random.one(['', 'ß', '名']);
  const size = wide === '' ? 1 : wide === 'ß' ? 2 : 3;
  const count = wide === '' ? 0 : random.between(1, Math.floor(bytes / size));
  return wide.repeat(count) + 'n'.repeat(bytes - count * size);
}

const MOST_EIGHT_BITS = 255;
/** Number of configuration channels that firmware supports. */
const MOST_CFG_CHANNELS = 4;
const CFG_CHANNELS = 'cfg_channels_count';

/**
 * Returns the number of channels that layers use in one direction: one for each boundary layer, and one for
 * each other layer of the largest context.
 */
export function channelsUsed(coreOp: MessageNode, direction: number): number {
  const counts = treeContexts(coreOp).map((context) => {
    const edges = treeEdges(context).filter((edge) => directionOf(edge) === direction);
    const inner = edges.filter((edge) =>
      [CONNECTION.INTERMEDIATE, CONNECTION.DDR].some((connection) => connection === connectionOf(edge)),
    );
    const boundary = edges.filter((edge) => connectionOf(edge) === CONNECTION.BOUNDARY);
    return { boundary: boundary.length, inner: inner.length };
  });
  const boundary = counts.reduce((sum, count) => sum + count.boundary, 0);
  return boundary + Math.max(0, ...counts.map(({ inner }) => inner));
}

export const METADATA_FAULTS: Faults = {
  'group-metadata-missing': needing({ layouts: ['classic', 'partial'] }, ({ root, random }) => {
    // Without metadata, loaders assume one configuration channel, so the core op must not have more.
    const fits = namedCoreOps(root).filter((coreOp) => {
      const metadata = metadataOf(coreOp);
      return metadata !== undefined && numberAt(metadata, 'cfg_channels_count') <= 1;
    });
    const coreOp = someOf(random, fits);
    const record = needed(coreOp.field('network_group_metadata'));
    coreOp.remove(record);
    return [{ at: coreOp }, { code: 'network-group-name-empty', at: coreOp, related: [coreOp] }];
  }),
  'network-group-name-empty': needing({ layouts: ['classic', 'partial'] }, ({ root, random }) => {
    const coreOp = oneOf(random, namedCoreOps(root));
    const metadata = coreOp === undefined ? undefined : metadataOf(coreOp);
    const name = metadata?.field(NAME);
    if (metadata === undefined || name === undefined) return undefined;
    if (random.chance(50)) return [{ at: setField(metadata, NAME, '') }];
    metadata.remove(name);
    return [{ at: metadata }];
  }),
  // Without separate names of networks, the full name would contain the group's name twice, and be too long.
  // In later layouts, the names of groups and of their core ops must match.
  'network-group-name-too-long': needing(
    { layouts: ['classic'], with: ['multi-network'], without: ['long-names'] },
    ({ root, random }) => {
      const coreOp = someOf(random, treeCoreOps(root));
      const metadata = needed(metadataOf(coreOp));
      const longest = Math.max(...coreOp.fields('networks_names').map(({ bytes }) => bytes.length));
      const room = MOST_FULL_NAME_BYTES - 1 - longest;
      if (room <= MOST_NAME_BYTES) return undefined;
      const name = longText(random.between(MOST_NAME_BYTES + 1, room), random);
      return [{ at: setField(metadata, NAME, name) }];
    },
  ),
  'network-full-name-too-long': needing({ with: ['multi-network'] }, ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const group = coreOp === undefined ? undefined : metadataOf(coreOp)?.field(NAME);
    const network = coreOp === undefined ? undefined : oneOf(random, coreOp.fields('networks_names'));
    if (group === undefined || network === undefined) return undefined;
    const least = MOST_FULL_NAME_BYTES - group.bytes.length;
    network.setBytes(new TextEncoder().encode(longText(random.between(least, least + 100), random)));
    return [{ at: network, related: [group] }];
  }),
  'bottleneck-fps-invalid': ({ root, random }) => {
    const metadata = someOf(
      random,
      treeCoreOps(root).flatMap((coreOp) => messagesAt(coreOp, 'network_group_metadata')),
    );
    const fps = random.one([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0.5, -1e300]);
    return [{ at: setField(metadata, 'bottleneck_fps', fps) }];
  },
  'network-group-index-mismatch': needing({ layouts: ['classic', 'partial'] }, ({ root, random }) => {
    const groups = treeGroups(root);
    const position = random.below(groups.length);
    const group = groups[position] as MessageNode;
    const own = metadataOf(group);
    const variants = messagesAt(group, 'partial_network_groups', 'network_group', 'network_group_metadata');
    const metadata = oneOf(random, own === undefined ? variants : [own, ...variants]);
    const old = metadata?.field('network_group_index');
    if (metadata === undefined) return undefined;
    if (old !== undefined && random.chance(30)) {
      metadata.remove(old);
      return [{ at: metadata }];
    }
    const wrong = position + 1 + random.below(random.one([1, 5, 1000]));
    return [{ at: setField(metadata, 'network_group_index', wrong) }];
  }),
  'cfg-channels-count-range': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const metadata = needed(coreOp === undefined ? undefined : metadataOf(coreOp));
    const more = random.one([1, 100, 65_281, 0xffff_ff00]);
    const at = setField(metadata, CFG_CHANNELS, MOST_EIGHT_BITS + more);
    return [{ at }, { code: 'cfg-channels-count-limit', at, related: [at] }];
  },
  'cfg-channels-count-limit': ({ root, random }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    const metadata = needed(metadataOf(coreOp));
    // The number exceeds only the limit of firmware, and leaves enough channels for the layers; or it leaves
    // no channel, which is the same fault.
    const left = MOST_CHANNELS - channelsUsed(coreOp, DIRECTION.H2D);
    const few = left > MOST_CFG_CHANNELS && random.chance(60);
    const count = few
      ? random.between(MOST_CFG_CHANNELS + 1, left)
      : random.between(MOST_CHANNELS, MOST_EIGHT_BITS);
    return [{ at: setField(metadata, CFG_CHANNELS, count) }];
  },
};
