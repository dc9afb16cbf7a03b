/** Faults of the message's root: header, extensions, flags, the list of groups. */
import { WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_VARINT } from '../../../base/wire/tag.js';
import {
  bitsRecord,
  bytesRecord,
  fieldOfType,
  groupRecord,
  messageRecord,
  placeFor,
  scalarRecord,
  setField,
} from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { pathOf } from '../../../read/tree/place.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { walkOffsets } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { isBoxes, shapedSites } from './edge-layers.js';
import { type Expected, type Faults, needed, needing } from './fault.js';
import { addExtension } from './file-extensions.js';
import { saysBursts, WITHOUT_NMS } from './nms-layers.js';
import { numberAt, someOf, treeContexts, treeCoreOps, treeGroups, treeTextAt } from './places.js';

/** Number of groups that devices support. */
const MOST_GROUPS = 8;

/** Limit of old releases for the number of contexts plus groups in a file. */
const MOST_TOTAL = 32;

const UNKNOWN_ARCHITECTURES = [5, 6, 7, 99, 106, 107, 108, 109, 255, 1000, 65_535, 0x7fff_ffff];
/** Architectures that only later releases accept. */
const LATER_ARCHITECTURES = [5, 6, 106, 108];
const UNCONFIGURED_ARCHITECTURES = [0, 100, 101, 102];

/** Flags with the same meaning as an extension, except `number_of_contexts`. */
const FLAGS = [
  'abbale',
  'posted_writes',
  'ddr',
  'compressed_params',
  'transpose_component',
  'padded_ddr_buffers',
];

const SEVERAL_CONTEXTS = 4;

/** Extensions with the same meaning as a flag. */
const REPEATED = [0, 1, 2, 3, 4, 5, 6];

/** Field numbers that no message has. */
const UNKNOWN_NUMBERS = [100, 777, 5000, 0x1fff_ffff];

function unknownRecord(number: number, random: Random): RecordNode {
  const wireType = random.one([WIRE_VARINT, WIRE_I64, WIRE_LEN, WIRE_I32, undefined]);
  if (wireType === undefined) return groupRecord(number, random.chance(50) ? [groupRecord(1)] : []);
  if (wireType === WIRE_LEN)
    return bytesRecord(number, new Uint8Array(random.below(300)).fill(random.below(256)));
  return bitsRecord(number, wireType, BigInt(random.bits()));
}

/** Moves the whole content of a group into a variant for a part of the device. */
function asVariant(group: MessageNode, random: Random): RecordNode {
  const [metadata] = group.fields('network_group_metadata');
  const name = random.chance(50) && metadata !== undefined ? [metadata.clone()] : [];
  const all = group.records.map((record) => record.clone());
  const bitmap = scalarRecord(
    fieldOfType('ProtoMDLPhysicalLayout', 'partial_clusters_layout_bitmap'),
    random.between(1, 255),
  );
  const variant = messageRecord(group.fieldTable('partial_network_groups'), [
    messageRecord(fieldOfType('ProtoMDLPartialNetworkGroup', 'network_group'), all),
    messageRecord(fieldOfType('ProtoMDLPartialNetworkGroup', 'layout'), [bitmap]),
  ]);
  group.setRecords([...name, variant]);
  return variant;
}

/** Adds a field by which loaders of later releases recognise a group. */
function laterField(group: MessageNode, random: Random): readonly Expected[] {
  const index = random.below(100);
  const made = random.one([
    () =>
      scalarRecord(
        group.fieldTable('network_group_name'),
        treeTextAt(group, 'network_group_metadata', 'network_group_name'),
      ),
    () => scalarRecord(group.fieldTable('network_group_index'), index),
    () =>
      messageRecord(group.fieldTable('pad_edges'), [
        scalarRecord(fieldOfType('ProtoMDLPadEdge', 'src'), index),
        scalarRecord(fieldOfType('ProtoMDLPadEdge', 'dst'), index + 1),
      ]),
  ])();
  group.append(made);
  return [{ code: 'newer-layout', severity: 'info', at: made }];
}

