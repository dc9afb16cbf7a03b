import { type ChecksumProvider, wasmChecksums } from '../../base/container/checksum.js';
import { ChecksumRun, checksumJobs } from '../../base/container/checksum-jobs.js';
import type { Detection } from '../../base/container/detect.js';
import { type Frame, lengthVerdict, reachOf } from '../../base/container/layout.js';
import { findNonzeroPadding, PaddingScan } from '../../base/container/padding.js';
import type { Source } from '../../base/source/source.js';
import type { Tap } from '../../read/scan/windows.js';
import type { GatheredFile } from './file-gatherer.js';
import { NO_LIMITS, type PointerLimits, pointerLimits } from './words-gatherer.js';

/** Size in bytes of the buffer for reading bytes that only checksums need. */
const READ_THROUGH = 256 * 1024;

interface PassOptions {
  readonly checksum?: boolean;
  readonly checksums?: ChecksumProvider;
}

/**
 * One pass through a file. Checks that need every byte (checksums) or every byte of a part (padding) tap the
 * bytes of the scan. Bytes that the scan skips are read after the scan. Without such checks, or with the
 * bytes in memory, the scan reads only the bytes that it needs.
 */
export class ValidationPass {
  readonly from: number;
  readonly claimed: number;
  readonly available: number;
  readonly tap: Tap | undefined;
  position = 0;
  readonly #padding: PaddingScan | undefined;

  private constructor(
    readonly source: Source,
    readonly frame: Frame | null,
    readonly checksums: ChecksumRun | undefined,
  ) {
    const { size } = source;
    this.from = frame?.messageOffset ?? 0;
    this.claimed = frame === null ? (size ?? Number.POSITIVE_INFINITY) : this.from + frame.protoSize;
    this.available = size ?? Number.POSITIVE_INFINITY;
    this.#padding = frame !== null && !source.randomAccess ? new PaddingScan(frame) : undefined;
    const everything = !source.randomAccess || (checksums !== undefined && source.bytes === undefined);
    this.tap = everything ? (bytes) => this.#see(bytes) : undefined;
  }

  static start(
    source: Source,
    { frame }: Detection,
    options: PassOptions,
  ): ValidationPass | Promise<ValidationPass> {
    if (frame === null || options.checksum === false) return new ValidationPass(source, frame, undefined);
    // In a file of the wrong size, only the checksum of the message is compared.
    const isWrongSize =
      source.randomAccess && source.size !== undefined && lengthVerdict(frame, source.size) === 'differs';
    const jobs = checksumJobs(frame).filter(({ scope }) => scope === 'message' || !isWrongSize);
    if (jobs.length === 0) return new ValidationPass(source, frame, undefined);
    const run = ChecksumRun.start(frame, options.checksums ?? wasmChecksums, jobs);
    return run.then((checksums) => new ValidationPass(source, frame, checksums));
  }

  /**
   * Returns the options of the tap for the first scan, which taps all bytes. For later scans, which may skip
   * bytes, returns undefined.
   */
  takeTap(): { tap: Tap; tapFrom: number } | undefined {
    if (this.tap === undefined || this.position > 0) return undefined;
    return { tap: this.tap, tapFrom: 0 };
  }

  /** Limits of pointers past the message. */
  get pointerLimits(): PointerLimits {
    const { frame, source } = this;
    return frame === null ? NO_LIMITS : pointerLimits(frame.version, reachOf(frame), source.size);
  }

  /**
   * Adds the container to the facts of the message. Reads the rest of a stream, to find the size of the file.
   */
  async complete(file: GatheredFile): Promise<void> {
    const { frame, source } = this;
    if (frame === null) return;
    const { version, claimedFileSize } = frame;
    const { zeroPoint, words } = reachOf(frame);
    const fileSize = source.randomAccess ? source.size : await this.finish();
    const claimedSize = Number(claimedFileSize);
    file.container = { version, zeroPoint, ccwBytes: words, claimedSize, fileSize };
  }

  /** Reads the remaining bytes that checks need. Returns the size of the file. */
  finish(): number | Promise<number> {
    const { source, checksums } = this;
    if (this.tap === undefined) {
      if (checksums !== undefined && source.bytes !== undefined) checksums.update(0, source.bytes);
      if (source.size !== undefined) return source.size;
    }
    return this.#readOn(source);
  }

  async #readOn(source: Source): Promise<number> {
    const lent = this.checksums?.lend();
    const buffer = lent ?? new Uint8Array(READ_THROUGH);
    const end = (source.randomAccess ? this.checksums?.end : undefined) ?? Number.POSITIVE_INFINITY;
    try {
      while (this.position < end) {
        const answer = source.read(this.position, buffer);
        const read = typeof answer === 'number' ? answer : await answer;
        this.#see(buffer.subarray(0, read));
        if (read < buffer.length) return this.position;
      }
      return source.size ?? this.position;
    } finally {
      if (lent !== undefined) this.checksums?.giveBack();
    }
  }

  async nonzeroPadding(size: number): Promise<number | undefined> {
    if (this.frame === null || this.frame.messageOffset + this.frame.protoSize > size) return undefined;
    return this.#padding === undefined
      ? findNonzeroPadding(this.frame, this.source)
      : this.#padding.firstNonzero;
  }

  #see(bytes: Uint8Array): void {
    this.checksums?.update(this.position, bytes);
    this.#padding?.update(this.position, bytes);
    this.position += bytes.length;
  }
}
