import type { Source } from '../../base/source/source.js';
import { SMALL_PAYLOAD } from './load.js';
import { Outline } from './outline.js';
import { lastUpTo, SparseBytes } from './sparse.js';

/** Maps positions in memory to offsets in the file. */
export interface Origin {
  offsetOf(position: number): number;
}

/** A stretch of a file: [from, end), absolute. */
export interface FileStretch {
  readonly from: number;
  readonly end: number;
}

/** A message in memory, without some bytes of its large blobs. */
export interface HeldMessage {
  readonly message: SparseBytes;
  /** Positions in memory. */
  readonly from: number;
  readonly to: number;
  readonly origin: Origin;
  /** True if the last message may continue past the bytes: it is then printed up to the last byte. */
  readonly entersTail: boolean;
  /** True if the message is known to continue past the bytes. */
  readonly isShort: boolean;
}

export class HeldFile implements Origin {
  readonly message: SparseBytes;
  readonly #outline: Outline | undefined;
  readonly #size: number;

  /** @param source an outline, or a source in memory */
  constructor(readonly source: Source) {
    const { bytes = NO_BYTES } = source;
    this.#outline = source instanceof Outline ? source : undefined;
    this.#size = source.size ?? this.#outline?.offsetOf(this.#outline.kept) ?? bytes.length;
    this.message = this.#outline?.sparse(SMALL_PAYLOAD) ?? new SparseBytes(bytes);
  }

  offsetOf(position: number): number {
    return this.#outline?.offsetOf(position) ?? position;
  }

  /** Returns the position in memory of a byte that is kept, or of the end. @param offset absolute */
  positionOf(offset: number): number {
    return this.#outline?.positionOf(offset) ?? offset;
  }

  /**
   * Returns a message of the file.
   * @param end end of the message; infinite or past the end of the file for a message that is cut
   */
  held(from: number, end: number): HeldMessage {
    const to = Math.min(end, this.#size);
    return {
      message: this.message,
      from: this.positionOf(Math.min(from, to)),
      to: this.positionOf(to),
      origin: this,
      entersTail: end > to,
      isShort: end > to && end !== Number.POSITIVE_INFINITY,
    };
  }

  /** Joins the pieces of a message, as protobuf merges them. */
  joined(pieces: readonly FileStretch[]): HeldMessage {
    return joinedOf(
      this.message,
      pieces.map(({ from, end }) => ({ from: this.positionOf(from), to: this.positionOf(end) })),
      this,
    );
  }
}

export function joinedOf(
  message: SparseBytes,
  stretches: readonly { readonly from: number; readonly to: number }[],
  origin: Origin,
): HeldMessage {
  const starts: number[] = [];
  let length = 0;
  // Empty pieces are dropped, because hostile files have thousands of them.
  const parts = stretches.filter(({ from, to }) => from < to);
  for (const { from, to } of parts) {
    starts.push(length);
    length += to - from;
  }
  const offsetOf = (position: number): number => {
    const at = lastUpTo(starts, position);
    return origin.offsetOf((parts[at]?.from ?? 0) + position - (starts[at] ?? 0));
  };
  return {
    message: message.join(parts),
    from: 0,
    to: length,
    origin: { offsetOf },
    entersTail: false,
    isShort: false,
  };
}

const NO_BYTES = new Uint8Array(0);
