import { type Attempt, AttemptQueue, type Waiting } from './attempt-queue.js';
import type { Oracle } from './oracle.js';
import type { ReductionCandidate, Subject } from './subject.js';

/** An attempt whose check is running, made under the assumption that all earlier attempts fail. */
interface Bet {
  readonly waiting: Waiting;
  readonly candidate: ReductionCandidate | undefined;
  readonly verdict: Promise<boolean>;
  /** Each bet needs a separate controller, because Node warns if a signal has more than ten listeners. */
  readonly controller: AbortController;
  /** Attempts that were queued under the assumption that this attempt fails. */
  readonly followers: ReadonlySet<Waiting>;
}

/**
 * Makes attempts until the queue is empty, and adopts every interesting candidate.
 *
 * Most attempts fail, so several attempts are checked in parallel, each under the assumption that the earlier
 * attempts fail. After a success, the later candidates are obsolete: their checks are aborted, and their
 * attempts are queued again. The result is therefore the same for any number of `jobs`.
 */
export class ReducingSearch {
  constructor(
    private readonly subject: Subject,
    private readonly oracle: Oracle,
    private readonly jobs: number,
    /** Number of consecutive failures that ends a run; the remaining attempts are small. */
    private readonly patience: number,
    private readonly signal: AbortSignal | undefined,
    private readonly onVerdict: () => void = () => {},
  ) {}

  /** @throws OracleStopped; adopted candidates are kept */
  async run(attempts: Iterable<Attempt>): Promise<void> {
    const queue = new AttemptQueue();
    queue.add(attempts);
    const calledOff = new Set<Promise<boolean>>();
    let bets: Bet[] = [];
    let fruitless = 0;
    const callOff = (): void => {
      for (const { controller } of bets) controller.abort();
    };
    this.signal?.addEventListener('abort', callOff, { once: true });
    try {
      while (fruitless < this.patience && (queue.size > 0 || bets.length > 0)) {
        while (bets.length < this.jobs) {
          const bet = await this.#bet(queue);
          if (bet === undefined) break;
          bets.push(bet);
        }
        const [first] = bets;
        if (first === undefined) break;
        const isInteresting = await first.verdict;
        bets.shift();
        this.onVerdict();
        if (first.candidate !== undefined) fruitless++;
        if (!isInteresting) continue;
        fruitless = 0;
        // These attempts were queued only because the first attempt was assumed to fail.
        const never = new Set([first, ...bets].flatMap(({ followers }) => [...followers]));
        for (const { waiting, verdict, controller } of bets) {
          controller.abort();
          calledOff.add(verdict);
          queue.putBack(waiting);
        }
        bets = [];
        queue.drop(never);
        await first.candidate?.adopt();
        queue.add(first.waiting.attempt.worked?.() ?? []);
        this.onVerdict();
      }
    } finally {
      this.signal?.removeEventListener('abort', callOff);
      for (const { verdict, controller } of bets) {
        controller.abort();
        calledOff.add(verdict);
      }
      // When this function returns, all of its checks have ended.
      await Promise.allSettled(calledOff);
    }
  }

  /** Starts the check of the next attempt. */
  async #bet(queue: AttemptQueue): Promise<Bet | undefined> {
    const waiting = queue.take();
    if (waiting === undefined) return undefined;
    const { attempt } = waiting;
    const candidate = await attempt.candidate(this.subject);
    const controller = new AbortController();
    const verdict = this.#verdict(candidate, controller.signal);
    // The promise is awaited later; the handler prevents an unhandled rejection until then.
    verdict.catch(() => {});
    return {
      waiting,
      candidate,
      verdict,
      controller,
      followers: new Set(queue.add(attempt.failed?.() ?? [])),
    };
  }

  async #verdict(candidate: ReductionCandidate | undefined, signal: AbortSignal): Promise<boolean> {
    const { bytes } = this.subject;
    if (candidate === undefined || candidate.bytes.length > bytes.length) return false;
    const key = await this.oracle.keyOf(candidate.bytes);
    // An attempt without any change is skipped, because it would be repeated forever.
    if (candidate.bytes.length === bytes.length && key === (await this.oracle.keyOf(bytes))) return false;
    return this.oracle.verdict(key, candidate.bytes, signal);
  }
}
