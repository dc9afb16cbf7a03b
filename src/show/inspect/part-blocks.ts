import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { TYPE_BYTES } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { actionClass, type Block } from '../../tools/stats/block.js';
import { type Timeline, type TimelineOptions, timeline } from './timeline.js';

/**
 * Maximum numbers of operations, and of actions in all operations together, with separate blocks. With more
 * blocks, a reader could not distinguish the blocks.
 */
const MAX_OPERATIONS = 1000;
const MAX_ACTIONS = 2000;

/** Options for dividing a part into blocks. */
export interface PartBlocksOptions extends Omit<TimelineOptions, 'maxActions' | 'maxOperations'> {
  /** Maximum number of operations with separate blocks (default 1000). */
  readonly maxOperations?: number;
  /** Maximum number of actions with separate blocks (default 2000). */
  readonly maxActions?: number;
}

/**
 * Divides the bytes of a context or a preliminary configuration: operation → action → blob. Small parts are
 * combined in a block of `N others`, so that the result has at most some thousand blocks. The sizes of the
 * parts always add up to the size of the whole. The source is not closed.
 * @param path path of the context
 * @returns undefined if the file has no such context
 * @throws ProtomdlError as in `timeline`
 */
export async function partBlocks(
  source: Source,
  path: string,
  options: PartBlocksOptions = {},
): Promise<Block | undefined> {
  const { maxOperations = MAX_OPERATIONS, maxActions = MAX_ACTIONS, ...rest } = options;
  const steps = await timeline(source, path, rest);
  return steps === undefined ? undefined : contextBlock(steps, maxOperations, maxActions);
}

function contextBlock(steps: Timeline, maxOperations: number, maxActions: number): Block {
  const { path, name, offset, bytes, operations, metadata, operationCount, isCut } = steps;
  const isShown = largest(operations.bytes, maxOperations);
  const hasBlock = largest(steps.actions.bytes, maxActions);
  const parts: Block[] = [];
  let others = 0;
  let othersBytes = 0;
  for (let i = 0; i < operations.kind.length; i++) {
    if (isShown(i)) parts.push(operationBlock(steps, i, hasBlock));
    else {
      others++;
      othersBytes += operations.bytes[i] as number;
    }
  }
  parts.push(othersBlock(others, othersBytes, 'configuration'));
  if (metadata !== null) {
    const { bytes: size, offset: at } = metadata;
    parts.push({ ...leaf('metadata', 'edges', size), path: `${path}.metadata`, offset: at });
  }
  const isUnlisted = isCut && operations.kind.length < operationCount;
  const left = isUnlisted
    ? `${operationCount - operations.kind.length} operations that were not looked into`
    : 'other structure';
  const title = name === '' ? path : `${path} ${name}`;
  return { ...divided(title, 'structure', bytes, left, parts), path, offset };
}

function operationBlock(steps: Timeline, index: number, hasBlock: (action: number) => boolean): Block {
  const { path, list, operations, actions, triggerKinds } = steps;
  const own = `${path}.${list}[${index}]`;
  const kind = triggerKinds[operations.kind[index] as number];
  const first = operations.firstAction[index] as number;
  const end = operations.firstAction[index + 1] ?? actions.kind.length;
  const parts: Block[] = [];
  let others = 0;
  let othersBytes = 0;
  for (let i = first; i < end; i++) {
    if (hasBlock(i)) parts.push(actionBlock(steps, i, `${own}.actions[${i - first}]`));
    else {
      others++;
      othersBytes += actions.bytes[i] as number;
    }
  }
  parts.push(othersBlock(others, othersBytes, 'flow'));
  const title = `${list}[${index}] ${kind?.mnemonic ?? ''}`;
  // The remainder of the operation includes the actions beyond the limit.
  const block = divided(
    title,
    'structure',
    operations.bytes[index] as number,
    'trigger and structure',
    parts,
  );
  return { ...block, path: own, offset: operations.offset[index] as number };
}

function actionBlock({ actions, actionKinds }: Timeline, index: number, path: string): Block {
  const { name = 'unknown', mnemonic = 'unknown' } = actionKinds[actions.kind[index] as number] ?? {};
  const bytes = actions.bytes[index] as number;
  const written = actions.configuration[index] as number;
  const blob = BLOBS.get(name);
  // Bytes after the message are not part of the action, and a truncated blob may claim more bytes than exist.
  // In both cases the action has no blob.
  const hasBlob = blob !== undefined && written > 0 && written < bytes;
  const parts = hasBlob ? [{ ...leaf(blob, 'blob', written), path: `${path}.${name}.${blob}` }] : [];
  const step = path.slice(path.lastIndexOf('.') + 1);
  const block = divided(`${step} ${mnemonic}`, actionClass(name), bytes, 'without the blob', parts);
  return { ...block, path, offset: actions.offset[index] as number };
}

const BLOBS: ReadonlyMap<string, string> = new Map(
  (messageByName(MDL, 'ProtoMDLAction')?.fields ?? []).flatMap(({ name, message }): [string, string][] => {
    const blob = MDL.messages[message]?.fields.find(({ type }) => type === TYPE_BYTES);
    return blob === undefined ? [] : [[name, blob.name]];
  }),
);

/**
 * Returns a function that is true for the indexes of the `most` largest sizes. If several sizes at the limit
 * are equal, the first sizes are included.
 */
function largest(sizes: Uint32Array, most: number): (index: number) => boolean {
  if (sizes.length <= most) return () => true;
  const least = most === 0 ? Number.POSITIVE_INFINITY : (sizes.slice().sort()[sizes.length - most] as number);
  let room = most;
  for (const size of sizes) if (size > least) room--;
  return (index) => {
    const size = sizes[index] as number;
    if (size !== least) return size > least;
    return room-- > 0;
  };
}

function leaf(name: string, of: Block['class'], bytes: number): Block {
  return { name, class: of, bytes, children: [] };
}

function othersBlock(count: number, bytes: number, of: Block['class']): Block {
  return { ...leaf(`${count} others`, of, bytes), count };
}

/** Makes a block from its parts and the remaining bytes, without empty parts. */
function divided(
  name: string,
  of: Block['class'],
  bytes: number,
  rest: string,
  parts: readonly Block[],
): Block {
  const left = bytes - parts.reduce((sum, part) => sum + part.bytes, 0);
  const kept = parts.filter((part) => part.bytes > 0);
  if (kept.length > 0 && left > 0) kept.push(leaf(rest, 'structure', left));
  return { name, class: of, bytes, children: kept };
}
