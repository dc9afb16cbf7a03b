import { type FieldTable, TYPE_STRING, wireTypeOf } from '../../base/schema/table.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { ElementWalk } from '../../read/outline/elements.js';
import type { PaceOptions, Reading } from '../../read/outline/reading.js';
import type { Row } from '../../tools/objdump/row.js';
import { RowWalk } from '../../tools/objdump/rows.js';
import { ByteNeedle } from './byte-needle.js';
import { Needle } from './needle.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import { describePart } from './summary.js';

/** Subject of a search. */
export interface SearchQuery {
  /**
   * The term: a part of a name of a field or an enum value, or of a string, regardless of case; a number,
   * decimal or `0x…`; `#7` for an unknown field; the end of a path, such as `contexts[1].metadata`.
   */
  readonly text: string;
  /** Offset before which records are skipped, to continue an earlier search. */
  readonly from?: number;
  /**
   * What is searched: names of fields (`name`), values (`value`), or both (`any`, the default). `all` also
   * searches bytes without names and values: blobs, unknown fields, and everything outside of the message.
   * `bytes` searches pairs of hexadecimal digits in the whole file.
   */
  readonly kind?: 'name' | 'value' | 'any' | 'all' | 'bytes';
}

/** A part that was found, with the position of the match for a match in bytes. */
export interface SearchHit extends Part {
  /** Position of the match in the file; null for a match of a name or a value. */
  readonly match: {
    /** Absolute offset of the match. */
    readonly offset: number;
    /** Size of the match in bytes. */
    readonly length: number;
  } | null;
}

/** Options of a search. */
export interface SearchOptions extends PaceOptions {
  /** Maximum number of hits, at most 1000 (default: 1000). */
  readonly limit?: number;
  /** Called for each hit as soon as it is found. */
  readonly onHit?: (hit: SearchHit) => void;
  /** Called from time to time with the current offset in the file. */
  readonly onProgress?: (offset: number) => void;
}

/** Result of a search. */
export interface SearchResult {
  /** The hits in file order. */
  readonly hits: readonly SearchHit[];
  /** Offset at which the search can be continued; null at the end of the file. */
  readonly next: number | null;
}

const MAX_HITS = 1000;
/** Number of steps before other work may run. */
const TURN = 8192;
/** Number of bytes of a string that are searched at once. */
const STRETCH = 64 * 1024;

/** Searches a file for parts with a name or a value. Blobs are read only if the query requires it. */
export class Search {
  readonly #needle: Needle;
  readonly #from: number;
  readonly #limit: number;
  readonly #byName: boolean;
  readonly #byValue: boolean;
  readonly #number: number;
  /** Last step of the term without its index; undefined if the term is not a path. */
  readonly #lastStep: string | undefined;
  /** Index of the term's last step; undefined if the step has no index. */
  readonly #lastIndex: number | undefined;
  /** For each field that was compared: true if its name contains the term. */
  readonly #named = new Map<FieldTable, boolean>();
  readonly #hits: SearchHit[] = [];
  readonly #bytes: ByteNeedle | undefined;
  readonly #isBytesOnly: boolean;
  #next: number | null = null;