export const FILE_FAULTS: Faults = {
  // With several contexts, extensions and flags would describe contexts that the file no longer has.
  'no-network-groups': needing({ contexts: 1 }, ({ root }) => {
    root.setRecords(root.records.filter(({ field }) => field?.name !== 'network_groups'));
    return [{ at: root }];
  }),
  'network-group-name-duplicate': {
    needs: (random) => ({ groups: random.between(2, 4), layouts: ['classic'], without: ['long-names'] }),
    apply: ({ root, random }) => {
      const groups = treeGroups(root);
      const some = random.shuffled([...groups.keys()]).slice(0, random.between(2, groups.length));
      const [first, ...others] = some.sort((a, b) => a - b).map((index) => groups[index] as MessageNode);
      if (first === undefined || others.length === 0) return undefined;
      const name = treeTextAt(first, 'network_group_metadata', 'network_group_name');
      for (const other of others) {
        const metadata = other.field('network_group_metadata')?.message;
        if (metadata === undefined) return undefined;
        setField(metadata, 'network_group_name', name);
      }
      return [{ at: first, related: others }];
    },
  },
  'network-groups-limit': needing(
    { groups: MOST_GROUPS, contexts: 1, layouts: ['classic'], without: ['long-names'], actions: 30 },
    ({ root, random }) => {
      const groups = root.fields('network_groups');
      if (groups.length !== MOST_GROUPS) return undefined;
      const more = Array.from({ length: random.between(1, 4) }, (_, i) => {
        const copy = random.one(groups).clone();
        const metadata = copy.message?.field('network_group_metadata')?.message;
        if (metadata === undefined) return undefined;
        setField(metadata, 'network_group_name', `more_${i}`);
        setField(metadata, 'network_group_index', MOST_GROUPS + i);
        return copy;
      }).filter((copy) => copy !== undefined);
      const [first, ...others] = more;
      if (first === undefined) return undefined;
      root.insert(placeFor(root, first.number), ...more);
      return [{ at: first, related: others }];
    },
  ),
  'total-contexts-limit': {
    needs: (random) => {
      const groups = random.between(3, 8);
      return { groups, contexts: Math.ceil((MOST_TOTAL + 1) / groups), actions: 100 };
    },
    isComplete: true,
    apply: ({ root }) => {
      const [first, ...others] = treeGroups(root);
      const contexts = Math.min(...treeCoreOps(root).map((coreOp) => treeContexts(coreOp).length));
      if (first === undefined || (contexts + 1) * (others.length + 1) <= MOST_TOTAL) return undefined;
      return [{ at: first, related: others }];
    },
  },
  // The model must not have extensions: without a header, loaders ignore extensions, which would break
  // another rule.
  'header-missing': needing({ with: ['old-flags'], layouts: ['classic'] }, ({ root }) => {
    const header = needed(root.field('header'));
    root.remove(header);
    return [{ at: root }];
  }),
  // Variants are excluded, because the architecture determines where loaders look for variants.
  'hw-arch-unknown': needing({ layouts: ['classic', 'ops'] }, ({ root, random }) => {
    const header = root.field('header')?.message;
    // Files with bursts are excluded, because another architecture would also break the rule about bursts.
    if (saysBursts(root)) return undefined;
    if (header === undefined) return undefined;
    const arch = random.one(UNKNOWN_ARCHITECTURES);
    const severity = LATER_ARCHITECTURES.includes(arch) ? 'info' : 'warning';
    return [{ severity, at: setField(header, 'hw_arch', arch) }];
  }),
  'hw-arch-not-configurable': needing({ layouts: ['classic', 'ops'] }, ({ root, random }) => {
    const header = root.field('header')?.message;
    const old = header?.field('hw_arch');
    if (header === undefined || old === undefined || saysBursts(root)) return undefined;
    if (random.chance(20)) {
      header.remove(old);
      return [{ at: header }];
    }
    const hasBoxes = shapedSites(root).some(isBoxes);
    const fitting = UNCONFIGURED_ARCHITECTURES.filter((arch) => !hasBoxes || !WITHOUT_NMS.includes(arch));
    const made = setField(header, 'hw_arch', random.one(fitting));
    return [{ at: made }];
  }),
  'included-features-mismatch': needing({ without: ['old-flags'] }, ({ root, random }) => {
    const features = needed(root.field('included_features')?.message);
    const chosen = random.shuffled(FLAGS).slice(0, random.between(1, 3));
    return chosen.map((name) => {
      const old = features.field(name);
      if (old === undefined || old.bits === 0n) return { at: setField(features, name, true) };
      if (random.chance(50)) return { at: setField(features, name, false) };
      features.remove(old);
      return { at: features };
    });
  }),
  'included-number-of-contexts': {
    // A file with extensions needs several contexts: with a single context, the wrong number would also
    // contradict the extensions.
    needs: (random) => (random.chance(50) ? { with: ['old-flags'] } : { contexts: random.between(2, 4) }),
    apply: ({ root, random, model }) => {
      const features = needed(root.field('included_features')?.message);
      if (model.headerVersion > 0 && !model.extensions.includes(SEVERAL_CONTEXTS)) return undefined;
      const most = Math.max(...treeCoreOps(root).map((coreOp) => treeContexts(coreOp).length));
      const wrong = someOf(random, [1, 2, 3, 4, 5, 17, 255, 1000], (number) => number !== most);
      return [{ at: setField(features, 'number_of_contexts', wrong) }];
    },
  },
  'multi-context-extension': {
    needs: (random) =>
      random.chance(50)
        ? { contexts: 1, without: ['old-flags'] }
        : { contexts: random.between(2, 4), without: ['old-flags', 'ddr'] },
    apply: ({ root, random }) => {
      const several = treeCoreOps(root).find((coreOp) => treeContexts(coreOp).length > 1);
      const features = needed(root.field('included_features'));
      if (several === undefined) {
        setField(features.message as MessageNode, 'number_of_contexts', 1);
        const entry = addExtension(root, 'extensions', SEVERAL_CONTEXTS, random).holder as MessageNode;
        return [{ at: entry }];
      }
      // The flags include the number of contexts. The flags and the extensions with the same meaning are
      // removed.
      root.remove(features);
      for (const entry of root.fields('extensions')) {
        if (REPEATED.includes(numberAt(entry.message as MessageNode, 'type_index'))) root.remove(entry);
      }
      return [{ at: root, related: [several] }];
    },
  },
  'unknown-fields': ({ root, random }) => {
    const messages: MessageNode[] = [root];
    for (const [record] of walkOffsets(root)) {
      if (record.holdsMessage && record.message !== undefined) messages.push(record.message);
    }
    const byType = new Map<MessageNode['table'], MessageNode[]>();
    for (const message of messages)
      byType.set(message.table, [...(byType.get(message.table) ?? []), message]);
    const kind = random.one([...byType.values()]);
    const number = random.one(UNKNOWN_NUMBERS);
    const count = random.between(1, 4);
    for (let i = 0; i < count; i++) {
      const message = random.one(kind);
      message.insert(random.below(message.records.length + 1), unknownRecord(number, random));
    }
    let first: RecordNode | undefined;
    for (const [record] of walkOffsets(root)) {
      if (record.number === number) {
        first = record;
        break;
      }
    }
    const at = needed(first);
    return [{ at, path: () => pathOf(at), count }];
  },
  'newer-layout': needing({ layouts: ['classic'] }, ({ root, random }) => {
    const group = someOf(random, treeGroups(root));
    return random.chance(50)
      ? [
          { severity: 'info', at: asVariant(group, random) },
          { code: 'core-op-missing', at: group },
        ]
      : laterField(group, random);
  }),
};
