import { TYPE_BYTES } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import { type Entry, MESSAGE_ENTRY } from './entries.js';
import { Outline } from './outline.js';

/**
 * Maximum size in bytes of blobs that are kept, and of messages that are kept without reading their records.
 * With a higher limit, more small blobs would be kept.
 */
export const SMALL_PAYLOAD = 1024;

/** Number of bytes to read at a time. Over a network, a request costs more than reading some blobs. */
const READ_SIZE = 256 * 1024;

/** The same from a source that answers at once. */
const NEXT_READ = 32 * 1024;

/** First read from a source that answers at once. */
const FIRST_READ = 4096;

/**
 * First read after a blob from a source that answers at once: the next head is usually enough to skip the
 * next blob.
 */
const HOP_READ = 1024;

/** Maximum number of bytes for which memory is reserved in advance. */
const MAX_EXPECTED = 4 << 20;

/**
 * Bytes of a dropped blob that are kept: enough to read a record's head and the bytes required after it, and
 * for `BlobHandle.peek` to answer.
 */
const BLOB_HEAD = 16;

/**
 * Bytes kept after the first malformed byte of a message, because views diagnose the error themselves, and
 * small messages are brought into memory as a whole.
 */
const KEPT_BEHIND_ERROR = SMALL_PAYLOAD + MAX_HEAD_BYTES;

export interface FieldsByTag {
  /** Returns undefined for an unknown field, or one of another wire type. */
  of(tag: number): (Pick<Entry, 'kind' | 'field'> & { readonly child: FieldsByTag | undefined }) | undefined;
}

/** An open message, or an open unknown group. */
interface Level {
  /** Undefined for a group: everything in it is unknown. */
  readonly shape: FieldsByTag | undefined;
  /** End of the message's bytes; for a group, the end of the message around the group. */
  readonly end: number;
  /** The tag that ends a group; 0 for a message. */
  readonly endTag: number;
}

export interface LoadOptions {
  /** Limit for the kept bytes (default: 256 MiB). */
  readonly maxBytes?: number | undefined;
  /** Payloads up to this size are kept whole; at least 32 (default: 1 KiB). */
  readonly smallPayload?: number;
  /** True if the source answers at once: then the first reads are small (default: false). */
  readonly isImmediate?: boolean;
  /** True to drop large payloads of unknown fields as well, except in unknown groups (default: false). */
  readonly dropsUnknown?: boolean;
  /** True to enter messages that end after the enclosing message (default: false). */
  readonly entersCut?: boolean;
}

/** A message's outline and the message's end, which is not known in advance for a stream. */
export interface LoadedOutline {
  readonly outline: Outline;
  readonly end: number;
}

/**
 * Reads a message once, forward, and keeps everything but the payloads of blobs larger than 1 KiB. Nothing is
 * checked here: malformed bytes are kept, and their readers report them.
 *
 * @param end latest end of the message: the source may end before
 * @throws ProtomdlError `model-too-large`, and the codes of the source
 */
export async function loadOutline(
  source: Source,
  start: number,
  end: number,
  shape: FieldsByTag,
  options: LoadOptions = {},
): Promise<LoadedOutline> {
  const pass = new OutlinePass(source, start, end, options);
  await pass.run(shape);
  return { outline: pass.outline, end: pass.end };
}

/**
 * Returns a source that has the records of a message in memory: the source itself, if it is in
 * memory or an outline, or the outline of the message without large payloads of unknown fields.
 * @param end as for `loadOutline`
 */
export async function keptSource(
  source: Source,
  start: number,
  end: number,
  shape: FieldsByTag,
  options: LoadOptions = {},
): Promise<Source> {
  if (source.bytes !== undefined || source instanceof Outline) return source;
  const all = { isImmediate: true, dropsUnknown: true, ...options };
  return (await loadOutline(source, start, end, shape, all)).outline;
}

class OutlinePass {
  readonly outline: Outline;
  readonly #buffer = new Uint8Array(READ_SIZE);
  /** Bytes of the last read, from `#base` on. */
  #bytes: Uint8Array = new Uint8Array(0);
  #base: number;
  /** All bytes before this offset have been kept or dropped. */
  #kept: number;
  /** Bytes of the next read. */
  #ahead: number;
  readonly smallPayload: number;
  readonly #dropsUnknown: boolean;
  readonly #entersCut: boolean;
  #isImmediate = false;
  readonly #cursor = new Cursor(this.#bytes);
  #isBlob = false;

