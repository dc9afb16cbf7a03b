/** Faults of the lists that define the order of a group's outputs. */
import { scalarRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { type FaultNeeds, type Faults, needed, needing } from './fault.js';
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
  treeText,
} from './places.js';

const NMS = 6;

/** A tensor for users: a layer, a leaf of a mux, or the result of fusing several layers on the host. */
interface Stream {
  readonly kind: 'layer' | 'leaf' | 'fused';
  readonly direction: number;
  /** The message that contains the name of the tensor. */
  readonly layer: MessageNode;
  /** The message to which findings about the tensor refer. */
  readonly place: MessageNode;
}

/** Returns the boundary layers of all contexts, in file order. */
export function boundaryEdges(coreOp: MessageNode): MessageNode[] {
  return treeContexts(coreOp)
    .flatMap(treeEdges)
    .filter((edge) => connectionOf(edge) === CONNECTION.BOUNDARY);
}

/** Returns the streams of a core op in the order of their layers, except the streams of planes. */
export function outputStreams(coreOp: MessageNode): Stream[] {
  const fused = messagesAt(coreOp, 'fused_layers_metadata', 'fused_layers');
  const taken = new Set<MessageNode>();
  return boundaryEdges(coreOp).flatMap((edge): Stream[] => {
    const direction = directionOf(edge);
    const mux = edge.field('layer_mux')?.message;
    if (mux !== undefined) return leaves(mux, direction);
    const layer = edge.field('layer_info')?.message;
    if (layer === undefined) return [];
    const original = fusedNameOf(layer);
    const whole = fused.find((one) => treeText(one.field('layer_info')?.message?.field('name')) === original);
    if (original === undefined || whole === undefined)
      return [{ kind: 'layer', direction, layer, place: edge }];
    if (taken.has(whole)) return [];
    taken.add(whole);
    return [
      { kind: 'fused', direction, layer: whole.field('layer_info')?.message as MessageNode, place: whole },
    ];
  });
}

function leaves(mux: MessageNode, direction: number): Stream[] {
  return messagesAt(mux, 'predecessors').flatMap((part): Stream[] => {
    const layer = part.field('layer_info')?.message;
    if (layer !== undefined) return [{ kind: 'leaf', direction, layer, place: part }];
    const inner = part.field('layer_mux')?.message;
    return inner === undefined ? [] : leaves(inner, direction);
  });
}

/** Returns the name of the complete list of boxes to which a part belongs; undefined for other layers. */
function fusedNameOf(layer: MessageNode): string | undefined {
  const base = layer.field('edge_layer_base')?.message;
  if (base === undefined || numberAt(base, 'format') !== NMS) return undefined;
  const [nms] = messagesAt(base, 'additional_info', 'nms_info');
  if (nms === undefined || numberAt(nms, 'is_defused') === 0) return undefined;
  return treeText(nms.field('defuse_info')?.message?.field('original_name'));
}

export function outputLists(coreOp: MessageNode): RecordNode[][] {
  const last = treeContexts(coreOp).at(-1);
  const lists = [
    ...messagesAt(coreOp, 'fused_layers_metadata').map((fused) =>
      fused.fields('updated_sorted_output_names'),
    ),
    coreOp.fields('sorted_outputs_order'),
    ...(last === undefined
      ? []
      : messagesAt(last, 'metadata').map((metadata) => metadata.fields('sorted_outputs_order'))),
  ];
  return lists.filter((list) => list.length > 0);
}

/**
 * Returns the list that loaders use: the list of fused layers; without it, the group's list; without both,
 * the list of the group's last context.
 */
function effectiveList(coreOp: MessageNode): RecordNode[] {
  const fused = coreOp.field('fused_layers_metadata')?.message;
  if (fused !== undefined && numberAt(fused, 'network_has_fused_layers') !== 0) {
    return fused.fields('updated_sorted_output_names');
  }
  const own = coreOp.fields('sorted_outputs_order');
  if (own.length > 0) return own;
  const [metadata] = treeContexts(coreOp)
    .slice(-1)
    .flatMap((context) => messagesAt(context, 'metadata'));
  return metadata?.fields('sorted_outputs_order') ?? [];
}

function holderOf(record: RecordNode): MessageNode {
  return record.holder as MessageNode;
}

/** Graphs are excluded: an output may be the input of a node, so the validator does not check its name. */
const WITHOUT_GRAPH: FaultNeeds = { layouts: ['classic', 'partial'] };

/** Inserts a name at a random position of a list. */
function putName(
  list: readonly RecordNode[],
  name: string | Uint8Array,
  random: Random,
): RecordNode | undefined {
  const beside = oneOf(random, list);
  if (beside?.field === undefined) return undefined;
  const made = scalarRecord(beside.field, name);
  holderOf(beside).insert(holderOf(beside).records.indexOf(beside) + random.below(2), made);
  return made;
}

export const OUTPUT_FAULTS: Faults = {
  // Fused layers are excluded, because another rule covers their list. Variants are excluded, because their
  // missing list is reported as `core-op-missing`.
  'sorted-outputs-missing': needing(
    { layouts: ['classic', 'ops'], without: ['fused'] },
    ({ root, random }) => {
      const coreOp = someOf(random, treeCoreOps(root));
      const last = treeContexts(coreOp)
        .slice(-1)
        .flatMap((context) => messagesAt(context, 'metadata'));
      for (const message of [coreOp, ...last]) {
        message.setRecords(message.records.filter(({ field }) => field?.name !== 'sorted_outputs_order'));
      }
      return [{ at: coreOp }];
    },
  ),
  'sorted-output-missing-name': needing(WITHOUT_GRAPH, ({ root, random }) => {
    const fits = treeCoreOps(root).filter((coreOp) => effectiveList(coreOp).length > 1);
    const coreOp = someOf(random, fits);
    const list = effectiveList(coreOp);
    const gone = random.shuffled(list).slice(0, random.between(1, list.length - 1));
    const names = gone.map(treeText);
    for (const record of gone) holderOf(record).remove(record);
    const outputs = outputStreams(coreOp).filter(
      ({ direction, layer }) => direction === DIRECTION.D2H && names.includes(treeText(layer.field('name'))),
    );
    return outputs.map(({ layer }) => ({
      at: layer.field('name') as RecordNode,
    }));
  }),
  'sorted-output-unknown-name': needing(WITHOUT_GRAPH, ({ root, random, model }) => {
    const coreOp = someOf(random, treeCoreOps(root));
    const input = outputStreams(coreOp).find(({ direction }) => direction === DIRECTION.H2D);
    const name =
      random.chance(50) && input !== undefined ? treeText(input.layer.field('name')) : 'nowhere/out';
    const made = needed(putName(effectiveList(coreOp), name, random));
    const severity = model.layout !== 'classic' ? 'info' : 'warning';
    return [{ severity, at: made }];
  }),
  'sorted-output-duplicate': ({ root, random }) => {
    const coreOp = oneOf(random, treeCoreOps(root));
    const list = coreOp === undefined ? [] : effectiveList(coreOp);
    const twice = oneOf(random, list);
    if (coreOp === undefined || twice === undefined) return undefined;
    for (let more = random.between(1, 2); more > 0; more--) putName(list, twice.bytes, random);
    const name = treeText(twice);
    const [first, ...others] = effectiveList(coreOp).filter((record) => treeText(record) === name);
    return first === undefined ? undefined : [{ at: first, related: others }];
  },
};
