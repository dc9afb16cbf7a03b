/** What models are made of, found in the tree: all of a kind, in file order, wherever a layout keeps it. */

import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { messagesAt } from '../../../read/tree/walk.js';
import type { Random } from '../random.js';
import { needed } from './fault.js';

export function groupsOf(root: MessageNode): MessageNode[] {
  return messagesAt(root, 'network_groups');
}

/** What has contexts: groups themselves, variants of them, nodes of graphs, variants of those. */
export function coreOpsOf(root: MessageNode): MessageNode[] {
  return groupsOf(root).flatMap(coreOpsIn);
}

function coreOpsIn(group: MessageNode): MessageNode[] {
  const nodes = messagesAt(group, 'ops', 'core_op');
  const inner = [
    // Beside a graph stand those of the layout before, which only have a name.
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

export function contextsOf(coreOp: MessageNode): MessageNode[] {
  return messagesAt(coreOp, 'contexts');
}

/** Contexts of all core ops. */
export function allContexts(root: MessageNode): MessageNode[] {
  return coreOpsOf(root).flatMap(contextsOf);
}

/** Operations of a context. */
export function operationsOf(context: MessageNode): MessageNode[] {
  return messagesAt(context, 'operations');
}

/** Operations of a core op's preliminary configuration. */
export function preliminaryOperations(coreOp: MessageNode): MessageNode[] {
  return messagesAt(coreOp, 'preliminary_config', 'operation');
}

/** Operations of all core ops, those of preliminary configurations included. */
export function allOperations(root: MessageNode): MessageNode[] {
  return coreOpsOf(root).flatMap((coreOp) => [
    ...preliminaryOperations(coreOp),
    ...contextsOf(coreOp).flatMap(operationsOf),
  ]);
}

export function actionsOf(operation: MessageNode): MessageNode[] {
  return messagesAt(operation, 'actions');
}

export function allActions(root: MessageNode): MessageNode[] {
  return allOperations(root).flatMap(actionsOf);
}

/** Messages of one kind of action: the member of the oneof with this name. */
export function actionsOfKind(root: MessageNode, member: string): MessageNode[] {
  return allActions(root).flatMap((action) => messagesAt(action, member));
}

export function edgesOf(context: MessageNode): MessageNode[] {
  return messagesAt(context, 'metadata', 'edge_layers');
}

export function allEdges(root: MessageNode): MessageNode[] {
  return allContexts(root).flatMap(edgesOf);
}

/** Of an edge layer: what `edge_layer_direction` means, … as numbers; absent ones are 0. */
export function numberAt(message: MessageNode, ...names: readonly string[]): number {
  const name = names.at(-1) as string;
  const holder = names.length === 1 ? message : messagesAt(message, ...names.slice(0, -1)).at(-1);
  return Number(holder?.field(name)?.bits ?? 0n);
}

export function textAt(message: MessageNode, ...names: readonly string[]): string {
  const name = names.at(-1) as string;
  const holder = names.length === 1 ? message : messagesAt(message, ...names.slice(0, -1)).at(-1);
  return textOf(holder?.field(name));
}

export function textOf(record: RecordNode | undefined): string {
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

/** The record of the layer or mux that an edge layer, or a part of a mux, is; undefined for an image in planes. */
export function contentRecordOf(holder: MessageNode): RecordNode | undefined {
  return holder.field('layer_info') ?? holder.field('layer_mux');
}

export function contentOf(edge: MessageNode): MessageNode | undefined {
  return contentRecordOf(edge)?.message;
}

/** The stream of an edge layer; -1 where it says nothing. */
export function sysOf(edge: MessageNode): number {
  const content = contentOf(edge);
  return content === undefined ? -1 : numberAt(content, 'edge_layer_base', 'sys_index');
}

/** Tensors below a mux, those of muxes in it included, in file order. */
export function leavesOf(mux: MessageNode): MessageNode[] {
  return messagesAt(mux, 'predecessors').flatMap((part) => {
    const layer = part.field('layer_info')?.message;
    if (layer !== undefined) return [layer];
    const inner = part.field('layer_mux')?.message;
    return inner === undefined ? [] : leavesOf(inner);
  });
}

/** One of those in a list that fit; undefined where there is none. */
export function oneOf<T>(
  random: Random,
  list: readonly T[],
  fits: (one: T) => boolean = () => true,
): T | undefined {
  const fitting = list.filter(fits);
  return fitting.length === 0 ? undefined : random.one(fitting);
}

/** The same. @throws NoPlace where there is none */
export function someOf<T>(random: Random, list: readonly T[], fits?: (one: T) => boolean): T {
  return needed(oneOf(random, list, fits));
}