  constructor(
    readonly source: Source,
    start: number,
    public end: number,
    options: LoadOptions,
  ) {
    const { maxBytes, smallPayload = SMALL_PAYLOAD, isImmediate = false } = options;
    this.smallPayload = smallPayload;
    this.#dropsUnknown = options.dropsUnknown ?? false;
    this.#entersCut = options.entersCut ?? false;
    this.#ahead = isImmediate ? FIRST_READ : READ_SIZE;
    const expected = source.size === undefined ? 0 : Math.min(end - start, MAX_EXPECTED);
    this.outline = new Outline(source, maxBytes, expected);
    this.#base = start;
    this.#kept = start;
  }

  async run(root: FieldsByTag): Promise<void> {
    const levels: Level[] = [{ shape: root, end: this.end, endTag: 0 }];
    let pos = this.#base;
    for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
      if (pos >= level.end) {
        // A group that is still open at the end of its message is malformed.
        levels.pop();
        continue;
      }
      if (!this.#has(pos)) await this.#provide(pos);
      const end = Math.min(level.end, this.end);
      if (pos >= this.end) break;
      const after = this.#passSmall(pos, end);
      if (after > pos) {
        pos = after;
        continue;
      }
      const cursor = this.#cursor;
      cursor.reset(this.#bytes, pos - this.#base, Math.min(this.#bytes.length, end - this.#base));
      const problem = this.#readHead(levels, level);
      const next = this.#base + cursor.pos;
      const isLength = (cursor.tag & 7) === WIRE_LEN && problem === OK;
      // A truncated value may still be read up to the end of the bytes.
      if (isLength && (this.#entersCut || level.end >= this.end))
        cursor.length = Math.min(cursor.length, level.end - next);
      const tooLong = isLength && next + cursor.length > level.end;
      if (problem !== OK || tooLong) {
        while (levels.at(-1)?.endTag !== 0) levels.pop();
        const broken = levels.pop() as Level;
        if (levels.length === 0) break;
        // Reading continues after the broken message, in its parent.
        await this.#dropUpTo(pos + KEPT_BEHIND_ERROR, broken.end);
        pos = broken.end;
      } else if ((cursor.tag & 7) === WIRE_LEN) {
        pos = this.#enter(levels, level, next);
        if (this.#isBlob && !(await this.#endsSoonAfter(next))) await this.#dropUpTo(next + BLOB_HEAD, pos);
      } else pos = next;
    }
    await this.#keepUpTo(Math.min(pos + KEPT_BEHIND_ERROR, this.end));
    // Marks the end, so that a dropped blob before the end does not look like a truncation.
    this.outline.keep(this.end, NO_BYTES);
  }

  /** Passes over records with small payloads. Files with many kept bytes mostly have such records. */
  #passSmall(pos: number, end: number): number {
    const bytes = this.#bytes;
    const base = this.#base;
    const stop = Math.min(bytes.length - MAX_HEAD_BYTES, end - base);
    let at = pos - base;
    while (at < stop) {
      const tag = bytes[at] as number;
      if ((tag & 7) !== WIRE_LEN || tag < 8 || tag >= 0x80) break;
      let length = bytes[at + 1] as number;
      let next = at + 2;
      if (length >= 0x80) {
        const byte = bytes[next++] as number;
        if (byte >= 0x80) break;
        length = (length & 0x7f) | (byte << 7);
      }
      next += length;
      if (length > this.smallPayload || next > end - base) break;
      at = next;
    }
    return base + at;
  }

  /** Reads a record up to its payload; opens and closes groups. */
  #readHead(levels: Level[], level: Level): WireProblem {
    const cursor = this.#cursor;
    const problem = cursor.readTag();
    if (problem !== OK) return problem;
    switch (cursor.tag & 7) {
      case WIRE_VARINT:
        return cursor.readVarint();
      case WIRE_I64:
        return cursor.readFixed64();
      case WIRE_I32:
        return cursor.readFixed32();
      case WIRE_LEN:
        return cursor.readLength();
      case WIRE_SGROUP:
        levels.push({ shape: undefined, end: level.end, endTag: ((cursor.tag & ~7) | WIRE_EGROUP) >>> 0 });
        return levels.length > MAX_DEPTH + 1 ? CUT : OK;
      default:
        if (level.endTag === 0 || cursor.tag !== level.endTag) return BAD_TYPE;
        levels.pop();
        return OK;
    }
  }

  /**
   * Returns the position at or after a payload from which reading continues; sets `#isBlob` if the payload
   * can be dropped.
   */
  #enter(levels: Level[], { shape }: Level, payload: number): number {
    const { tag, length } = this.#cursor;
    this.#isBlob = false;
    if (length <= this.smallPayload) return payload + length;
    const entry = shape?.of(tag);
    this.#isBlob =
      entry === undefined ? this.#dropsUnknown && shape !== undefined : entry.field.type === TYPE_BYTES;
    if (entry?.kind !== MESSAGE_ENTRY || levels.length > MAX_DEPTH) return payload + length;
    levels.push({ shape: entry.child, end: payload + length, endTag: 0 });
    return payload;
  }

  /** True if the longest possible head at this offset has been read, or all bytes up to the message's end. */
  #has(offset: number): boolean {
    const end = this.#base + this.#bytes.length;
    return offset >= this.#base && (offset + MAX_HEAD_BYTES <= end || end === this.end);
  }

