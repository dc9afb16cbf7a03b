import { TYPE_STRING } from '../../base/schema/table.js';
import { letOthersIn } from '../../base/source/turns.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { ElementWalk } from '../../read/outline/elements.js';
import { PACKED } from '../../read/outline/entries.js';
import type { PaceOptions, Reading } from '../../read/outline/reading.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, MORE, UNKNOWN, VALUE } from '../../read/tape/step.js';
import { ByteNeedle } from './byte-needle.js';
import { Needle } from './needle.js';
import { Ordinals } from './ordinals.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import { describe } from './summary.js';

/** Subject of a search. */
export interface SearchQuery {
  /**
   * Part of a field's or enum value's name, or of a string, in upper or lower case; a number, decimal or
   * `0x…`; `#7` for an unknown field; the end of a path, such as `contexts[1].metadata`.
   */
  readonly text: string;
  /** Skips records before this offset, to continue an earlier search. */
  readonly from?: number;
  /**
   * Search in field names, in values, or in both (`any`, the default). `all`: both, and the text in bytes
   * without names and values of their own: blobs, unknown fields, and everything outside of the message.
   * `bytes`: pairs of hexadecimal digits, in the whole file.
   */
  readonly kind?: 'name' | 'value' | 'any' | 'all' | 'bytes';
}

/** A part that was found, with the position of the match if it is in the part's bytes. */
export interface SearchHit extends Part {
  /** Position of the match; null for a name or a value. */
  readonly match: {
    /** Absolute offset of the first byte. */
    readonly offset: number;
    /** Size in bytes. */
    readonly length: number;
  } | null;
}

/** Options of a search. */
export interface SearchOptions extends PaceOptions {
  /** Limit for the hits, at most 1000 (default: 1000). */
  readonly limit?: number;
  /** Called for every hit as it is found. */
  readonly onHit?: (hit: SearchHit) => void;
  /** Called from time to time with the current offset in the file. */
  readonly onProgress?: (offset: number) => void;
}

/** Result of a search. */
export interface SearchResult {
  /** In file order. */
  readonly hits: readonly SearchHit[];
  /** Offset for continuing the search; null at the end of the file. */
  readonly next: number | null;
}

const MAX_HITS = 1000;
/** Number of steps between pauses for other work. */
const TURN = 8192;
/** Longest uninterrupted time inside one string, in milliseconds. */
const SLICE_MS = 40;

