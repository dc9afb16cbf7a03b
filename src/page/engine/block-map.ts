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

/** Layout of the file's bytes, seen from one of its blocks. */
export interface BlockView {
  readonly block: ShownBlock;
  /** Surrounding blocks, the file first. */
  readonly trail: readonly { readonly key: string; readonly name: string }[];
  /** Size of the file in bytes. */
  readonly whole: number;
  /** For a context: key of its other division, by operation or by kind. */
  readonly other: { readonly key: string; readonly by: 'operations' | 'kinds' } | null;
}

/** Limit on contexts whose operations are kept. */
const MAX_REMEMBERED = 3;

/** Blocks of a file, and the operations of contexts that a reader opens. */
export class BlockMap {
  readonly #divided = new Map<string, Promise<Block | undefined>>();

  /** @param divide returns the context at a path, divided by operation */
  constructor(
    private readonly root: Block,
    private readonly divide: (path: string) => Promise<Block | undefined>,
  ) {}

  /**
   * Block with the given key. A key that leads nowhere, such as a key from another file, is followed as far
   * as it is valid.
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

/** Layout of the file's bytes from quickly available data: the contexts, and everything else. */
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
