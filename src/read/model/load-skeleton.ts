import { TYPE_BYTES, TYPE_MESSAGE } from '../../base/schema/table.js';
import type { Source } from '../../base/source/source.js';
import { Cursor } from '../../base/wire/cursor.js';
import { MAX_DEPTH, MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { BAD_TYPE, CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { WIRE_EGROUP, WIRE_I32, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_VARINT } from '../../base/wire/tag.js';
import type { MessageLayout } from './layout.js';
import { Skeleton } from './skeleton.js';
import { NO_BYTES, SMALL_PAYLOAD } from './window.js';

/** Bytes to read at a time: over a network, a request costs more than reading some blobs as well. */
const READ_SIZE = 256 * 1024;

/**
 * Bytes of a dropped blob that are kept: as many as make sure that a record's head can be read with all it
 * might be followed by, and that `BlobHandle.peek` can answer.
 */
const BLOB_HEAD = 16;

/**
 * Bytes kept after the place where a message is malformed: views diagnose the error themselves, and small
 * messages are brought into memory as a whole.
 */
const KEPT_BEHIND_ERROR = SMALL_PAYLOAD + MAX_HEAD_BYTES;

/** An open message, or an open unknown group. */
interface Level {
  /** Null for a group: everything in it is unknown. */
  readonly layout: MessageLayout | null;
  /** End of its bytes; for a group, the end of its message. */
  readonly end: number;
  /** The tag that ends a group. */
  readonly endTag: number;
}

/** A message's skeleton and the message's end, which is not known in advance for a stream. */
export interface LoadedSkeleton {
  readonly skeleton: Skeleton;
  readonly end: number;
}

/**
 * Reads a message once, forward, and keeps everything but the payloads of blobs larger than 1 KiB. Nothing is
 * checked here: malformed bytes are kept, and the views report them.
 *
 * @param end latest end of the message: the source may end before
 * @throws ProtomdlError `model-too-large`, and the codes of the source
 */
export async function loadSkeleton(
  source: Source,
  start: number,
  end: number,
  layout: MessageLayout,
  maxBytes: number,
): Promise<LoadedSkeleton> {
  const pass = new SkeletonPass(source, start, end, maxBytes);
  await pass.run(layout);
  return { skeleton: pass.skeleton, end: pass.end };
}

class SkeletonPass {
  readonly skeleton: Skeleton;
  /** Bytes read last; they begin at `#base`. */
  #bytes = NO_BYTES;
  #base: number;
  /** All before this offset is kept or dropped. */
  #kept: number;
  readonly #cursor = new Cursor(NO_BYTES);
  #isBlob = false;

  constructor(
    readonly source: Source,
    start: number,
    public end: number,
    maxBytes: number,
  ) {
    this.skeleton = new Skeleton(source, maxBytes);
    this.#base = start;
    this.#kept = start;
  }

  async run(root: MessageLayout): Promise<void> {
    const levels: Level[] = [{ layout: root, end: this.end, endTag: 0 }];
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
      const cursor = this.#cursor;
      cursor.reset(this.#bytes, pos - this.#base, Math.min(this.#bytes.length, end - this.#base));
      const problem = this.#readHead(levels, level);
      const next = this.#base + cursor.pos;
      const isLength = (cursor.tag & 7) === WIRE_LEN && problem === OK;
      // A value that the end of the bytes cuts may still be wanted, up to the cut.
      if (isLength && level.end >= this.end) cursor.length = Math.min(cursor.length, level.end - next);
      const tooLong = isLength && next + cursor.length > level.end;
      if (problem !== OK || tooLong) {
        while (levels.at(-1)?.layout === null) levels.pop();
        const broken = levels.pop() as Level;
        if (levels.length === 0) break;
        // Its parent continues after it.
        await this.#dropUpTo(pos + KEPT_BEHIND_ERROR, broken.end);
        pos = broken.end;
      } else if ((cursor.tag & 7) === WIRE_LEN) {
        pos = this.#enter(levels, level, next);
        if (this.#isBlob && !(await this.#endsSoonAfter(next))) await this.#dropUpTo(next + BLOB_HEAD, pos);
      } else pos = next;
    }
    await this.#keepUpTo(Math.min(pos + KEPT_BEHIND_ERROR, this.end));
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
        levels.push({ layout: null, end: level.end, endTag: ((cursor.tag & ~7) | WIRE_EGROUP) >>> 0 });
        return levels.length > MAX_DEPTH + 1 ? CUT : OK;
      default:
        if (level.layout !== null || cursor.tag !== level.endTag) return BAD_TYPE;
        levels.pop();
        return OK;
    }
  }

  /** Continues at or after a payload; sets `#isBlob` if the payload can be dropped. */
  #enter(levels: Level[], { layout }: Level, payload: number): number {
    const { tag, length } = this.#cursor;
    const slot = layout === null ? -1 : layout.slotOf(tag);
    const field = slot < 0 ? undefined : layout?.fields[slot];
    this.#isBlob = field?.type === TYPE_BYTES && length > SMALL_PAYLOAD;
    if (field?.type !== TYPE_MESSAGE || levels.length > MAX_DEPTH) return payload + length;
    levels.push({ layout: field.message, end: payload + length, endTag: 0 });
    return payload;
  }

  /** True if all bytes of a record's head at this offset have been read, up to the message's end. */
  #has(offset: number): boolean {
    const end = this.#base + this.#bytes.length;
    return offset >= this.#base && (offset + MAX_HEAD_BYTES <= end || end === this.end);
  }

  /**
   * True if so few bytes follow that a message cut here may be a small one, which is brought into memory as a
   * whole. The end of a stream is known only once it has been read up to there.
   */
  async #endsSoonAfter(offset: number): Promise<boolean> {
    const soon = offset + SMALL_PAYLOAD;
    if (this.end > soon && this.#base + this.#bytes.length < soon) await this.#provide(offset);
    return this.end <= soon;
  }

  /** Keeps all before an offset, and reads on from there. */
  async #provide(offset: number): Promise<void> {
    await this.#keepUpTo(offset);
    const end = this.#base + this.#bytes.length;
    const tail = offset < end ? this.#bytes.subarray(offset - this.#base) : NO_BYTES;
    await this.#read(offset, tail);
  }

  async #keepUpTo(offset: number): Promise<void> {
    while (this.#kept < offset && this.#kept < this.end) {
      const end = this.#base + this.#bytes.length;
      if (this.#kept >= end) {
        await this.#read(this.#kept, NO_BYTES);
        continue;
      }
      const until = Math.min(offset, end);
      this.skeleton.keep(this.#kept, this.#bytes.subarray(this.#kept - this.#base, until - this.#base));
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
    const bytes = new Uint8Array(Math.max(tail.length, Math.min(READ_SIZE, this.end - offset)));
    bytes.set(tail);
    const wanted = bytes.length - tail.length;
    const from = offset + tail.length;
    const count = wanted > 0 ? await this.source.read(from, bytes.subarray(tail.length)) : 0;
    if (count < wanted) this.end = Math.min(this.end, this.source.size ?? from + count);
    this.#bytes = bytes.subarray(0, tail.length + count);
    this.#base = offset;
  }
}
