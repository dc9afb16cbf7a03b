import type { Block } from '../../tools/stats/block.js';
import {
  aroundIn,
  blockAt,
  folded,
  isContext,
  joined,
  NOWHERE,
  OPERATIONS,
  type ShownBlock,
} from './folded.js';
import type { ContextChoice } from './pictures.js';

/** A block of the map, with its surrounding blocks. */
export interface BlockView {
  readonly block: ShownBlock;
  /** Surrounding blocks, beginning with the file. */
  readonly trail: readonly { readonly key: string; readonly name: string }[];
  /** Size of the file in bytes. */
  readonly whole: number;
  /**
   * For a context that is divided by kind: the key of the same context divided by operation, and vice versa;
   * null for other blocks.
   */
  readonly other: { readonly key: string; readonly by: 'operations' | 'kinds' } | null;
}

/** Maximum number of contexts whose operations are kept. */
const MAX_REMEMBERED = 3;

/** The blocks of a file. The operations of a context are read when a reader opens the context. */
export class BlockMap {
  readonly #divided = new Map<string, Promise<Block | undefined>>();

  /** @param divide returns the context at a path, divided by operation */
  constructor(
    private readonly root: Block,
    private readonly divide: (path: string) => Promise<Block | undefined>,
  ) {}

  /**
   * Returns the block with the given key. For an invalid key, such as a key from another file, returns the
   * block of the longest valid beginning.
   */
  async view(key: string): Promise<BlockView> {
    let block: Block = this.root;
    let at = '';
    let isDivided = false;
    let around = NOWHERE;
    const trail: { key: string; name: string }[] = [];
    for (const step of key === '' ? [] : key.split('.')) {
      const next = step === OPERATIONS ? await this.#operationsOf(block) : blockAt(block, step);
      if (next === undefined) break;
      isDivided = step === OPERATIONS;
      if (!isDivided) {
        trail.push({ key: at, name: block.name });
        around = aroundIn(block, at, around);
      }
      block = next;
      at = joined(at, step);
    }
    const other = isDivided
      ? ({ key: at.slice(0, -OPERATIONS.length - 1), by: 'kinds' } as const)
      : isContext(block)
        ? ({ key: joined(at, OPERATIONS), by: 'operations' } as const)
        : null;
    return { block: folded(block, at, undefined, undefined, around), trail, whole: this.root.bytes, other };
  }

  async #operationsOf(context: Block): Promise<Block | undefined> {
    const path = context.path ?? '';
    if (!isContext(context)) return undefined;
    let divided = this.#divided.get(path);
    if (divided === undefined) {
      divided = this.divide(path);
      // A request that failed may be repeated.
      divided.catch(() => this.#divided.delete(path));
      this.#divided.set(path, divided);
      for (const old of this.#divided.keys()) {
        if (this.#divided.size <= MAX_REMEMBERED) break;
        this.#divided.delete(old);
      }
    }
    return divided;
  }
}

/**
 * Returns the blocks of the file from data that are available quickly: a block for each context, and a block
 * for the rest of the file.
 */
export function outlineOf(choices: readonly ContextChoice[], size: number): Block {
  const contexts = choices.map(({ path, offset, bytes }): Block => {
    return { name: path, class: 'structure', bytes, path, offset, children: [] };
  });
  const left = size - contexts.reduce((sum, { bytes }) => sum + bytes, 0);
  // Overlapping records in a broken file can add up to more than the file's size.
  const rest: Block = { name: 'everything else', class: 'frame', bytes: Math.max(0, left), children: [] };
  const children = [...contexts, rest].filter(({ bytes }) => bytes > 0);
  return {
    name: 'file',
    class: 'structure',
    bytes: children.reduce((sum, { bytes }) => sum + bytes, 0),
    children,
  };
}
