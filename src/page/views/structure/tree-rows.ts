import type { PartChain } from '../../../show/inspect/inspector.js';
import type { Children, Part } from '../../../show/inspect/part.js';
import { KeptPages } from './byte-pages.js';
import { type Branch, TreeShape, type TreeSpot } from './tree-shape.js';

/** Number of children in one request; a high window shows some 60 rows. */
const PAGE = 64;
/** Maximum number of pages to keep, which take some MB for parts with long names. */
const MAX_PAGES = 200;

export interface Lister {
  children(part: Part, from: number, to: number): Promise<Children>;
}

export interface SeenRows {
  readonly first: number;
  readonly end: number;
}

interface Page {
  readonly parts: readonly Part[];
  /** True if the part has no further children. */
  readonly isComplete: boolean;
  readonly count: number;
}

/** Rows of a file's tree. Parts in visible rows are requested when they become visible. */
export class TreeRows {
  readonly shape: TreeShape<Part>;
  readonly #pages = new KeptPages<Page>(MAX_PAGES);
  /** Open parts that may have more children than are known. */
  readonly #growing = new Set<Branch<Part>>();
  #busy = false;
  #ended = false;

  /**
   * @param seen returns the visible rows
   * @param onChange called when a row has become known, or rows were added or removed
   * @param onError receives errors of the lister; an error ends all requests
   */
  constructor(
    readonly root: Part,
    private readonly lister: Lister,
    private readonly seen: () => SeenRows,
    private readonly onChange: () => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.shape = new TreeShape(root, 1);
  }

  get rows(): number {
    return this.shape.rows;
  }

  /** True while a list is still being read. */
  isGrowing(branch: Branch<Part>): boolean {
    return this.#growing.has(branch);
  }

  /** Returns the part in a row; undefined if not known yet. */
  part({ branch, index }: TreeSpot<Part>): Part | undefined {
    if (branch === this.shape.top) return this.root;
    const open = branch.opened(index);
    if (open !== undefined) return open.item;
    return this.#pages.get(keyOf(branch, index))?.parts[index % PAGE];
  }

  chain({ branch, index }: TreeSpot<Part>, part: Part): PartChain {
    const parts = [part];
    const indices = [index];
    for (let at = branch; at.parent !== null; at = at.parent) {
      parts.unshift(at.item);
      indices.unshift(at.index);
    }
    return { parts, indices };
  }

  /** Opens a part, which shows its children. */
  open(spot: TreeSpot<Part>, part: Part): void {
    if (!part.hasChildren || spot.branch.opened(spot.index) !== undefined) return;
    this.#growing.add(this.shape.open(spot, part, 0));
    this.#changed();
  }

  close(spot: TreeSpot<Part>): void {
    this.shape.close(spot);
    for (const branch of this.#growing) if (!this.#isShown(branch)) this.#growing.delete(branch);
    this.#changed();
  }

  /**
   * Opens all parts that contain a part.
   * @returns the row of the part
   */
  reveal({ parts, indices }: PartChain): TreeSpot<Part> {
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

  /**
   * Requests the visible rows that are not known yet. Call this function after the visible rows have changed.
   */
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

  /** Returns the next request: first for visible rows, then for further children of open parts. */
  #wanted(): { branch: Branch<Part>; from: number; to: number } | undefined {
    const { first, end } = this.seen();
    for (let row = first; row < end; row++) {
      const spot = this.shape.at(row);
      if (spot === undefined) break;
      if (this.part(spot) !== undefined) continue;
      const from = spot.index - (spot.index % PAGE);
      const page = this.#pages.get(keyOf(spot.branch, from));
      // A complete list does not get further rows.
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

/** Returns the key of a page, which stays the same if its part is closed and opened again. */
function keyOf({ item }: Branch<Part>, index: number): string {
  return `${item.kind} ${item.valueOffset} ${Math.floor(index / PAGE)}`;
}
