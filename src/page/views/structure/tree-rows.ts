import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Children, Part } from '../../../show/inspect/part.js';
import { KeptPages } from './kept-pages.js';
import { type Branch, type Spot, TreeShape } from './tree-shape.js';

/** Children that are asked for at once: a tall window shows some 60 rows. */
const PAGE = 64;
/** Pages that are kept: of parts with long names some MB. */
const MAX_PAGES = 200;

/** Says what is in a part. */
export interface Lister {
  children(part: Part, from: number, to: number): Promise<Children>;
}

/** Rows that are seen. */
export interface Seen {
  readonly first: number;
  readonly end: number;
}

interface Page {
  readonly parts: readonly Part[];
  /** Whether no more children than those known then are to come. */
  readonly isComplete: boolean;
  readonly count: number;
}

/** The tree of a file: what is open, and the parts in the rows that are seen, which are asked for when they are. */
export class TreeRows {
  readonly shape: TreeShape<Part>;
  readonly #pages = new KeptPages<Page>(MAX_PAGES);
  /** Open parts of which more children may come to be known. */
  readonly #growing = new Set<Branch<Part>>();
  #busy = false;
  #ended = false;

  /**
   * @param seen which rows are wanted
   * @param onChange called when a row has come to be known, or rows have come or gone
   * @param onError receives what the lister throws; asking ends with it
   */
  constructor(
    readonly root: Part,
    private readonly lister: Lister,
    private readonly seen: () => Seen,
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.shape = new TreeShape(root, 1);
  }

  get rows(): number {
    return this.shape.rows;
  }

  /** Whether a list is still being gone through. */
  isGrowing(branch: Branch<Part>): boolean {
    return this.#growing.has(branch);
  }

  /** The part in a row's place, where it is known already. */
  part({ branch, index }: Spot<Part>): Part | undefined {
    if (branch === this.shape.top) return this.root;
    const open = branch.opened(index);
    if (open !== undefined) return open.item;
    return this.#pages.get(keyOf(branch, index))?.parts[index % PAGE];
  }

  /** From the file to a part whose row is known. */
  chain({ branch, index }: Spot<Part>, part: Part): PartChain {
    const parts = [part];
    const indices = [index];
    for (let at = branch; at.parent !== null; at = at.parent) {
      parts.unshift(at.item);
      indices.unshift(at.index);
    }
    return { parts, indices };
  }

  /** Shows what is in a part. */
  open(spot: Spot<Part>, part: Part): void {
    if (!part.hasChildren || spot.branch.opened(spot.index) !== undefined) return;
    this.#growing.add(this.shape.open(spot, part, 0));
    this.#changed();
  }

  close(spot: Spot<Part>): void {
    this.shape.close(spot);
    for (const branch of this.#growing) if (!this.#isShown(branch)) this.#growing.delete(branch);
    this.#changed();
  }

  /** Opens all that a part is in. @returns where it is */
  reveal({ parts, indices }: PartChain): Spot<Part> {
    let branch = this.shape.top;
    let spot = { branch, index: 0 };
    parts.forEach((part, depth) => {
      const index = depth === 0 ? 0 : (indices[depth] as number);
      spot = { branch, index };
      this.shape.extend(branch, index + 1);
      if (depth === parts.length - 1) return;
      const isNew = branch.opened(index) === undefined;
      branch = this.shape.open(spot, part, 0);
      if (isNew) this.#growing.add(branch);
    });
    this.#changed();
    return spot;
  }

  /** Asks for what is seen and not known. To be called when other rows are. */
  fill(): void {
    if (!this.#busy && !this.#ended) void this.#ask();
  }

  end(): void {
    this.#ended = true;
  }

  async #ask(): Promise<void> {
    this.#busy = true;
    try {
      for (let wanted = this.#wanted(); wanted !== undefined; wanted = this.#wanted()) {
        const { branch, from, to } = wanted;
        const answer = await this.lister.children(branch.item, from, to);
        if (this.#ended) return;
        this.#take(branch, from, to, answer);
        this.onChange();
      }
    } catch (error) {
      this.#ended = true;
      this.onError(error);
    } finally {
      this.#busy = false;
    }
  }

  #take(branch: Branch<Part>, from: number, to: number, { parts, count, isComplete }: Children): void {
    if (to > from) this.#pages.set(keyOf(branch, from), { parts, isComplete, count });
    if (this.#isShown(branch)) this.shape.extend(branch, count);
    if (isComplete) this.#growing.delete(branch);
  }

  /** The next question: first what is seen, then how long lists are. */
  #wanted(): { branch: Branch<Part>; from: number; to: number } | undefined {
    const { first, end } = this.seen();
    for (let row = first; row < end; row++) {
      const spot = this.shape.at(row);
      if (spot === undefined) break;
      if (this.part(spot) !== undefined) continue;
      const from = spot.index - (spot.index % PAGE);
      const page = this.#pages.get(keyOf(spot.branch, from));
      // What is not there when the list is known to its end will not be there later.
      if (page?.isComplete === true) continue;
      return { branch: spot.branch, from, to: from + PAGE };
    }
    for (const branch of this.#growing) {
      return { branch, from: branch.count, to: branch.count === 0 ? PAGE : branch.count };
    }
    return undefined;
  }

  #isShown(branch: Branch<Part>): boolean {
    for (let at = branch; at.parent !== null; at = at.parent) {
      if (at.parent.opened(at.index) !== at) return false;
    }
    return true;
  }

  #changed(): void {
    this.onChange();
    this.fill();
  }
}

/** A page stays the same when its part is closed and opened again. */
function keyOf({ item }: Branch<Part>, index: number): string {
  return `${item.kind} ${item.valueOffset} ${Math.floor(index / PAGE)}`;
}
