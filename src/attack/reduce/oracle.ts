import type { ChecksumProvider } from '../../base/container/checksum.js';

/**
 * Says whether a candidate is still interesting.
 * @param signal given up on: the answer is not wanted any more
 */
export type Check = (candidate: Uint8Array, signal: AbortSignal) => boolean | Promise<boolean>;

/** Verdicts that outlive a reduction. Keys are names of contents: equal for equal bytes. */
export interface VerdictStore {
  /** The verdict on a candidate; undefined where it is not known. */
  get(key: string): boolean | undefined;
  /** Keeps a verdict. */
  set(key: string, verdict: boolean): void;
}

/** Thrown where a verdict is awaited that will not come: out of checks, or called off. */
export class Stopped extends Error {
  constructor(readonly reason: 'checks' | 'signal') {
    super(reason);
  }
}

/** Asks the check, each content once. */
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

  /** How often the check was asked. */
  get checks(): number {
    return this.#checks;
  }

  /** How often a verdict was there already. */
  get cached(): number {
    return this.#cached;
  }

  /** A content's name. Two of some thousand candidates have the same by a chance of one in 10^12. */
  async keyOf(bytes: Uint8Array): Promise<string> {
    const checksum = await this.checksums('xxh3');
    checksum.update(bytes);
    return `${checksum.digest()}-${bytes.length}`;
  }

  /**
   * @param key the candidate's
   * @throws Stopped when the check may not be asked any more
   */
  async verdict(key: string, candidate: Uint8Array, signal: AbortSignal): Promise<boolean> {
    const known = this.#known.get(key) ?? this.bounds.store?.get(key);
    if (known !== undefined) {
      this.#cached++;
      return known;
    }
    if (this.bounds.signal?.aborted) throw new Stopped('signal');
    if (this.#checks >= this.bounds.maxChecks) throw new Stopped('checks');
    this.#checks++;
    const verdict = await this.check(candidate, signal);
    // A check that was ended half-way says nothing.
    if (this.bounds.signal?.aborted) throw new Stopped('signal');
    if (signal.aborted) return false;
    this.#known.set(key, verdict);
    this.bounds.store?.set(key, verdict);
    return verdict;
  }
}
