/** Finds and changes lists of boxes: complete lists, parts, and the fused outputs of parts. */
import { ensureMessage, setField } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { isBoxes, isFusedPart, nmsOf, type ShapedSite, shapedSites } from './edge-layers.js';
import type { FaultNeeds } from './fault.js';
import { outputLists } from './group-outputs.js';
import { DIRECTION, directionOf, numberAt, treeCoreOps, treeText, treeTextAt } from './places.js';

export const WITH_BOXES: FaultNeeds = { with: ['nms'] };
export const WITH_PARTS: FaultNeeds = { with: ['fused'] };

/** Requires complete lists of boxes in half of the models, and parts in the others. */
export function anyBoxes(random: Random): FaultNeeds {
  return random.chance(50) ? WITH_BOXES : WITH_PARTS;
}

const NMS_OUTPUT_BURST = 19;

/** True if an extension requires bursts of boxes; the bursts depend on the architecture. */
export function saysBursts(root: MessageNode): boolean {
  return messagesAt(root, 'extensions').some((entry) => numberAt(entry, 'type_index') === NMS_OUTPUT_BURST);
}

/** Architectures without an NMS unit, for which loaders do not accept lists of boxes. */
export const WITHOUT_NMS: readonly number[] = [100, 102];

/** True if loaders accept a list of boxes that has no bursts. */
export function takesPlainBoxes(root: MessageNode): boolean {
  return !saysBursts(root) && !WITHOUT_NMS.includes(numberAt(root, 'header', 'hw_arch'));
}

export interface BoxesSite extends ShapedSite {
  readonly nms: MessageNode;
}

/** Returns the layers that are lists of boxes, complete or parts. */
export function boxesSites(root: MessageNode): BoxesSite[] {
  return shapedSites(root).flatMap((site) => {
    const nms = isBoxes(site) ? nmsOf(site) : undefined;
    return nms === undefined ? [] : [{ ...site, nms }];
  });
}

/** Returns the lists of boxes that are not parts of a fused output. */
export function aloneSites(root: MessageNode): BoxesSite[] {
  return boxesSites(root).filter((site) => !isFusedPart(site));
}

/** A fused output, with its parts in file order. */
export interface NmsFusion {
  readonly coreOp: MessageNode;
  readonly metadata: MessageNode;
  /** The element of `fused_layers`. */
  readonly whole: MessageNode;
  readonly layer: MessageNode;
  readonly base: MessageNode;
  readonly nms: MessageNode;
  readonly parts: readonly BoxesSite[];
}

export function fusionsOf(root: MessageNode): NmsFusion[] {
  return treeCoreOps(root).flatMap((coreOp) => {
    const parts = boxesSites(root).filter(
      (site) => site.coreOp === coreOp && isFusedPart(site) && directionOf(site.edge) === DIRECTION.D2H,
    );
    return messagesAt(coreOp, 'fused_layers_metadata').flatMap((metadata) =>
      messagesAt(metadata, 'fused_layers').flatMap((whole): NmsFusion[] => {
        const layer = whole.field('layer_info')?.message;
        const base = layer?.field('edge_layer_base')?.message;
        const nms = whole.field('nms_info')?.message;
        if (layer === undefined || base === undefined || nms === undefined) return [];
        const name = treeTextAt(layer, 'name');
        const own = parts.filter((part) => originalOf(part) === name);
        return [{ coreOp, metadata, whole, layer, base, nms, parts: own }];
      }),
    );
  });
}

function originalOf({ nms }: BoxesSite): string {
  const defuse = nms.field('defuse_info')?.message;
  return defuse === undefined ? '' : treeTextAt(defuse, 'original_name');
}

export function groupIndexOf({ nms }: BoxesSite): number {
  return numberAt(nms, 'defuse_info', 'class_group_index');
}

/** Turns a list of boxes into a part of the fused output `original`. */
export function makePart({ nms }: BoxesSite, original: string, index: number): void {
  setField(nms, 'is_defused', 1);
  const defuse = ensureMessage(nms, 'defuse_info');
  if (index !== 0) setField(defuse, 'class_group_index', index);
  setField(defuse, 'original_name', original);
}

/** Replaces a name by other names in all lists of outputs of a core op. */
export function relist(coreOp: MessageNode, old: string, ...names: readonly string[]): void {
  for (const record of outputLists(coreOp).flat()) {
    if (treeText(record) !== old) continue;
    const others = names.map((name) => {
      const made = record.clone();
      made.setBytes(encoder.encode(name));
      return made;
    });
    record.holder?.replace(record, ...others);
  }
}

const encoder = new TextEncoder();
