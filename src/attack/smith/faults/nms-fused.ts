/** Faults of fused outputs and their parts. */
import { bytesRecord, ensureMessage, placeFor, scalarRecord, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { longName, unknownFormat } from './edge-values.js';
import { type Expected, type FaultNeeds, type Faults, needed, needing } from './fault.js';
import { outputLists } from './group-outputs.js';
import {
  aloneSites,
  type BoxesSite,
  fusionsOf,
  groupIndexOf,
  makePart,
  type NmsFusion,
  relist,
  WITH_BOXES,
  WITH_PARTS,
} from './nms-layers.js';
import { above, operationSpot, otherThan, put, type Slot } from './operation-places.js';
import {
  DIRECTION,
  directionOf,
  numberAt,
  oneOf,
  someOf,
  treeCoreOps,
  treeText,
  treeTextAt,
} from './places.js';
import type { FaultSpot } from './spots.js';

const METADATA = 'fused_layers_metadata';
const FLAG = 'network_has_fused_layers';
const PART_NAMES = 'defused_layers_names';
const ORIGINAL = 'original_name';
/** Largest number of parts of an output. */
const MOST_PARTS = 9;

/** Returns the spot of the name by which a part refers to its fused layer. */
function originalSpot({ nms }: BoxesSite): FaultSpot {
  return operationSpot(nms.field('defuse_info')?.message ?? nms, ORIGINAL);
}

function aloneOutputs(root: MessageNode): BoxesSite[] {
  return aloneSites(root).filter(({ edge, isPart }) => !isPart && directionOf(edge) === DIRECTION.D2H);
}

/** Ways to make the fields of a fused layer invalid, while its parts stay valid. */
const SPOILERS: readonly ((random: Random, fusion: NmsFusion) => FaultSpot)[] = [
  (random, { base }) =>
    setField(base, 'format', random.chance(50) ? random.between(13, 16) : unknownFormat(random)),
  (random, { base }) => put(random, { message: base, name: 'data_bytes' }, random.one([0, above(random, 2)])),
  (_, { layer, base }) => {
    layer.remove(base.owner as RecordNode);
    return layer;
  },
  (_, { whole, nms }) => {
    whole.remove(nms.owner as RecordNode);
    return whole;
  },
  (random, { nms }) => {
    const name = random.one(['number_of_classes', 'max_output_size', 'bbox_size', 'input_division_factor']);
    return setField(nms, name, BigInt(numberAt(nms, name)) + (BigInt(random.between(1, 99)) << 32n));
  },
  (random, { nms }) =>
    setField(ensureMessage(nms, 'defuse_info'), 'class_group_index', above(random, MOST_PARTS - 1)),
  (random, { nms }) => setField(ensureMessage(nms, 'defuse_info'), ORIGINAL, longName(random)),
  (_, { nms }) => {
    setField(nms, 'input_division_factor', 0xffff_ffff);
    return operationSpot(nms, 'number_of_classes');
  },
];

function edgesOf(parts: readonly BoxesSite[]): MessageNode[] {
  return parts.map(({ edge }) => edge);
}

const SUMS = ['number_of_classes', 'max_output_size', 'bbox_size'] as const;

function change(random: Random, slot: Slot): void {
  const old = numberAt(slot.message, slot.name);
  put(random, slot, random.one([old + 1, old - 1, old + random.between(2, 200)]));
}

export const FUSED_FAULTS: Faults = {
  'fused-layer-missing': {
    needs: (random) => (random.chance(50) ? WITH_PARTS : WITH_BOXES),
    apply: ({ random, root }) => {
      // If a core op has several fused layers, removing one of them leaves the list of fused layers in place.
      const several = fusionsOf(root).filter(({ metadata }) => metadata.fields('fused_layers').length > 1);
      const fusion = oneOf(random, several);
      if (fusion !== undefined && random.chance(60)) {
        fusion.metadata.remove(fusion.whole.owner as RecordNode);
        return fusion.parts.map((part) => ({ at: originalSpot(part) }));
      }
      const part = someOf(random, aloneOutputs(root), ({ coreOp }) => coreOp.field(METADATA) !== undefined);
      const name = `boxes/of_${random.bits()}`;
      makePart(part, name, 0);
      // If `network_has_fused_layers` is set, the missing layer replaces the part in the lists of outputs.
      if (numberAt(part.coreOp, METADATA, FLAG) !== 0)
        relist(part.coreOp, treeTextAt(part.layer, 'name'), name);
      return [{ at: originalSpot(part) }];
    },
  },
  'defused-without-fused-metadata': {
    needs: (random) => (random.chance(50) ? WITH_PARTS : WITH_BOXES),
    apply: ({ random, root }) => {
      const found = (parts: readonly BoxesSite[]): Expected[] =>
        parts.map(({ nms }) => ({ at: operationSpot(nms, 'is_defused') }));
      const fusion = oneOf(random, fusionsOf(root));
      if (fusion !== undefined && random.chance(50)) {
        const { coreOp } = fusion;
        const all = fusionsOf(root).filter((one) => one.coreOp === coreOp);
        for (const record of coreOp.fields(METADATA)) coreOp.remove(record);
        // Without the metadata, the parts replace the fused layers in the lists of outputs.
        for (const { layer, parts } of all) {
          relist(coreOp, treeTextAt(layer, 'name'), ...parts.map((part) => treeTextAt(part.layer, 'name')));
        }
        return found(all.flatMap(({ parts }) => parts));
      }
      const coreOp = needed(
        oneOf(random, aloneOutputs(root), (site) => site.coreOp.field(METADATA) === undefined)?.coreOp,
      );
      const parts = random
        .shuffled(aloneOutputs(root).filter((site) => site.coreOp === coreOp))
        .slice(0, random.between(1, 3));
      for (const [index, part] of parts.entries()) makePart(part, 'boxes/all', index);
      return found(parts);
    },
  },
  'fused-buffer-indices-missing': needing(WITH_PARTS, ({ random, root }) => {
    const base = needed(oneOf(random, fusionsOf(root))?.base);
    for (const record of base.fields('buffer_indices')) base.remove(record);
    return [{ at: base }];
  }),
  'fused-layer-invalid': needing(WITH_PARTS, ({ random, root }) => {
    const fusion = someOf(random, fusionsOf(root));
    return [{ at: random.one(SPOILERS)(random, fusion) }];
  }),
  'defuse-class-group-index': needing(WITH_PARTS, ({ random, root }) => {
    const parts = oneOf(random, fusionsOf(root))?.parts ?? [];
    const part = oneOf(random, parts);
    const other = part === undefined ? undefined : otherThan(random, [groupIndexOf(part)], MOST_PARTS - 1);
    const [at, ...related] = edgesOf(parts);
    if (part === undefined || other === undefined || at === undefined) return undefined;
    put(random, { message: ensureMessage(part.nms, 'defuse_info'), name: 'class_group_index' }, other);
    return [{ at, related }];
  }),
  'fused-defused-names-mismatch': needing(WITH_PARTS, ({ random, root }) => {
    const fusion = oneOf(random, fusionsOf(root));
    const names = fusion?.whole.fields(PART_NAMES) ?? [];
    const name = oneOf(random, names);
    if (fusion === undefined || name?.field === undefined) return undefined;
    const { whole, parts } = fusion;
    if (random.chance(40)) {
      const gone = random.shuffled(names).slice(0, random.between(1, names.length));
      const gonePart = parts.find(({ layer }) =>
        gone.some((one) => treeText(one) === treeTextAt(layer, 'name')),
      );
      if (gonePart === undefined) return undefined;
      for (const record of gone) whole.remove(record);
      return [{ at: whole, related: [gonePart.edge] }];
    }
    const stranger = scalarRecord(name.field, `boxes/none_${random.bits()}`);
    if (random.chance(50)) whole.replace(name, stranger);
    else whole.insert(whole.records.indexOf(name) + random.below(2), stranger);
    return [{ at: stranger }];
  }),
  'fused-flag-without-layers': {
    needs: (random): FaultNeeds => ({ without: ['fused'], ...(random.chance(50) ? { with: ['nms'] } : {}) }),
    apply: ({ random, root }) => {
      const coreOp = someOf(random, treeCoreOps(root));
      const list = outputLists(coreOp).find((names) => names.some(({ holder }) => holder === coreOp));
      const names = (list ?? outputLists(coreOp).at(-1) ?? []).map(({ bytes }) => bytes);
      const fused = ensureMessage(coreOp, METADATA);
      setField(fused, FLAG, 1);
      // If the flag is set, loaders read the order of outputs from this list.
      const field = fused.fieldTable('updated_sorted_output_names');
      for (const old of fused.fields(field.number)) fused.remove(old);
      fused.insert(placeFor(fused, field.number), ...names.map((name) => bytesRecord(field, name)));
      return [{ at: fused }];
    },
  },
  'fused-layers-without-flag': needing(WITH_PARTS, ({ random, root }) => {
    const fused = needed(oneOf(random, fusionsOf(root))?.metadata);
    put(random, { message: fused, name: FLAG }, 0);
    return [{ at: fused }];
  }),
  'fused-nms-sum': needing(WITH_PARTS, ({ random, root }) => {
    const fusion = oneOf(random, fusionsOf(root));
    if (fusion === undefined || fusion.parts.length === 0) return undefined;
    const { nms, parts } = fusion;
    const related = edgesOf(parts);
    const found = (name: string): Expected => ({ at: operationSpot(nms, name), related });
    if (random.chance(40)) {
      // Changes a number of one part, because a rule compares the sum of the parts with the fused layer.
      const name = random.one(SUMS.slice(0, 2));
      const part = random.one(parts).nms;
      setField(part, name, numberAt(part, name) + random.between(1, 9));
      return [found(name)];
    }
    const names = random.shuffled(SUMS).slice(0, random.one([1, 1, 2, 3]));
    for (const name of names) change(random, { message: nms, name });
    return names.map(found);
  }),
};
