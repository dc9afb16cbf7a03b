import { MAX_HEAD_BYTES } from '../../base/wire/limits.js';
import { OK, type WireProblem } from '../../base/wire/problem.js';
import type { Entry, MessageEntries } from '../outline/entries.js';
import type { TapeWindow } from './window.js';

/**
 * Position of a tape: the record of this step, the open messages around the record, and the window with its
 * bytes. Positions in the window are small integers; absolute offsets are seldom needed.
 */
export class TapePlace {
  /** The field of this step; undefined for an unknown field. */
  entry: Entry | undefined;
  /** Unsigned: field number × 8 + wire type. */
  tag = 0;
  /** Size of the value: of the payload for a LEN record, which may be a message. */
  length = 0;
  /** The halves of a number, as signed 32-bit integers. */
  lo = 0;
  hi = 0;
  /** Number of open messages and groups: 0 in the root. After ENTER, the entered message counts. */
  depth = 0;
  problem: WireProblem = OK;
  /**
   * Absolute offset at which the problem was noticed: the end of the available bytes, or the record's tag.
   */
  problemOffset = 0;
  /** Start of the payload of a LEN record that overruns its container; -1 for any other problem. */
  overrunAt = -1;

  /** Positions of the record and of its value in the window. */
  protected recordAt = 0;
  protected valueAt = 0;
  protected bytes: Uint8Array;
  protected pos = 0;
  /**
   * Limit for the start of records: the end of the message, or of the bytes that the window is sure to
   * contain.
   */
  protected limit = 0;
  /** End of the message or of the bytes. A record that extends past this end overruns. */
  protected stop = 0;
  /** Number of bytes from the next record on that the window must show. */
  protected need = MAX_HEAD_BYTES;
  /** Number of bytes of an announced payload that have not been passed over yet. */
  protected pending = 0;

  // Open messages, by depth.
  protected ends = new Float64Array(FIRST_LEVELS);
  protected starts = new Float64Array(FIRST_LEVELS);
  protected values = new Float64Array(FIRST_LEVELS);
  protected readonly open: (Entry | undefined)[] = [undefined];
  protected readonly tables: (MessageEntries | undefined)[] = [undefined];
  /** Tags that end the open groups; 0 for a message. */
  protected groups = new Float64Array(FIRST_LEVELS);

  /** @param entries entries of the root @param from @param end absolute offsets of the message */
  constructor(
    protected readonly held: TapeWindow,
    from: number,
    end: number,
    protected entries: MessageEntries | undefined,
  ) {
    this.bytes = held.bytes;
    this.begin(from, end, entries);
  }

  /** Starts the outermost message at this position. */
  protected begin(from: number, end: number, entries: MessageEntries | undefined): void {
    this.entries = entries;
    this.tables[0] = entries;
    this.ends[0] = end;
    this.starts[0] = from;
    this.resolveEnd();
  }

  /** Absolute offset of the record's first byte. */
  get offset(): number {
    return this.held.base + this.recordAt;
  }

  /** Absolute offset of the value: after the tag, and after the length of a LEN record. */
  get valueOffset(): number {
    return this.held.base + this.valueAt;
  }

  /**
   * The bytes of a LEN payload. Valid until the next step.
   * @throws Error if the step has no payload in memory
   */
  get payload(): Uint8Array {
    if (!this.hasPayload) throw new Error('this payload was not requested, or comes in chunks');
    return this.bytes.subarray(this.valueAt, this.valueAt + this.length);
  }

  /** True if all of a LEN payload is in memory. */
  get hasPayload(): boolean {
    return this.pending === 0 && this.valueAt + this.length <= this.held.filled;
  }

  /**
   * The window, and the position in the window of a payload in memory, for callers that need no view of the
   * payload.
   */
  get window(): Uint8Array {
    return this.bytes;
  }

  get payloadStart(): number {
    return this.valueAt;
  }

  /** Absolute offset of the next record. */
  get position(): number {
    return this.held.base + this.pos + this.pending;
  }

  get bytesRead(): number {
    return this.held.bytesRead;
  }

