import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Source } from '../../base/source/source.js';

/**
 * Messages up to this size are loaded; of larger messages, only the positions of the records are read at
 * first.
 */
export const MAX_LOADED = 4 << 20;
/** Size of the read-ahead for consecutive reads in either direction. */
const READ_AHEAD = 256 * 1024;
/** Maximum distance in bytes of consecutive reads. */
const NEAR = 4096;
/** Block size for comparing two large stretches. */
const COMPARED = 256 * 1024;
const MAX_NOTED = 64;
/**
 * Stretches of at least this size are cached after the first read, up to `MAX_KEPT` bytes of a file. Contexts
 * are read for pairing, comparing and counting: for 60 MB, reading them again took a fifth of the total time.
 */
const KEPT_FROM = 256 * 1024;
const MAX_KEPT = 64 << 20;

/**
 * The bytes of one file, read on demand. Bytes that were returned are never overwritten. The source must be
 * synchronous and have random access: `hold` makes such a source from any source.
 */
export class ContentReader {
  readonly #bytes: Uint8Array | undefined;
  #window = new Uint8Array(0);
  #base = 0;
  /** Cached stretches by offset. */
  readonly #kept = new Map<number, Uint8Array>();
  #keptBytes = 0;
  /**
   * Stretches that large messages of this file and of another have in common. Without this cache, nested
   * messages would repeat the comparison and read gigabytes.
   */
  readonly runs: CommonRun[] = [];

  constructor(
    readonly source: Source,
    readonly size: number,
  ) {
    this.#bytes = source.bytes;
  }

