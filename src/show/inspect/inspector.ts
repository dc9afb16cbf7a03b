import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { type Detail, detailOf } from './detail.js';
import type { Found } from './found.js';
import type { Children, Part, Stretch } from './part.js';
import { PartTree } from './part-tree.js';
import { findPath } from './path-search.js';
import type { PointerList, Pointers } from './pointer-list.js';
import { completed, type PaceOptions, type Reading } from './reading.js';
import { Search, type SearchOptions, type SearchQuery, type SearchResult } from './search.js';
import { stretchOf } from './stretch.js';
import { describe } from './summary.js';

/** How a file is taken apart. */
export interface InspectOptions {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
}

/** From the file to a part. */
export interface PartChain {
  /** The file first. */
  readonly parts: readonly Part[];
  /** The place of each among the children of the one before it; 0 for the file. */
  readonly indices: readonly number[];
}

/** Children in one answer. */
const MAX_PAGE = 1000;
/** Bytes of a value that are handed over. */
const MAX_BYTES = 256 << 20;
/** A list is gone through for so long before what is known so far is returned. */
const LIST_MS = 40;

/**
 * A file for programs that show it: what is in what, where, and what it says. Reads what is looked at and what is on the
 * way there, whatever the size of the file; whatever is in it, nothing is thrown for that.
 *
 * Work that may take long lets others have a turn, and ends with a signal.
 */
export class Inspector {
  /** The file. */
  readonly root: Part;
  #pointers: Promise<PointerList> | undefined;

  private constructor(private readonly tree: PartTree) {
    this.root = tree.parts.file.part;
  }

  /**
   * @throws ProtomdlError what the source throws; `source-not-seekable` where it is a stream
   */
  static async open(source: Source, options: InspectOptions = {}): Promise<Inspector> {
    return new Inspector(await PartTree.open(source, options.framing));
  }

  /** Container version of a framed file, as declared; null for a bare one. */
  get version(): number | null {
    return this.tree.detection.version;
  }

  /**
   * Children [from, to) of a part, at most 1000, as far as they are known by now.
   * @param part may be a copy
   */
  children(part: Part, from: number, to: number, options: PaceOptions = {}): Promise<Children> {
    return completed(this.#children(part, Math.max(0, from), Math.min(to, from + MAX_PAGE)), options);
  }

  /** From the file to the innermost part that has the byte. */
  at(offset: number, options: PaceOptions = {}): Promise<PartChain> {
    return completed(this.#chainOf(this.tree.chain(offset)), options);
  }

  /**
   * From the file to the part that a path stands for, as far as it is there: the first, where several have the path.
   * @throws ProtomdlError `selector-invalid`
   */
  find(path: string, options: PaceOptions = {}): Promise<PartChain> {
    return completed(this.#chainOf(findPath(this.tree, path)), options);
  }

  /** Bytes of the file, at most 64 KiB, and what they are. */
  stretch(offset: number, length: number, options: PaceOptions = {}): Promise<Stretch> {
    return completed(stretchOf(this.tree, offset, length), options);
  }

  /** All about a part, which may be a copy. */
  detail(part: Part, options: PaceOptions = {}): Promise<Detail> {
    return completed(this.#detail(part), options);
  }

  /**
   * The bytes of a part's value, to be kept.
   * @param limit most of them; at most 256 MiB
   */
  bytes(part: Part, limit = MAX_BYTES, options: PaceOptions = {}): Promise<Uint8Array> {
    const { valueOffset, valueLength } = part;
    const length = Math.max(0, Math.min(valueLength, limit, MAX_BYTES));
    return completed(this.tree.file.copy(valueOffset, length), options);
  }

  /** What points to a byte after the message. The first question of a file goes through all of its message. */
  async pointers(offset: number, options: PaceOptions = {}): Promise<Pointers> {
    // Few ask: a page does not load it with a file.
    this.#pointers ??= import('./pointer-list.js').then(({ PointerList }) => new PointerList(this.tree));
    return completed((await this.#pointers).at(offset), options);
  }

  /** Looks for parts by name or value, in file order. */
  search(query: SearchQuery, options: SearchOptions = {}): Promise<SearchResult> {
    return completed(new Search(this.tree, query, options).run(), options);
  }

  *#detail(part: Part): Reading<Detail> {
    return yield* detailOf(this.tree, yield* this.tree.locate(part));
  }

  *#children(part: Part, from: number, to: number): Reading<Children> {
    const listing = yield* this.tree.listing(part);
    if (listing === undefined) return { parts: [], count: 0, isComplete: true };
    const until = performance.now() + LIST_MS;
    while (!listing.isComplete && (listing.count < to || performance.now() < until)) {
      yield* listing.grow();
      if (performance.now() >= until) break;
    }
    const parts: Part[] = [];
    for (const found of yield* listing.page(from, Math.min(to, listing.count))) {
      parts.push(yield* this.#describe(found));
    }
    return { parts, count: listing.count, isComplete: listing.isComplete };
  }

  *#chainOf(chain: Reading<readonly Found[]>): Reading<PartChain> {
    const parts: Part[] = [];
    const indices: number[] = [];
    for (const found of yield* chain) {
      parts.push(yield* this.#describe(found));
      indices.push(found.index);
    }
    return { parts, indices };
  }

  *#describe(found: Found): Reading<Part> {
    return yield* describe(this.tree, found);
  }
}
