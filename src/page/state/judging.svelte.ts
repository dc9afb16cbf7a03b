import { proxy } from 'comlink';
import { type Hired, hireJudge } from '../engine/client.js';
import type { Judge, Judgement } from '../engine/judge.js';
import type { Openable } from '../engine/opened.js';

/** What is said of a file, as far as it is known: first without its checksum, then with it. */
export class Judging {
  /** Null until the first answer. */
  judgement = $state.raw<Judgement | null>(null);
  /** Whether the last answer is in: nothing will be said any more. */
  isFinal = $state(false);
  /** Bytes read for the checksum. */
  read = $state(0);
  /** Why there is no answer: a bug of ours, or a source that went away. */
  error = $state<string | null>(null);
  /** Whom to ask for findings; they are those of `judgement`. */
  judge = $state.raw<Hired<Judge>['does'] | null>(null);
  #hired: Hired<Judge> | undefined;
  #ended = false;

  constructor(private readonly openable: Openable) {}

  async start(): Promise<void> {
    try {
      const hired = await hireJudge(this.openable.from);
      if (this.#ended) return hired.end();
      this.#hired = hired;
      this.judge = hired.does;
      this.judgement = await hired.does.quick();
      if (this.judgement.container.checksum === 'skipped') {
        this.judgement = await hired.does.whole(proxy((read: number) => (this.read = read)));
      }
      this.isFinal = true;
    } catch (error) {
      this.error = error instanceof Error ? error.message : String(error);
    }
  }

  end(): void {
    this.#ended = true;
    this.#hired?.end();
  }
}
