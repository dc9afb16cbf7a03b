import { TYPE_STRING } from '../../base/schema/table.js';
import { letOthersIn } from '../../base/source/turns.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { PACKED } from '../../read/tape/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, MORE, UNKNOWN, VALUE } from '../../read/tape/step.js';
import { ByteNeedle } from './byte-needle.js';
import { Needle } from './needle.js';
import { Ordinals } from './ordinals.js';
import { ElementWalk } from './packed-elements.js';
import type { Part } from './part.js';
import type { PartTree } from './part-tree.js';
import type { PaceOptions, Reading } from './reading.js';
import { describe } from './summary.js';

/** What is looked for. */
export interface SearchQuery {
  /**
   * Part of a name of a field or of an enum's value, or of a string, in upper or lower case; a number, decimal or
   * `0x…`; `#7` for an unknown field; the end of a path, such as `contexts[1].metadata`.
   */
  readonly text: string;
  /** What begins in front of this offset is not looked at: where a search before left off. */
  readonly from?: number;
  /**
   * Names of fields, or what they hold; both (`any`) by default. `all` are both, and the text in everything that has no
   * names and values of its own: blobs, unknown fields, and what is outside of the message. `bytes` are pairs of
   * hexadecimal digits, looked for in all of the file.
   */
  readonly kind?: 'name' | 'value' | 'any' | 'all' | 'bytes';
}

/** A part that was found; where that is a place in its bytes, which one. */
export interface SearchHit extends Part {
  /** Absolute; null of a name or a value. */
  readonly match: {
    /** Of the first byte. */
    readonly offset: number;
    /** In bytes. */
    readonly length: number;
  } | null;
}

/** How it is looked for. */
export interface SearchOptions extends PaceOptions {
  /** Most hits, at most 1000 (default: 1000). */
  readonly limit?: number;
  /** Called with every hit as it is found. */
  readonly onHit?: (hit: SearchHit) => void;
  /** Called now and then with how far it is: an offset in the file. */
  readonly onProgress?: (offset: number) => void;
}

/** What was found. */
export interface SearchResult {
  /** In file order. */
  readonly hits: readonly SearchHit[];
  /** Where to go on; null where the end of the file was reached. */
  readonly next: number | null;
}

const MAX_HITS = 1000;
/** Steps between two places where others get a turn. */
const TURN = 8192;
/** Longest time at a stretch inside of one string. */
const SLICE_MS = 40;

/** Looks through a file for what has a name or a value. Blobs are read only where that is asked for. */
export class Search {
  readonly #needle: Needle;
  readonly #from: number;
  readonly #limit: number;
  readonly #byName: boolean;
  readonly #byValue: boolean;
  readonly #number: number;
  /** Of the end of a path: its last step but for the index; undefined where the text is none. */
  readonly #lastStep: string | undefined;
  /** The index of it; undefined where the path ends without one. */
  readonly #lastIndex: number | undefined;
  readonly #ordinals = new Ordinals();
  readonly #hits: SearchHit[] = [];
  /** What is looked for in bytes; undefined where nothing is. */
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
      // What is inside of a message is gone through by its records.
      if (isBlob(tape, step)) yield* this.#inBytes(tape.valueOffset, tape.valueOffset + tape.length);
      else if (!isHit && this.#byValue && step === BYTES && entry?.kind === PACKED)
        yield* this.#elements(tape);
    }
  }

  /** Looks for bytes in a stretch of the file. */
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

  /** Whether a record has the name and the index of the path's last step, as far as that can be said at once. */
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

  /** Whether the path of a record ends with the text. It takes a while to find. */
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

  /** Looks through a string, however long it is. */
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

/** Whether a record has bytes of which nothing is known. */
function isBlob({ entry, tag }: Tape, step: number): boolean {
  if (step === UNKNOWN) return (tag & 7) === WIRE_LEN;
  return step === BYTES && entry?.kind !== PACKED && entry?.field.type !== TYPE_STRING;
}