  /**
   * True if few bytes follow, so that a message truncated here may be small. Small messages are brought into
   * memory as a whole. The end of a stream is known only after reading up to the end.
   */
  async #endsSoonAfter(offset: number): Promise<boolean> {
    const soon = offset + this.smallPayload;
    const isKnown = this.source.size !== undefined;
    if (!isKnown && this.end > soon && this.#base + this.#bytes.length < soon) await this.#provide(offset);
    return this.end <= soon;
  }

  /** Keeps all bytes before an offset, and reads bytes from the offset on. */
  async #provide(offset: number): Promise<void> {
    await this.#keepUpTo(offset);
    const end = this.#base + this.#bytes.length;
    if (offset > end && this.#isImmediate) this.#ahead = HOP_READ;
    await this.#read(offset, offset < end ? this.#bytes.subarray(offset - this.#base) : NO_BYTES);
  }

  async #keepUpTo(offset: number): Promise<void> {
    while (this.#kept < offset && this.#kept < this.end) {
      const end = this.#base + this.#bytes.length;
      if (this.#kept >= end) {
        await this.#read(this.#kept, NO_BYTES);
        continue;
      }
      const until = Math.min(offset, end);
      this.outline.keep(this.#kept, this.#bytes.subarray(this.#kept - this.#base, until - this.#base));
      this.#kept = until;
    }
  }

  /** Keeps everything before `from`, and leaves out the bytes from there to `to`. */
  async #dropUpTo(from: number, to: number): Promise<void> {
    await this.#keepUpTo(Math.min(from, to));
    this.#kept = Math.max(this.#kept, to);
  }

  /** Reads bytes after `tail`, which begins at `offset`, and notices the end of the source. */
  async #read(offset: number, tail: Uint8Array): Promise<void> {
    const bytes = this.#buffer.subarray(0, Math.max(tail.length, Math.min(this.#ahead, this.end - offset)));
    // `tail` is moved to the front of the buffer, of which it is a part.
    bytes.set(tail);
    const wanted = bytes.length - tail.length;
    const from = offset + tail.length;
    const answer = wanted > 0 ? this.source.read(from, bytes.subarray(tail.length)) : 0;
    this.#isImmediate = typeof answer === 'number';
    const count = typeof answer === 'number' ? answer : await answer;
    if (count < wanted) this.end = Math.min(this.end, this.source.size ?? from + count);
    this.#ahead = Math.min(this.#ahead * 4, this.#isImmediate ? NEXT_READ : READ_SIZE);
    this.#bytes = bytes.subarray(0, tail.length + count);
    this.#base = offset;
  }
}

const NO_BYTES = new Uint8Array(0);
