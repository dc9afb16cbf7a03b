import { OK, type WireProblem } from '../../base/wire/problem.js';
import type { Entry, MessageEntries } from './entries.js';
import type { TapeWindow } from './kept-window.js';

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
   * @throws Error if the payload was left out
   */
  get payload(): Uint8Array {
    if (!this.hasPayload) throw new Error('this payload is not in memory');
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

  /** Continues at an absolute offset, which must not lie after `position`. */
  protected goTo(offset: number): void {
    const window = this.held;
    const target = offset - window.base;
    if (target <= window.filled) this.pos = target;
    else {
      window.show(offset);
      this.bytes = window.bytes;
      this.pos = 0;
    }
    this.resolveEnd();
  }

  /** Shows the bytes from the next record on. */
  protected show(): void {
    const window = this.held;
    window.show(window.base + this.pos);
    this.bytes = window.bytes;
    this.pos = 0;
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