  /**
   * Brings the whole message just entered into the window. `payload` then returns the message, followed by at
   * least 15 readable bytes, and `skip` passes over the message. Use this for small messages, for which the
   * window grows.
   * @returns a promise if the source has to be waited for
   */
  bring(): Promise<void> | undefined {
    if (this.valueAt + this.length <= this.held.safe) return undefined;
    this.need = this.length + MAX_HEAD_BYTES;
    const waiting = this.fillWindow();
    if (waiting === undefined) {
      this.valueAt = this.pos;
      return undefined;
    }
    return waiting.then(() => {
      this.valueAt = this.pos;
    });
  }

  #waiting: Promise<void> | undefined;

  /**
   * Returns a promise to await after MORE: more of the source is being brought into the window.
   * @throws ProtomdlError if the source throws
   */
  fill(): Promise<void> | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  /**
   * Brings more of the source into the window.
   * @returns true if the source does not answer at once: see `fill`
   */
  protected fillsLater(): boolean {
    this.#waiting = this.fillWindow();
    return this.#waiting !== undefined;
  }

  protected fillWindow(): Promise<void> | undefined {
    const waiting = this.held.fill(this.pos, this.need);
    this.need = MAX_HEAD_BYTES;
    if (waiting === undefined) {
      this.#refilled();
      return undefined;
    }
    return waiting.then(() => this.#refilled());
  }

  /**
   * Passes the payload of this BYTES or UNKNOWN step to `take` in pieces, however long it is. Each piece is
   * valid until the next.
   * @returns true if the payload was complete
   */
  async chunks(take: (chunk: Uint8Array) => void | Promise<void>): Promise<boolean> {
    if (this.hasPayload) {
      await take(this.payload);
      return true;
    }
    let left = this.pending;
    while (left > 0) {
      const ready = Math.min(this.held.filled - this.pos, left);
      if (ready > 0) {
        await take(this.bytes.subarray(this.pos, this.pos + ready));
        this.pos += ready;
        left -= ready;
        this.pending = left;
        continue;
      }
      if (!this.held.reads) {
        const end = this.position;
        const isWhole = await this.held.copy(end - left, left, take);
        this.pending = 0;
        this.goTo(end);
        return isWhole;
      }
      if (this.held.last) break;
      const waiting = this.held.fill(this.pos, Math.min(left, 1));
      if (waiting !== undefined) await waiting;
      this.bytes = this.held.bytes;
      this.pos = this.held.start;
    }
    this.resolveEnd();
    return left === 0;
  }

  #refilled(): void {
    this.bytes = this.held.bytes;
    this.pos = this.held.start;
    this.resolveEnd();
  }

  /** Continues at an absolute offset, which must not lie after `position`. */
  protected goTo(offset: number): void {
    const window = this.held;
    const target = offset - window.base;
    if (target <= window.filled) this.pos = target;
    else {
      window.hop(offset);
      this.bytes = window.bytes;
      this.pos = window.start;
    }
    this.resolveEnd();
  }

  /** Makes room for messages twice as deep. */
  protected deepen(): void {
    this.ends = twice(this.ends);
    this.starts = twice(this.starts);
    this.values = twice(this.values);
    this.groups = twice(this.groups);
  }

  /** Updates the end of the open message, in window coordinates. */
  protected resolveEnd(): void {
    const window = this.held;
    const end = (this.ends[this.depth] as number) - window.base;
    this.stop = Math.min(end, window.existing, MAX_POSITION);
    this.limit = Math.min(this.stop, window.safe);
  }
}

/**
 * Initial room for open messages, which few files exceed. Hostile files need a tape for each of thousands of
 * empty messages: V8 allocates 64 bytes as fast as an object, and room for the deepest nesting costs 15 µs.
 */
const FIRST_LEVELS = 8;

function twice(levels: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const more = new Float64Array(2 * levels.length);
  more.set(levels);
  return more;
}

/** Limit for positions in a window, so that they stay small integers. */
export const MAX_POSITION = 0x3fffffff;
