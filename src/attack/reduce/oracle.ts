import type { ChecksumProvider } from '../../base/container/checksum.js';
import type { FramingMode } from '../../base/container/detect.js';
import { memorySource } from '../../base/source/memory.js';
import { validate } from '../../check/validate/validate.js';

/**
 * Decides if a candidate is still interesting.
 * @param signal aborts the check when its result is no longer needed
 */
export type Check = (candidate: Uint8Array, signal: AbortSignal) => boolean | Promise<boolean>;

/** Verdicts that several reductions share. A verdict's key identifies the content of the candidate. */
export interface VerdictStore {
  /** Returns the verdict on a candidate; undefined if unknown. */
  get(key: string): boolean | undefined;
  /** Stores a verdict. */
  set(key: string, verdict: boolean): void;
}

/** Thrown instead of a verdict: the limit for checks is reached, or the reduction was aborted. */
export class OracleStopped extends Error {
  constructor(readonly reason: 'checks' | 'signal') {
    super(reason);
  }
}

/** Runs the check, at most once for equal contents. */
export class Oracle {
  readonly #known = new Map<string, boolean>();
  #checks = 0;
  #cached = 0;

  constructor(
    private readonly check: Check,
    private readonly checksums: ChecksumProvider,
    private readonly bounds: {
      readonly maxChecks: number;
      readonly signal: AbortSignal | undefined;
      readonly store: VerdictStore | undefined;
    },
  ) {}

  get checks(): number {
    return this.#checks;
  }

  /** Number of verdicts that were already known. */
  get cached(): number {
    return this.#cached;
  }

  /**
   * Returns the key of a content: its checksum and its length. The probability of a collision among some
   * thousand candidates is 1 in 10^12.
   */
  async keyOf(bytes: Uint8Array): Promise<string> {
    const checksum = await this.checksums('xxh3');
    checksum.update(bytes);
    return `${checksum.digest()}-${bytes.length}`;
  }

  /**
   * @param key the candidate's key
   * @throws OracleStopped if the limit for checks is reached, or the reduction was aborted
   */
  async verdict(key: string, candidate: Uint8Array, signal: AbortSignal): Promise<boolean> {
    const known = this.#known.get(key) ?? this.bounds.store?.get(key);
    if (known !== undefined) {
      this.#cached++;
      return known;
    }
    if (this.bounds.signal?.aborted) throw new OracleStopped('signal');
    if (this.#checks >= this.bounds.maxChecks) throw new OracleStopped('checks');
    this.#checks++;
    const verdict = await this.check(candidate, signal);
    // An aborted check is not stored, because its result is meaningless.
    if (this.bounds.signal?.aborted) throw new OracleStopped('signal');
    if (signal.aborted) return false;
    this.#known.set(key, verdict);
    this.bounds.store?.set(key, verdict);
    return verdict;
  }
}

/**
 * Returns a check by validation in this process: true if the report has all of these codes, possibly with
 * further codes.
 */
export function reportsCodes(codes: readonly string[], framing: FramingMode = 'auto'): Check {
  return async (candidate) => {
    const { diagnostics } = await validate(memorySource(candidate), { framing, maxPerCode: 1 });
    return codes.every((code) => diagnostics.some((diagnostic) => diagnostic.code === code));
  };
}