  /**
   * Returns bytes of the file. Consecutive small reads are served from one read of the source.
   * @throws ProtomdlError `source-changed` if the file has become shorter, and the codes of the source
   */
  load(offset: number, length: number): Uint8Array {
    if (this.#bytes !== undefined) return this.#bytes.subarray(offset, offset + length);
    const kept = length < KEPT_FROM ? undefined : this.#kept.get(offset);
    if (kept?.length === length) return kept;
    const end = offset + length;
    const windowEnd = this.#base + this.#window.length;
    if (offset >= this.#base && end <= windowEnd) {
      return this.#window.subarray(offset - this.#base, end - this.#base);
    }
    let from = offset;
    let to = end;
    if (offset >= this.#base && offset - windowEnd <= NEAR) to = Math.max(end, offset + READ_AHEAD);
    else if (end <= windowEnd && this.#base - end <= NEAR) from = Math.min(offset, end - READ_AHEAD);
    from = Math.max(0, from);
    to = Math.min(this.size, to);
    this.#window = new Uint8Array(to - from);
    this.#base = from;
    this.read(from, this.#window);
    const loaded = this.#window.subarray(offset - from, end - from);
    // A window larger than the request is not cached, because its memory would not be counted.
    if (length >= KEPT_FROM && to - from === length && this.#keptBytes + length <= MAX_KEPT) {
      this.#kept.set(offset, loaded);
      this.#keptBytes += length;
    }
    return loaded;
  }

  /** Fills `target` from `offset` on. @throws ProtomdlError as `load` does */
  read(offset: number, target: Uint8Array): void {
    const read = this.source.read(offset, target);
    if (typeof read !== 'number') throw new Error('an asynchronous source must be held in memory');
    if (read < target.length) {
      throw new ProtomdlError('source-changed', 'the file became shorter while it was read', offset + read);
    }
  }
}

/** A stretch of a file; in memory after it has been loaded. */
export class Segment {
  #bytes: Uint8Array | undefined;
  #pos = 0;

  constructor(
    readonly content: ContentReader,
    readonly offset: number,
    readonly length: number,
  ) {}

  get end(): number {
    return this.offset + this.length;
  }

  /**
   * True if the segment is small enough to be loaded, or is already in memory as part of a larger segment.
   */
  get isSmall(): boolean {
    return this.#bytes !== undefined || this.length <= MAX_LOADED;
  }

  /** The memory that contains the segment, from `pos` on. Only for small segments. */
  get memory(): Uint8Array {
    if (this.#bytes === undefined) {
      this.#bytes = this.content.load(this.offset, this.length);
      this.#pos = 0;
    }
    return this.#bytes;
  }

  get pos(): number {
    return this.memory === undefined ? 0 : this.#pos;
  }

  get bytes(): Uint8Array {
    return this.memory.subarray(this.#pos, this.#pos + this.length);
  }

  /** Returns a part of the segment, which shares its memory. @param offset absolute */
  part(offset: number, length: number): Segment {
    const part = new Segment(this.content, offset, length);
    if (this.#bytes !== undefined) {
      part.#bytes = this.#bytes;
      part.#pos = this.#pos + (offset - this.offset);
    }
    return part;
  }
}

/** True if two stretches have equal bytes. */
export function sameBytes(a: Segment, b: Segment): boolean {
  return a.length === b.length && commonPrefix(a, b) === a.length;
}

/** Returns the length of the common prefix of two segments, in bytes. */
export function commonPrefix(a: Segment, b: Segment): number {
  const length = Math.min(a.length, b.length);
  if (a.isSmall && b.isSmall) return prefixOf(a.memory, a.pos, b.memory, b.pos, length);
  const { runs } = a.content;
  const known = runs.find(
    ({ content, from, to, length: common }) =>
      content === b.content &&
      a.offset >= from &&
      a.offset <= from + common &&
      a.offset - from === b.offset - to,
  );
  const sure = known === undefined ? 0 : known.from + known.length - a.offset;
  if (sure >= length) return length;
  if (known?.isWhole === true) return sure;
  const common = readPrefix(a, b, sure, length);
  if (
    runs.push({
      content: b.content,
      from: a.offset,
      to: b.offset,
      length: common,
      isWhole: common < length,
    }) > MAX_NOTED
  )
    runs.shift();
  return common;
}

/** A run of bytes that is equal in two files. */
interface CommonRun {
  readonly content: ContentReader;
  readonly from: number;
  readonly to: number;
  readonly length: number;
  /** True if the next byte is known to differ. */
  readonly isWhole: boolean;
}

function readPrefix(a: Segment, b: Segment, from: number, length: number): number {
  const [left, right] = [new Uint8Array(COMPARED), new Uint8Array(COMPARED)];
  // Most differences are near the beginning, so the reads start small and grow.
  for (let at = from, step = NEAR; at < length; step = Math.min(step * 4, COMPARED)) {
    const taken = Math.min(step, length - at);
    a.content.read(a.offset + at, left.subarray(0, taken));
    b.content.read(b.offset + at, right.subarray(0, taken));
    const same = prefixOf(left, 0, right, 0, taken);
    at += same;
    if (same < taken) return at;
  }
  return length;
}

/** Returns the length of the common end of two stretches, in bytes; 0 for stretches that are not loaded. */
export function commonSuffix(a: Segment, b: Segment): number {
  // Comparing large stretches backwards would read the same bytes again that the comparison of their parts
  // needs.
  if (!a.isSmall || !b.isSmall) return 0;
  return suffixOf(a.memory, a.pos + a.length, b.memory, b.pos + b.length, Math.min(a.length, b.length));
}

/**
 * Size of the first block whose words are compared: 60 MB take 15 ms instead of 60 ms byte by byte. Blocks
 * are copied to aligned memory. The first block is small, because most differences are near the beginning.
 */
const FIRST_BLOCK = 256;
const BLOCK = 4096;
/** Number of bytes that are compared one by one before the first block. */
const SINGLY = 32;
const leftWords = new Int32Array(BLOCK / 4);
const rightWords = new Int32Array(BLOCK / 4);
const leftBytes = new Uint8Array(leftWords.buffer);
const rightBytes = new Uint8Array(rightWords.buffer);

/** Returns the length of the common beginning of two stretches of memory. */
export function prefixOf(a: Uint8Array, from: number, b: Uint8Array, to: number, length: number): number {
  let at = 0;
  const singly = Math.min(length, SINGLY);
  while (at < singly && a[from + at] === b[to + at]) at++;
  if (at < singly) return at;
  for (let step = FIRST_BLOCK; length - at >= 4; step = BLOCK) {
    const words = Math.min(step, length - at) >>> 2;
    copyBlocks(a, from + at, b, to + at, words * 4);
    let same = 0;
    while (same < words && leftWords[same] === rightWords[same]) same++;
    at += same * 4;
    if (same < words) break;
  }
  while (at < length && a[from + at] === b[to + at]) at++;
  return at;
}

function suffixOf(a: Uint8Array, end: number, b: Uint8Array, stop: number, length: number): number {
  let at = 0;
  const singly = Math.min(length, SINGLY);
  while (at < singly && a[end - at - 1] === b[stop - at - 1]) at++;
  if (at < singly) return at;
  for (let step = FIRST_BLOCK; length - at >= 4; step = BLOCK) {
    const words = Math.min(step, length - at) >>> 2;
    copyBlocks(a, end - at - words * 4, b, stop - at - words * 4, words * 4);
    let differing = words - 1;
    while (differing >= 0 && leftWords[differing] === rightWords[differing]) differing--;
    at += (words - 1 - differing) * 4;
    if (differing >= 0) break;
  }
  while (at < length && a[end - at - 1] === b[stop - at - 1]) at++;
  return at;
}

function copyBlocks(a: Uint8Array, from: number, b: Uint8Array, to: number, length: number): void {
  leftBytes.set(a.subarray(from, from + length));
  rightBytes.set(b.subarray(to, to + length));
}
