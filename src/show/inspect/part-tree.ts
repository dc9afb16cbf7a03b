import type { Detection, FramingMode } from '../../base/container/detect.js';
import { openContainer } from '../../base/container/open.js';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { entriesOf, MESSAGE_ENTRY, PACKED } from '../../read/outline/entries.js';
import { FileBytes } from '../../read/outline/file-bytes.js';
import type { Reading } from '../../read/outline/reading.js';
import type { Found } from './found.js';
import { ElementListing, FixedListing, type Listing, RecordListing } from './listing.js';
import { mergedCounts, type OpenRecords } from './merged-counts.js';
import type { Part } from './part.js';
import { type FileSections, filePartsOf } from './sections.js';

/** Maximum memory in bytes for lists of children; the most recently used lists are kept. */
const MAX_COST = 16 << 20;
const MAX_LISTS = 1000;
/** Fixed memory of a list in bytes. */
const LIST_COST = 1000;

/** The chain of parts from the file to a part, each with its index among its siblings. */
export type Chain = readonly Found[];

/** The parts of a file as a tree. Only the requested parts are read. */
export class PartTree {
  readonly parts: FileSections;
  readonly #fixed = new Map<Part['kind'], Listing>();
  /**
   * Lists of children by the offset of the part's value, the least recently used first. The offset is unique,
   * because nonempty values begin at different offsets.
   */
  readonly #lists = new Map<number, Listing>();
  #cost = 0;

  private constructor(
    readonly file: FileBytes,
    readonly detection: Detection,
    readonly schema: SchemaTables,
  ) {
    const root = schema.messages[0] as MessageTable;
    this.parts = filePartsOf(detection, file.size, root.typeName);
    const { sections, headerFields, message } = this.parts;
    if (detection.framing === 'framed') {
      this.#fixed.set('file', new FixedListing(sections));
      this.#fixed.set('header', new FixedListing(headerFields));
    }
    if (message !== undefined) {
      const { valueOffset: from, valueLength } = message;
      const fields = entriesOf(schema).messages[0];
      const range = { from, end: from + valueLength, fields, depth: 1, path: '' };
      this.#fixed.set(message.kind, new RecordListing(file, range, schema));
    }
  }

  /** @throws ProtomdlError from the source; `source-not-seekable` if it has no random access */
  static async open(source: Source, framing: FramingMode = 'auto', schema = MDL): Promise<PartTree> {
    if (!source.randomAccess || source.size === undefined) {
      throw new ProtomdlError('source-not-seekable', 'a stream cannot be inspected: it only goes forward', 0);
    }
    const { detection } = await openContainer(source, framing);
    return new PartTree(new FileBytes(source), detection, schema);
  }

  /** Returns the children of a part, which may be a copy; undefined for a part without children. */
  *listing(part: Part): Reading<Listing | undefined> {
    if (!part.hasChildren) return undefined;
    const known = this.#fixed.get(part.kind) ?? this.#recall(part.valueOffset);
    if (known !== undefined) return known;
    // The list is no longer in the cache: following the ancestors of the part adds it again.
    for (const { part: other, index } of yield* this.chain(part.valueOffset)) {
      if (other.valueOffset === part.valueOffset && other.kind === part.kind && index >= 0) {
        return this.#recall(part.valueOffset);
      }
    }
    return undefined;
  }

  /** Returns the parts from the file to the innermost part that contains a byte; at least the file. */
  *chain(offset: number): Reading<Found[]> {
    const chain: Found[] = [this.parts.file];
    const open: OpenRecords[] = [];
    for (let last: Found = this.parts.file; ; ) {
      const { part } = last;
      if (offset < part.valueOffset || offset >= part.valueOffset + part.valueLength) return chain;
      const listing = yield* this.inside(last, open);
      const next = listing === undefined ? undefined : yield* listing.at(offset);
      if (next === undefined) return chain;
      chain.push(next);
      last = next;
    }
  }

  /**
   * Returns the parts from the file to a part, which may be a copy. If the part does not exist, the last part
   * is the innermost part at its offset.
   */
  *locate(part: Part): Reading<Chain> {
    const isIt = (found: Found): boolean =>
      found.part.kind === part.kind &&
      found.part.offset === part.offset &&
      found.part.valueOffset === part.valueOffset;
    const section = this.parts.sections.find((found) => part.length === 0 && isIt(found));
    if (section !== undefined) return [this.parts.file, section];
    const chain = yield* this.chain(part.offset);
    const last = chain.findIndex(isIt);
    return last < 0 ? chain : chain.slice(0, last + 1);
  }

  /**
   * Returns the children of a found part, and adds it to `open`.
   * @param open the enclosing messages and groups, outermost first
   */
  *inside(found: Found, open: OpenRecords[]): Reading<Listing | undefined> {
    const { part } = found;
    if (!part.hasChildren) return undefined;
    const listing =
      this.#fixed.get(part.kind) ?? this.#recall(part.valueOffset) ?? (yield* this.#open(found, open));
    if (listing instanceof RecordListing) open.push({ list: listing, around: found });
    return listing;
  }

  *#open(found: Found, open: readonly OpenRecords[]): Reading<Listing> {
    const { part, field, kind } = found;
    const from = part.valueOffset;
    if (kind === PACKED && field !== undefined) {
      return this.#remember(from, new ElementListing(this.file, field.type, found));
    }
    const fields = kind === MESSAGE_ENTRY ? entriesOf(this.schema).messages[part.table] : undefined;
    const level = { end: from + part.valueLength, fields, depth: part.depth + 1 };
    const before = yield* mergedCounts(this.file, open, found, level);
    const range = { ...level, from, path: part.path, before };
    return this.#remember(from, new RecordListing(this.file, range, this.schema));
  }

  #recall(offset: number): Listing | undefined {
    const listing = this.#lists.get(offset);
    if (listing === undefined) return undefined;
    this.#lists.delete(offset);
    this.#lists.set(offset, listing);
    return listing;
  }

  #remember(offset: number, listing: Listing): Listing {
    this.#lists.set(offset, listing);
    this.#cost = 0;
    for (const { cost } of this.#lists.values()) this.#cost += cost + LIST_COST;
    for (const [oldest, { cost }] of this.#lists) {
      if ((this.#cost <= MAX_COST && this.#lists.size <= MAX_LISTS) || oldest === offset) break;
      this.#lists.delete(oldest);
      this.#cost -= cost + LIST_COST;
    }
    return listing;
  }
}
