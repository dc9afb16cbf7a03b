import type { Checksum, ChecksumAlgorithm, ChecksumProvider } from './checksum.js';
import type { HeaderField, HeaderFieldName } from './header.js';
import { type Frame, headerFieldOf, messageSpan } from './layout.js';

/** A checksum to verify: the bytes to hash, and the expected value. */
interface ChecksumJob {
  readonly algorithm: ChecksumAlgorithm;
  /** `file` for all bytes after the header, `message` for the message alone. */
  readonly scope: 'file' | 'message';
  readonly offset: number;
  /**
   * Number of bytes; undefined for a checksum up to the end of the file, regardless of the sizes in the
   * header.
   */
  readonly length: number | undefined;
  /** The header field whose `hex` is the expected value. */
  readonly field: HeaderField;
}

export interface ChecksumResult {
  readonly job: ChecksumJob;
  /** The computed checksum, in the form of `job.field.hex`. */
  readonly actual: string;
  /** False if the file ended before the last byte of the job, so that `actual` is meaningless. */
  readonly complete: boolean;
}

/**
 * Returns the checksums of a frame. Version 3 has a checksum of the file and, unless its field is 0, a
 * checksum of the message. If the checksum of the message is present, releases from 5.1 on verify only this
 * checksum. Older releases verify only the checksum of the file.
 */
export function checksumJobs(frame: Frame): readonly ChecksumJob[] {
  const whole = (algorithm: ChecksumAlgorithm, name: HeaderFieldName): ChecksumJob => ({
    algorithm,
    scope: 'file',
    offset: frame.headerSize,
    length: undefined,
    field: headerFieldOf(frame, name),
  });
  if (frame.version === 0 || frame.form === 'md5') return [whole('md5', 'md5')];
  if (frame.version === 1) return [whole('crc32', 'crc')];
  const jobs = [whole('xxh3', 'xxh3')];
  if (frame.version === 3) {
    const field = headerFieldOf(frame, 'proto_xxh3');
    if (field.value !== 0) {
      jobs.push({ algorithm: 'xxh3', scope: 'message', ...messageSpan(frame), field });
    }
  }
  return jobs;
}

/** Computes the checksums of a frame from its bytes, which arrive once and in order. */
export class ChecksumRun {
  #position = 0;

  private constructor(readonly lanes: readonly Lane[]) {}

  static async start(
    frame: Frame,
    provider: ChecksumProvider,
    jobs: readonly ChecksumJob[] = checksumJobs(frame),
  ): Promise<ChecksumRun> {
    const lanes: Lane[] = [];
    for (const job of jobs) {
      const end = job.length === undefined ? Number.POSITIVE_INFINITY : job.offset + job.length;
      const whole = lanes.find((lane) => isPrefix(job, lane));
      const checksum = whole?.checksum ?? (await provider(job.algorithm));
      lanes.push({ job, end, checksum, prefixOf: whole, actual: undefined });
    }
    return new ChecksumRun(lanes);
  }

  /** End of the bytes that the checksums need; infinity for the whole file. */
  get end(): number {
    return Math.max(...this.lanes.map(({ end }) => end));
  }

  /** Offset of the next expected byte; 0 at first. */
  get position(): number {
    return this.#position;
  }

  /**
   * Adds the bytes of the file from `offset` on. Bytes that were already added are skipped, so that windows
   * may overlap.
   * @throws Error if bytes were left out, which is a bug of this library
   */
  update(offset: number, bytes: Uint8Array): void {
    if (offset > this.#position) throw new Error(`checksum fed at ${offset}, due at ${this.#position}`);
    const start = this.#position;
    const end = offset + bytes.length;
    if (end <= start) return;
    for (const lane of this.lanes) {
      if (lane.prefixOf === undefined) this.#feed(lane, offset, bytes, end);
    }
    this.#position = end;
  }

  /**
   * Returns memory for the next bytes, so that the bytes are not copied; undefined if no memory is available.
   */
  lend(): Uint8Array | undefined {
    const [first, ...others] = this.lanes;
    return others.every(({ prefixOf }) => prefixOf === first) ? first?.checksum.lend?.() : undefined;
  }

  giveBack(): void {
    this.lanes[0]?.checksum.giveBack?.();
  }

  /**
   * Adds the bytes from the position up to `end` to a checksum, and stores the value of the checksum at the
   * end of each shorter job.
   */
  #feed(lane: Lane, offset: number, bytes: Uint8Array, end: number): void {
    const { job, checksum } = lane;
    let from = Math.max(this.#position, job.offset);
    const until = (stop: number): void => {
      if (from < stop) checksum.update(bytes.subarray(from - offset, stop - offset));
      from = Math.max(from, stop);
    };
    for (const part of this.lanes) {
      if (part.prefixOf !== lane || part.actual !== undefined || part.end > end) continue;
      until(part.end);
      part.actual = checksum.peek?.();
    }
    until(Math.min(end, lane.end));
  }

  /** Returns the results. Call once, after the last byte. */
  finish(): readonly ChecksumResult[] {
    return this.lanes.map(({ job, end, checksum, actual }) => ({
      job,
      actual: actual ?? checksum.digest(),
      complete: end === Number.POSITIVE_INFINITY || end <= this.#position,
    }));
  }
}

interface Lane {
  readonly job: ChecksumJob;
  readonly end: number;
  readonly checksum: Checksum;
  /**
   * For a lane at the beginning of the file: the lane of the whole file, so that each byte is hashed only
   * once.
   */
  readonly prefixOf: Lane | undefined;
  /** For a lane that is a prefix: the digits, which are set after the last byte of the lane. */
  actual: string | undefined;
}

/**
 * True if a job is the beginning of another lane: in version 3, the message is the beginning of the file's
 * lane.
 */
function isPrefix(job: ChecksumJob, whole: Lane): boolean {
  const sameStart = job.offset === whole.job.offset && job.algorithm === whole.job.algorithm;
  return sameStart && whole.end === Number.POSITIVE_INFINITY && whole.checksum.peek !== undefined;
}
