import type { Checksum, ChecksumAlgorithm, ChecksumProvider } from './checksum.js';
import type { HeaderField, HeaderFieldName } from './header.js';
import { type Frame, fieldOf, messageSpan } from './layout.js';

/** One checksum to verify: over which bytes, and what it has to be. */
export interface ChecksumJob {
  readonly algorithm: ChecksumAlgorithm;
  /** `file`: everything after the header. `message`: the message alone. */
  readonly scope: 'file' | 'message';
  readonly offset: number;
  /** Undefined: to the end of the file, whatever it claims. */
  readonly length: number | undefined;
  /** The header field that holds the expected value, as `hex`. */
  readonly field: HeaderField;
}

export interface ChecksumResult {
  readonly job: ChecksumJob;
  /** Digits as in `job.field.hex`. */
  readonly actual: string;
  /** False when the file ended before the job's bytes did; `actual` then says nothing. */
  readonly complete: boolean;
}

/**
 * The checksums of a frame. Version 3 has one of the whole file and, unless it is 0, one of the message;
 * releases from 5.1 verify only the latter where it is there, older ones only the former.
 */
export function checksumJobs(frame: Frame): readonly ChecksumJob[] {
  const whole = (algorithm: ChecksumAlgorithm, name: HeaderFieldName): ChecksumJob => ({
    algorithm,
    scope: 'file',
    offset: frame.headerSize,
    length: undefined,
    field: fieldOf(frame, name),
  });
  if (frame.version === 0 || frame.form === 'md5') return [whole('md5', 'md5')];
  if (frame.version === 1) return [whole('crc32', 'crc')];
  const jobs = [whole('xxh3', 'xxh3')];
  if (frame.version === 3) {
    const field = fieldOf(frame, 'proto_xxh3');
    if (field.value !== 0) {
      jobs.push({ algorithm: 'xxh3', scope: 'message', ...messageSpan(frame), field });
    }
  }
  return jobs;
}

/** Computes the checksums of a frame while its bytes go by, once and in order. */
export class ChecksumRun {
  #position = 0;

  private constructor(readonly lanes: readonly Lane[]) {}

  static async start(frame: Frame, provider: ChecksumProvider): Promise<ChecksumRun> {
    const open = async (job: ChecksumJob): Promise<Lane> => ({
      job,
      end: job.length === undefined ? Number.POSITIVE_INFINITY : job.offset + job.length,
      checksum: await provider(job.algorithm),
    });
    return new ChecksumRun(await Promise.all(checksumJobs(frame).map(open)));
  }

  /** Offset of the byte that has to come next; 0 at first. */
  get position(): number {
    return this.#position;
  }

  /**
   * Takes the bytes of the file from `offset` on. What was seen already is left out, so that overlapping
   * windows may be handed over as they are.
   * @throws Error when bytes were left out: a bug of ours
   */
  update(offset: number, bytes: Uint8Array): void {
    if (offset > this.#position) throw new Error(`checksum fed at ${offset}, due at ${this.#position}`);
    const start = this.#position;
    const end = offset + bytes.length;
    if (end <= start) return;
    for (const { job, end: laneEnd, checksum } of this.lanes) {
      const from = Math.max(start, job.offset);
      const to = Math.min(end, laneEnd);
      if (from < to) checksum.update(bytes.subarray(from - offset, to - offset));
    }
    this.#position = end;
  }

  /** To be called once, after the last byte. */
  finish(): readonly ChecksumResult[] {
    return this.lanes.map(({ job, end, checksum }) => ({
      job,
      actual: checksum.digest(),
      complete: end === Number.POSITIVE_INFINITY || end <= this.#position,
    }));
  }
}

interface Lane {
  readonly job: ChecksumJob;
  readonly end: number;
  readonly checksum: Checksum;
}
