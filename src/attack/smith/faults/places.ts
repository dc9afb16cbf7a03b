/**
 * Finds parts of a model in its tree. The functions return all parts of a kind in file order, for every
 * layout.
 */

import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../../random.js';
import { needed } from './fault.js';

export function treeGroups(root: MessageNode): MessageNode[] {
  return messagesAt(root, 'network_groups');
}

/**
 * Returns the owners of contexts: groups themselves, variants of groups, nodes of graphs, variants of nodes.
 */
export function treeCoreOps(root: MessageNode): MessageNode[] {
  return treeGroups(root).flatMap(coreOpsIn);
}

function coreOpsIn(group: MessageNode): MessageNode[] {
  const nodes = messagesAt(group, 'ops', 'core_op');
  const inner = [
    // Graphs also have groups of the earlier layout, which have only a name.
    ...messagesAt(group, 'partial_network_groups', 'network_group').filter(
      (part) => nodes.length === 0 || hasContexts(part),
    ),
    ...nodes.filter(hasContexts),
    ...nodes.flatMap((node) => messagesAt(node, 'partial_core_ops', 'core_op')),
  ];
  return hasContexts(group) ? [group, ...inner] : inner;
}

function hasContexts(message: MessageNode): boolean {
  return message.field('contexts') !== undefined;
}

export function treeContexts(coreOp: MessageNode): MessageNode[] {
  return messagesAt(coreOp, 'contexts');
}

export function allContexts(root: MessageNode): MessageNode[] {
  return treeCoreOps(root).flatMap(treeContexts);
}

export function operationsOf(context: MessageNode): MessageNode[] {
  return messagesAt(context, 'operations');
}

export function preliminaryOperations(coreOp: MessageNode): MessageNode[] {
  return messagesAt(coreOp, 'preliminary_config', 'operation');
}

/** Returns the operations of all core ops, including preliminary configurations. */
export function allOperations(root: MessageNode): MessageNode[] {
  return treeCoreOps(root).flatMap((coreOp) => [
    ...preliminaryOperations(coreOp),
    ...treeContexts(coreOp).flatMap(operationsOf),
  ]);
}

export function actionsOf(operation: MessageNode): MessageNode[] {
  return messagesAt(operation, 'actions');
}

export function allActions(root: MessageNode): MessageNode[] {
  return allOperations(root).flatMap(actionsOf);
}

/** Returns the messages of one kind of action: the oneof's member with this name. */
export function actionsOfKind(root: MessageNode, member: string): MessageNode[] {
  return allActions(root).flatMap((action) => messagesAt(action, member));
}

export function treeEdges(context: MessageNode): MessageNode[] {
  return messagesAt(context, 'metadata', 'edge_layers');
}

export function allEdges(root: MessageNode): MessageNode[] {
  return allContexts(root).flatMap(treeEdges);
}

/**
 * Returns a number field that a path of names leads to, such as `edge_layer_direction` of an edge layer; 0 if
 * absent.
 */
export function numberAt(message: MessageNode, ...names: readonly string[]): number {
  const name = names.at(-1) as string;
  const holder = names.length === 1 ? message : messagesAt(message, ...names.slice(0, -1)).at(-1);
  return Number(holder?.field(name)?.bits ?? 0n);
}

export function treeTextAt(message: MessageNode, ...names: readonly string[]): string {
  const name = names.at(-1) as string;
  const holder = names.length === 1 ? message : messagesAt(message, ...names.slice(0, -1)).at(-1);
  return treeText(holder?.field(name));
}

export function treeText(record: RecordNode | undefined): string {
  return record === undefined ? '' : decoder.decode(record.bytes);
}

const decoder = new TextDecoder();

export const DIRECTION = { H2D: 0, D2H: 1 } as const;
export const CONNECTION = { BOUNDARY: 0, INTERMEDIATE: 1, DDR: 2, CACHE: 3 } as const;

export function directionOf(edge: MessageNode): number {
  return numberAt(edge, 'direction');
}

export function connectionOf(edge: MessageNode): number {
  return numberAt(edge, 'context_switch_info', 'edge_connection_type');
}

/**
 * Returns the record of the layer or the mux in an edge layer or in a part of a mux; undefined for an image
 * in planes.
 */
export function contentRecordOf(holder: MessageNode): RecordNode | undefined {
  return holder.field('layer_info') ?? holder.field('layer_mux');
}

export function treeContent(edge: MessageNode): MessageNode | undefined {
  return contentRecordOf(edge)?.message;
}

/** Returns the stream of an edge layer; -1 for an image in planes. */
export function sysOf(edge: MessageNode): number {
  const content = treeContent(edge);
  return content === undefined ? -1 : numberAt(content, 'edge_layer_base', 'sys_index');
}

/** Returns the tensors of a mux and of its nested muxes, in file order. */
export function treeLeaves(mux: MessageNode): MessageNode[] {
  return messagesAt(mux, 'predecessors').flatMap((part) => {
    const layer = part.field('layer_info')?.message;
    if (layer !== undefined) return [layer];
    const inner = part.field('layer_mux')?.message;
    return inner === undefined ? [] : treeLeaves(inner);
  });
}

/** Returns a random suitable element of a list; undefined without a suitable element. */
export function oneOf<T>(
  random: Random,
  list: readonly T[],
  fits: (one: T) => boolean = () => true,
): T | undefined {
  const fitting = list.filter(fits);
  return fitting.length === 0 ? undefined : random.one(fitting);
}

/**
 * Returns a random suitable element.
 * @throws NoPlace if the list has no suitable element
 */
export function someOf<T>(random: Random, list: readonly T[], fits?: (one: T) => boolean): T {
  return needed(oneOf(random, list, fits));
}
