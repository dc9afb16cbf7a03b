import type { FramingMode } from '../../base/container/detect.js';
import type { Source } from '../../base/source/source.js';
import { completed, type PaceOptions, type Reading } from '../../read/outline/reading.js';
import { type Detail, detailOf } from './detail.js';
import type { Found } from './found.js';
import type { ByteMeanings, Children, Part } from './part.js';
import { PartTree } from './part-tree.js';
import { findPath } from './path-search.js';
import type { PointerList, Pointers } from './pointer-list.js';
import type { SearchOptions, SearchQuery, SearchResult } from './search.js';
import { stretchOf } from './stretch.js';
import { describePart } from './summary.js';

/** Options for inspecting a file. */
export interface InspectOptions {
  /** Says that the file is a bare message or has a header; detected by default. */
  readonly framing?: FramingMode;
}

/** The chain of parts from the file to a part. */
export interface PartChain {
  /** The parts; the first is the file. */
  readonly parts: readonly Part[];
  /** Index of each part among its siblings; 0 for the file. */
  readonly indices: readonly number[];
}

/** Maximum number of children in one response. */
const MAX_PAGE = 1000;
/** Maximum number of bytes of a value in one response. */
const MAX_BYTES = 256 << 20;
/** Time in milliseconds to read a list before the children that are known are returned. */
const LIST_MS = 40;

/**
 * The structure of a file, for programs that display it: the parts, their positions, and their values. For
 * files of any size, only the displayed parts and their ancestors are read. Faults of the content never
 * throw.
 *
 * Long requests let other work run from time to time, and a signal can abort them.
 */
export class Inspector {
  /** The file, as the outermost part. */
  readonly root: Part;
  #pointers: Promise<PointerList> | undefined;

  private constructor(private readonly tree: PartTree) {
    this.root = tree.parts.file.part;
  }

  /** @throws ProtomdlError from the source; `source-not-seekable` for a stream */
  static async open(source: Source, options: InspectOptions = {}): Promise<Inspector> {
    return new Inspector(await PartTree.open(source, options.framing));
  }

  /** Container version that a framed file declares; null for a bare file. */
  get version(): number | null {
    return this.tree.detection.version;
  }

  /**
   * Returns the children [from, to) of a part, at most 1000. The result may lack children that have not been
   * read yet.
   * @param part a part that this inspector has returned, or a copy of it
   */
  children(part: Part, from: number, to: number, options: PaceOptions = {}): Promise<Children> {
    return completed(this.#children(part, Math.max(0, from), Math.min(to, from + MAX_PAGE)), options);
  }

  /** Returns the parts from the file to the innermost one with the byte. */
  at(offset: number, options: PaceOptions = {}): Promise<PartChain> {
    return completed(this.#chainOf(this.tree.chain(offset)), options);
  }

  /**
   * Returns the parts from the file to the part at a path, as far as the path exists. If several parts have
   * this path, returns the first one.
   * @throws ProtomdlError `selector-invalid`
   */
  find(path: string, options: PaceOptions = {}): Promise<PartChain> {
    return completed(this.#chainOf(findPath(this.tree, path)), options);
  }

  /** Returns up to 64 KiB of the file, with the kind and the part of each byte. */
  stretch(offset: number, length: number, options: PaceOptions = {}): Promise<ByteMeanings> {
    return completed(stretchOf(this.tree, offset, length), options);
  }

  /** Returns the details of a part, which may be a copy. */
  detail(part: Part, options: PaceOptions = {}): Promise<Detail> {
    return completed(this.#detail(part), options);
  }

  /**
   * Returns the bytes of a part's value as a copy.
   * @param limit maximum number of bytes; at most 256 MiB
   */
  bytes(part: Part, limit = MAX_BYTES, options: PaceOptions = {}): Promise<Uint8Array> {
    const { valueOffset, valueLength } = part;
    const length = Math.max(0, Math.min(valueLength, limit, MAX_BYTES));
    return completed(this.tree.file.copy(valueOffset, length), options);
  }

  /** Returns the pointers to a byte after the message. The first call reads the whole message. */
  async pointers(offset: number, options: PaceOptions = {}): Promise<Pointers> {
    // The code of the list is loaded on request, because few files need it.
    this.#pointers ??= import('./pointer-list.js').then(({ PointerList }) => new PointerList(this.tree));
    return completed((await this.#pointers).at(offset), options);
  }

  /** Searches parts by name or value, in file order. */
  async search(query: SearchQuery, options: SearchOptions = {}): Promise<SearchResult> {
    const { Search } = await import('./search.js');
    return completed(new Search(this.tree, query, options).run(), options);
  }

  *#detail(part: Part): Reading<Detail> {
    return yield* detailOf(this.tree, yield* this.tree.locate(part));
  }

  *#children(part: Part, from: number, to: number): Reading<Children> {
    const listing = yield* this.tree.listing(part);
    if (listing === undefined) return { parts: [], count: 0, isComplete: true };
    const until = performance.now() + LIST_MS;
    while (!listing.isComplete) {
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
    return yield* describePart(this.tree, found);
  }
}
