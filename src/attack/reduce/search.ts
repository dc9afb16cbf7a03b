import type { Attempt } from './attempt.js';
import { AttemptQueue, type Waiting } from './attempt-queue.js';
import type { Oracle } from './oracle.js';
import type { Candidate, Subject } from './subject.js';

/** An attempt under way, as if all before it had failed. */
interface Bet {
  readonly waiting: Waiting;
  readonly candidate: Candidate | undefined;
  readonly verdict: Promise<boolean>;
  /** One for each bet: Node warns of a signal that more than ten listen to. */
  readonly controller: AbortController;
  /** What was queued when this one was taken for failed. */
  readonly followers: ReadonlySet<Waiting>;
}

/**
 * Goes through attempts until none is left, adopting every candidate that is interesting.
 *
 * Most attempts fail, so several are checked at once, each as if those before it had failed. When one turns out
 * to be interesting, those after it were made from a file that is not the smallest any more: they are called off
 * and wait again. So the outcome is that of one check at a time, whatever `jobs`.
 */
export class Search {
  constructor(
    private readonly subject: Subject,
    private readonly oracle: Oracle,
    private readonly jobs: number,
    /** Checks in a row that say no before a run gives up: what waits by then is small. */
    private readonly patience: number,
    private readonly signal: AbortSignal | undefined,
    private readonly onVerdict: () => void = () => {},
  ) {}

  /** @throws Stopped, with all that was adopted kept */
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
        // What was queued only in the hope of a failure.
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
      // Nothing of ours runs when this returns.
      await Promise.allSettled(calledOff);
    }
  }

  /** Takes the next attempt and sends its candidate off. */
  async #bet(queue: AttemptQueue): Promise<Bet | undefined> {
    const waiting = queue.take();
    if (waiting === undefined) return undefined;
    const { attempt } = waiting;
    const candidate = await attempt.candidate(this.subject);
    const controller = new AbortController();
    const verdict = this.#verdict(candidate, controller.signal);
    // It is awaited in its turn; until then a failure must not be unhandled.
    verdict.catch(() => {});
    return {
      waiting,
      candidate,
      verdict,
      controller,
      followers: new Set(queue.add(attempt.failed?.() ?? [])),
    };
  }

  async #verdict(candidate: Candidate | undefined, signal: AbortSignal): Promise<boolean> {
    const { bytes } = this.subject;
    if (candidate === undefined || candidate.bytes.length > bytes.length) return false;
    const key = await this.oracle.keyOf(candidate.bytes);
    // No step at all would be taken again and again.
    if (candidate.bytes.length === bytes.length && key === (await this.oracle.keyOf(bytes))) return false;
    return this.oracle.verdict(key, candidate.bytes, signal);
  }
}