  constructor(
    private readonly tree: PartTree,
    { text, from = 0, kind = 'any' }: SearchQuery,
    private readonly options: SearchOptions,
  ) {
    this.#needle = new Needle(text, tree.schema);
    this.#from = from;
    this.#limit = Math.max(1, Math.min(options.limit ?? MAX_HITS, MAX_HITS));
    this.#isBytesOnly = kind === 'bytes';
    this.#byName = kind !== 'value' && kind !== 'bytes';
    this.#byValue = kind !== 'name' && kind !== 'bytes';
    if (kind === 'bytes') this.#bytes = ByteNeedle.ofHex(text);
    else if (kind === 'all') this.#bytes = ByteNeedle.ofText(text.trim());
    const isPath = this.#byName && /^(?=.*[.[])[a-z#][\w#.[\]]*$/.test(this.#needle.text);
    const [, lastStep, lastIndex] = (isPath && /([^.[\]]+)(?:\[(\d+)\])?$/.exec(this.#needle.text)) || [];
    this.#lastStep = lastStep;
    this.#lastIndex = lastIndex === undefined ? undefined : Number(lastIndex);
    this.#number = /^#\d{1,9}$/.test(this.#needle.text) ? Number(this.#needle.text.slice(1)) : 0;
  }

  *run(): Reading<SearchResult> {
    const { headerFields, message, sections } = this.tree.parts;
    if (this.#isBytesOnly) {
      yield* this.#inBytes(0, this.tree.file.size);
      return { hits: this.#hits, next: this.#next };
    }
    if (this.#needle.text !== '') {
      for (const { part } of headerFields) {
        const isHit =
          (this.#byName && this.#needle.isIn(part.label)) ||
          (this.#byValue && part.summary.toLowerCase().split(' ').includes(this.#needle.text));
        if (isHit) yield* this.#hit(part.offset);
      }
      if (message !== undefined) yield* this.#records(message.valueOffset, message.valueLength);
      for (const { part } of sections) {
        if (part.kind === 'section') yield* this.#inBytes(part.offset, part.offset + part.length);
      }
    }
    return { hits: this.#hits, next: this.#next };
  }

  *#records(from: number, length: number): Reading<void> {
    const { schema, file } = this.tree;
    const enters = (row: Row): boolean => valueOffsetOf(row) + row.claimed > this.#from;
    const walk = new RowWalk(file, from, from + length, { schema, type: 0, enters, checks: false });
    const { row } = walk;
    let rows = 0;
    for (let step = walk.step(); step !== false && this.#next === null; step = walk.step()) {
      if (step === undefined) {
        yield* walk.supply();
        continue;
      }
      if (++rows % TURN === 0) {
        this.options.onProgress?.(row.offset);
        yield undefined;
      }
      const isHit = this.#isHit(row) ?? (yield* this.#isInText(row));
      if (isHit) yield* this.#hit(row.offset);
      const { field } = row;
      // The bytes of messages are not searched, because their records are searched.
      if (row.wireType !== WIRE_LEN || row.kind !== 'record' || (field?.message ?? -1) >= 0) continue;
      if (field !== undefined && wireTypeOf(field.type) !== WIRE_LEN) {
        if (!isHit && this.#byValue) yield* this.#elements(row, field);
      } else if (this.#bytes !== undefined && field?.type !== TYPE_STRING) {
        yield* this.#inBytes(valueOffsetOf(row), endOf(row));
      }
    }
  }

  /** True if the name or value of a record matches; undefined if its text has to be read in stretches. */
  #isHit(row: Row): boolean | undefined {
    const { kind, field, number } = row;
    if (kind === 'broken' || kind === 'group-end') return false;
    if (this.#isPath(row)) return true;
    if (this.#byName && (field === undefined ? this.#number === number : this.#isNamed(field))) return true;
    if (!this.#byValue) return false;
    if (field?.type !== TYPE_STRING) return this.#isNumber(row);
    const at = valueOffsetOf(row);
    const length = endOf(row) - at;
    const held = length > STRETCH ? undefined : this.tree.file.held(at, length);
    return held && this.#needle.isIn(decodeUtf8(held.bytes, at - held.base, at - held.base + length));
  }

  #isNamed(field: FieldTable): boolean {
    let is = this.#named.get(field);
    if (is === undefined) {
      is = this.#needle.isIn(field.name);
      this.#named.set(field, is);
    }
    return is;
  }

  /** Searches a range of the file for the byte sequence. */
  *#inBytes(from: number, end: number): Reading<void> {
    const needle = this.#bytes;
    if (needle === undefined || this.#next !== null) return;
    const begin = Math.max(from, this.#from);
    const found = (offset: number): Reading<boolean> => this.#byteHit({ offset, length: needle.length });
    yield* needle.through(this.tree.file, begin, end, found, (at) => this.options.onProgress?.(at));
  }

  *#byteHit(match: { readonly offset: number; readonly length: number }): Reading<boolean> {
    yield* this.#hit(match.offset, match);
    return this.#next === null;
  }

  /** True if the path of a record ends with the term. */
  #isPath(row: Row): boolean {
    const { field, number, index } = row;
    if ((field === undefined ? `#${number}` : field.name) !== this.#lastStep) return false;
    if (field?.repeated === true && index !== (this.#lastIndex ?? index)) return false;
    const path = row.path().toLowerCase();
    return path === this.#needle.text || path.endsWith(`.${this.#needle.text}`);
  }

  #isNumber({ kind, field, wireType, lo, hi }: Row): boolean {
    if (kind !== 'record' || wireType === WIRE_LEN) return false;
    return field === undefined ? this.#needle.isBits(wireType, lo, hi) : this.#needle.isNumber(field, lo, hi);
  }

  *#elements(row: Row, field: FieldTable): Reading<void> {
    const place = { offset: valueOffsetOf(row), ordinal: 0 };
    const walk = new ElementWalk(this.tree.file, endOf(row), field.type, place);
    while (this.#next === null) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped || walk.problem !== null) break;
      if (walk.ordinal % TURN === TURN - 1) yield undefined;
      if (this.#needle.isNumber(field, walk.lo, walk.hi)) yield* this.#hit(walk.offset);
    }
  }

  /** True if a string, which may be large, contains the term. */
  *#isInText(row: Row): Reading<boolean> {
    const { file } = this.tree;
    const end = endOf(row);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let tail = '';
    for (let at = valueOffsetOf(row); at < end; ) {
      const { bytes, base } = yield* file.load(at, Math.min(STRETCH, end - at));
      const stop = Math.min(end - base, bytes.length);
      const text = tail + decoder.decode(bytes.subarray(at - base, stop), { stream: true });
      if (this.#needle.isIn(text)) return true;
      tail = text.slice(-this.#needle.text.length);
      at = base + stop;
      if (at >= end) break;
      this.options.onProgress?.(at);
      yield undefined;
    }
    return false;
  }

  *#hit(offset: number, match: SearchHit['match'] = null): Reading<void> {
    if (offset < this.#from || this.#next !== null) return;
    if (this.#hits.length >= this.#limit) {
      this.#next = offset;
      return;
    }
    const found = (yield* this.tree.chain(offset)).at(-1);
    if (found === undefined) return;
    const hit = { ...(yield* describePart(this.tree, found)), match };
    this.#hits.push(hit);
    this.options.onHit?.(hit);
  }
}

function valueOffsetOf({ offset, headLength }: Row): number {
  return offset + headLength;
}

function endOf({ offset, length }: Row): number {
  return offset + length;
}
