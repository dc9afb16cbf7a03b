import type { Block, BlockClass } from '../../tools/stats/block.js';

/** A block as plain data, with at most as many parts as a page can draw. */
export interface ShownBlock {
  readonly name: string;
  readonly class: BlockClass;
  readonly bytes: number;
  readonly count: number | null;
  /** Key of the block, for `blockAt`. */
  readonly key: string;
  /** Path of the block's record; null if the block combines several records. */
  readonly path: string | null;
  readonly offset: number | null;
  /** Path of the context to which the bytes belong; null outside of contexts. */
  readonly context: string | null;
  /** For a block that combines several records: the surrounding place, at which a reader finds details. */
  readonly around: Around;
  /** True if some parts of the block are not in `children`. */
  readonly isFolded: boolean;
  readonly children: readonly ShownBlock[];
}

/** The surrounding place of a block: a path, an offset, or a context. */
interface Around {
  readonly path: string | null;
  readonly offset: number | null;
  readonly context: string | null;
  /** Key of the surrounding context, divided by operation; null outside of contexts. */
  readonly operations: string | null;
}

export const NOWHERE: Around = { path: null, offset: null, context: null, operations: null };

/** Step in a key that divides a context by operation instead of by kind. */
export const OPERATIONS = 'o';

/** True for a context or a preliminary configuration whose operations are read. */
export function isContext({ path, children }: Block): boolean {
  return children.length > 0 && /(^|\.)(contexts\[\d+\]|preliminary_config)$/.test(path ?? '');
}

/**
 * Returns the surrounding place for the parts of a block: the place of the block, or `outer` if the block has
 * no place.
 */
export function aroundIn(block: Block, key: string, outer: Around): Around {
  const isPlaced = block.path !== undefined || block.offset !== undefined;
  const { path = null, offset = null } = block;
  const isDivided = key.split('.').at(-1) === OPERATIONS;
  return {
    ...(isPlaced ? { path, offset } : { path: outer.path, offset: outer.offset }),
    context: contextOf(block, outer),
    operations: isContext(block) ? (isDivided ? null : joined(key, OPERATIONS)) : outer.operations,
  };
}

function contextOf(block: Block, outer: Around): string | null {
  return block.owner ?? (isContext(block) ? (block.path ?? null) : outer.context);
}

/** Maximum number of blocks that are drawn at once. */
const MAX_SHOWN = 2000;
/** Maximum number of parts of one block. Smaller parts are combined into one block, `N others`. */
const MAX_PARTS = 200;
/** If fewer blocks than this can still be drawn, a block is drawn without its parts. */
const LEAST_ROOM = 3;

/**
 * Returns a block with its largest parts, up to the maximum number. All other parts are combined, so that the
 * sizes of the parts always add up to the size of the block.
 * @param key key of the block
 * @param around place at which a reader finds details if the block has no place of its own
 */
export function folded(
  block: Block,
  key: string,
  limit = MAX_SHOWN,
  maxParts = MAX_PARTS,
  around = NOWHERE,
): ShownBlock {
  const root = open(block, key);
  let room = limit - 1;
  const waiting = [root];
  while (waiting.length > 0) {
    const next = waiting.pop() as Opening;
    const { children } = next.block;
    if (children.length === 0) continue;
    const parts = Math.min(children.length, maxParts, room);
    if (parts < Math.min(children.length, LEAST_ROOM)) continue;
    const order = bySize(children);
    const shown = parts === children.length ? parts : parts - 1;
    next.parts = order.slice(0, shown).map((at) => open(children[at] as Block, joined(next.key, String(at))));
    if (shown < children.length) {
      next.parts.push(open(othersOf(next.block, shown), joined(next.key, `${shown}+`)));
    }
    room -= next.parts.length;
    for (const part of next.parts) insert(waiting, part);
  }
  return closed(root, around);
}

/**
 * Returns the block with a key, searched from a root; undefined if the block does not exist. The empty key
 * stands for the root.
 */
export function blockAt(root: Block, key: string): Block | undefined {
  let at: Block | undefined = root;
  for (const step of key === '' ? [] : key.split('.')) {
    const match = /^(\d{1,9})(\+?)$/.exec(step);
    if (match === null || at === undefined) return undefined;
    const index = Number(match[1]);
    if (match[2] === '') at = at.children[index];
    else at = index > 0 && index < at.children.length ? othersOf(at, index) : undefined;
  }
  return at;
}

export function joined(key: string, step: string): string {
  return key === '' ? step : `${key}.${step}`;
}

/** Combines the smaller parts of a block, from index `from` on, into one block. */
function othersOf(block: Block, from: number): Block {
  const { children } = block;
  const parts = bySize(children)
    .slice(from)
    .map((at) => children[at] as Block);
  return {
    name: `${parts.length} others`,
    class: (parts[0] as Block).class,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    count: parts.length,
    children: parts,
  };
}

function bySize(blocks: readonly Block[]): number[] {
  return [...blocks.keys()].sort((a, b) => (blocks[b] as Block).bytes - (blocks[a] as Block).bytes || a - b);
}

interface Opening {
  readonly block: Block;
  readonly key: string;
  parts: Opening[];
}

function open(block: Block, key: string): Opening {
  return { block, key, parts: [] };
}

/** Inserts a part into a sorted list, the largest last. */
function insert(waiting: Opening[], part: Opening): void {
  if (part.block.children.length === 0) return;
  let low = 0;
  let high = waiting.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((waiting[middle] as Opening).block.bytes < part.block.bytes) low = middle + 1;
    else high = middle;
  }
  waiting.splice(low, 0, part);
}

function closed({ block, key, parts }: Opening, around: Around): ShownBlock {
  const { name, bytes, count, path, offset, children } = block;
  const inside = aroundIn(block, key, around);
  return {
    name,
    class: block.class,
    bytes,
    count: count ?? null,
    key,
    path: path ?? null,
    offset: offset ?? null,
    context: contextOf(block, around),
    around,
    isFolded: parts.length === 0 && children.length > 0,
    children: parts.map((part) => closed(part, inside)),
  };
}
