import { TYPE_STRING } from '../../base/schema/table.js';
import { BLOB, PACKED, SCALAR } from '../../read/outline/entries.js';
import type { Reading } from '../../read/outline/reading.js';
import { GROUP_CELL, UNREADABLE } from '../../read/outline/records.js';
import type { Found } from './found.js';
import type { Listing } from './listing.js';
import type { OpenRecords } from './merged-counts.js';
import type { ByteClass, ByteMeanings, MeaningRun, PartKind } from './part.js';
import type { PartTree } from './part-tree.js';

const MAX_STRETCH = 64 * 1024;
/** Number of children that are read at once. */
const PAGE = 4096;

/** Returns bytes of the file from `offset` on, up to the end of the file, with their kinds and parts. */
export function* stretchOf(tree: PartTree, offset: number, length: number): Reading<ByteMeanings> {
  const from = Math.max(0, Math.min(Math.floor(offset), tree.file.size));
  const to = Math.min(tree.file.size, from + Math.max(0, Math.min(length, MAX_STRETCH)));
  const painter = new Painter(tree, from, to);
  const open: OpenRecords[] = [];
  yield* painter.inside(tree.parts.file, open);
  const bytes = yield* tree.file.copy(from, to - from);
  return { offset: from, bytes, runs: painter.runs };
}

/** Assigns kinds and parts to consecutive bytes. */
class Painter {
  readonly runs: MeaningRun[] = [];
  #at: number;

  constructor(
    private readonly tree: PartTree,
    from: number,
    private readonly to: number,
  ) {
    this.#at = from;
  }

  /** Assigns kinds to the content of a part, within the stretch. */
  *inside(found: Found, open: readonly OpenRecords[]): Reading<void> {
    const { part } = found;
    const end = Math.min(part.valueOffset + part.valueLength, this.to);
    if (this.#at >= end) return;
    const around = [...open];
    const listing = yield* this.tree.inside(found, around);
    const first = listing === undefined ? undefined : yield* listing.at(this.#at);
    if (listing === undefined || first === undefined) return this.#paint(end, 'unreadable', found);
    yield* this.#child(first, around);
    for (let index = first.index + 1; this.#at < end; ) {
      const some = yield* this.#page(listing, index);
      if (some.length === 0) break;
      for (const child of some) {
        if (this.#at >= end) break;
        yield* this.#child(child, around);
      }
      index += some.length;
      yield undefined;
    }
  }

  *#page(listing: Listing, index: number): Reading<readonly Found[]> {
    while (listing.count <= index && !listing.isComplete) yield* listing.grow();
    return yield* listing.page(index, Math.min(index + PAGE, listing.count), this.to);
  }

  *#child(found: Found, open: readonly OpenRecords[]): Reading<void> {
    const { part, kind, field, tagLength } = found;
    const end = part.offset + part.length;
    const valueEnd = part.valueOffset + part.valueLength;
    if (kind < 0) return yield* this.#section(found, open);
    if (kind === UNREADABLE) return this.#paint(end, 'unreadable', found);
    if (part.kind === 'element') return this.#paint(end, 'packed', found);
    const isKnown = field !== undefined;
    this.#paint(part.offset + tagLength, isKnown ? 'tag' : 'unknown', found);
    this.#paint(part.valueOffset, isKnown ? 'length' : 'unknown', found);
    if (part.hasChildren) yield* this.inside(found, open);
    if (kind === SCALAR) this.#paint(valueEnd, isKnown ? 'number' : 'unknown', found);
    else if (kind === PACKED) this.#paint(valueEnd, 'packed', found);
    else if (kind === BLOB) {
      this.#paint(valueEnd, !isKnown ? 'unknown' : field.type === TYPE_STRING ? 'text' : 'blob', found);
    }
    // The remaining bytes are the tag that ends the group.
    if (kind === GROUP_CELL) this.#paint(end, 'unknown', found);
  }

  *#section(found: Found, open: readonly OpenRecords[]): Reading<void> {
    const { part } = found;
    const end = part.offset + part.length;
    if (part.hasChildren) yield* this.inside(found, open);
    this.#paint(end, part.label === 'padding' ? 'padding' : (SECTIONS[part.kind] ?? 'unreadable'), found);
  }

  /** Assigns a kind and a part to all bytes from the current position up to `end`. */
  #paint(end: number, kind: ByteClass, { part }: Found): void {
    const offset = this.#at;
    const length = Math.min(end, this.to) - offset;
    if (length <= 0) return;
    this.#at += length;
    const last = this.runs.at(-1);
    if (last !== undefined && last.class === kind && last.part === part.offset && last.path === part.path) {
      this.runs[this.runs.length - 1] = { ...last, length: last.length + length };
    } else this.runs.push({ offset, length, class: kind, path: part.path, part: part.offset });
  }
}

const SECTIONS: Readonly<Partial<Record<PartKind, ByteClass>>> = {
  header: 'header',
  'header-field': 'header',
  section: 'section',
};