/** Searches a file for parts with a name or a value. Blobs are read only on request. */
export class Search {
  readonly #needle: Needle;
  readonly #from: number;
  readonly #limit: number;
  readonly #byName: boolean;
  readonly #byValue: boolean;
  readonly #number: number;
  /** For the end of a path: its last step without the index; undefined if the text is not a path. */
  readonly #lastStep: string | undefined;
  /** Index of the last step; undefined if it has none. */
  readonly #lastIndex: number | undefined;
  readonly #ordinals = new Ordinals();
  readonly #hits: SearchHit[] = [];
  /** Bytes to search for; undefined for none. */
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
    const tape = new Tape(file.source, from, from + length, {
      schema,
      entersCut: true,
      wants: ({ field }) => this.#byValue && field.type === TYPE_STRING,
    });
    const names = new Map<string, boolean>();
    const isNamed = (name: string): boolean => {
      let is = names.get(name);
      if (is === undefined) {
        is = this.#needle.isIn(name);
        names.set(name, is);
      }
      return is;
    };
    let steps = 0;
    for (let step = tape.next(); step !== END && this.#next === null; step = tape.next()) {
      if (++steps % TURN === 0 || step === MORE) {
        if (step === MORE) {
          const waiting = tape.fill();
          if (waiting !== undefined) yield waiting;
        }
        this.options.onProgress?.(tape.position);
        yield undefined;
        if (step === MORE) continue;
      }
      const { entry, offset } = tape;
      const mayBePath = this.#lastStep !== undefined && this.#mayBePath(tape, step);
      if (step === ENTER && entry !== undefined && tape.valueOffset + tape.length <= this.#from) {
        tape.skip();
        continue;
      }
      const isRecord = step === ENTER || step === VALUE || step === BYTES || step === UNKNOWN;
      if (!isRecord) continue;
      const isHit =
        (mayBePath && (yield* this.#isPath(tape))) ||
        (this.#byName && (entry === undefined ? this.#isUnknown(tape.tag) : isNamed(entry.field.name))) ||
        (this.#byValue && (yield* this.#isValue(tape, step)));
      if (isHit) yield* this.#hit(offset);
      // Messages are not searched as bytes, because their records are searched.
      if (isBlob(tape, step)) yield* this.#inBytes(tape.valueOffset, tape.valueOffset + tape.length);
      else if (!isHit && this.#byValue && step === BYTES && entry?.kind === PACKED)
        yield* this.#elements(tape);
    }
  }

  /** Searches bytes in a stretch of the file. */
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

  /** True if a record may have the name and the index of the path's last step, judged by cheap checks. */
  #mayBePath(tape: Tape, step: number): boolean {
    if (step !== ENTER && step !== VALUE && step !== BYTES && step !== UNKNOWN) return false;
    const { entry, tag } = tape;
    const around = step === ENTER ? tape.depth - 1 : tape.depth;
    if (step === ENTER) this.#ordinals.enter(tape.depth, entry);
    const name = entry === undefined ? `#${tag >>> 3}` : entry.field.name;
    if (name !== this.#lastStep) return false;
    const ordinal = this.#ordinals.next(around, entry?.kind === PACKED);
    return ordinal === undefined || this.#lastIndex === undefined || ordinal === this.#lastIndex;
  }

  /** True if the path of a record ends with the text. Computing the path is slow. */
  *#isPath({ offset }: Tape): Reading<boolean> {
    const path = (yield* this.tree.chain(offset)).at(-1)?.part.path.toLowerCase() ?? '';
    return path === this.#needle.text || path.endsWith(`.${this.#needle.text}`);
  }

  #isUnknown(tag: number): boolean {
    return this.#number !== 0 && tag >>> 3 === this.#number;
  }

  *#isValue(tape: Tape, step: number): Reading<boolean> {
    const { entry, lo, hi, tag } = tape;
    if (step === VALUE && entry !== undefined) return this.#needle.isNumber(entry.field, lo, hi);
    if (step === UNKNOWN && (tag & 7) !== WIRE_LEN) return this.#needle.isBits(tag & 7, lo, hi);
    const isText = step === BYTES && entry?.field.type === TYPE_STRING;
    return isText && (yield* this.#isInText(tape));
  }

  *#elements({ entry, valueOffset, length }: Tape): Reading<void> {
    if (entry === undefined) return;
    const { field } = entry;
    const place = { offset: valueOffset, ordinal: 0 };
    const walk = new ElementWalk(this.tree.file, valueOffset + length, field.type, place);
    while (this.#next === null) {
      const stepped = walk.step() ?? (yield* walk.next());
      if (!stepped || walk.problem !== null) break;
      if (walk.ordinal % TURN === TURN - 1) yield undefined;
      if (this.#needle.isNumber(field, walk.lo, walk.hi)) yield* this.#hit(walk.offset);
    }
  }

  /** Searches a string of any length. */
  *#isInText(tape: Tape): Reading<boolean> {
    if (tape.hasPayload) {
      const start = tape.payloadStart;
      return this.#needle.isIn(decodeUtf8(tape.window, start, start + tape.length));
    }
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    const { signal, onProgress } = this.options;
    let found = false;
    let tail = '';
    let since = performance.now();
    yield tape
      .chunks(async (chunk) => {
        const text = tail + decoder.decode(chunk, { stream: true });
        found ||= this.#needle.isIn(text);
        tail = text.slice(-this.#needle.text.length);
        if (performance.now() - since < SLICE_MS) return;
        onProgress?.(tape.position);
        await letOthersIn();
        signal?.throwIfAborted();
        since = performance.now();
      })
      .then(() => {});
    return found;
  }

  *#hit(offset: number, match: SearchHit['match'] = null): Reading<void> {
    if (offset < this.#from || this.#next !== null) return;
    if (this.#hits.length >= this.#limit) {
      this.#next = offset;
      return;
    }
    const found = (yield* this.tree.chain(offset)).at(-1);
    if (found === undefined) return;
    const hit = { ...(yield* describe(this.tree, found)), match };
    this.#hits.push(hit);
    this.options.onHit?.(hit);
  }
}

/** True if a record has bytes without a known structure. */
function isBlob({ entry, tag }: Tape, step: number): boolean {
  if (step === UNKNOWN) return (tag & 7) === WIRE_LEN;
  return step === BYTES && entry?.kind !== PACKED && entry?.field.type !== TYPE_STRING;
}
