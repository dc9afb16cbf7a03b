import { proxy } from 'comlink';
import { type Hired, hireComparer } from '../../engine/client.js';
import type { Compared, Comparison, Noticed } from '../../engine/comparison.js';
import { type Failure, failureOf } from '../../state/failure.js';
import { type OpenFile, session } from '../../state/session.svelte.js';

/** Two files being compared, or what came of it. */
export class Comparing {
  compared = $state.raw<Compared | null>(null);
  noticed = $state.raw<Noticed | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Whether it was given up. */
  isCancelled = $state(false);
  /** Bytes read of both files, in what is being done. */
  read = $state(0);
  /** The engine to ask for changes. */
  asked = $state.raw<Hired<Comparison>['does'] | null>(null);
  #hired: Hired<Comparison> | undefined;
  #ended = false;

  constructor(
    readonly before: OpenFile,
    readonly after: OpenFile,
  ) {
    void this.#start();
  }

  async #start(): Promise<void> {
    const onProgress = proxy((read: number) => (this.read = read));
    try {
      const hired = await hireComparer(this.before.openable.from, this.after.openable.from);
      if (this.#ended) return hired.end();
      this.#hired = hired;
      hired.onBreak((error) => this.#fail(error));
      this.compared = await hired.does.run(onProgress);
      this.asked = hired.does;
      this.read = 0;
      // There is nothing to notice, or nothing to be read.
      const { verdict, problems } = this.compared;
      if (verdict === 'identical' || problems.some(({ code }) => code.startsWith('frame-'))) return;
      this.noticed = await hired.does.noticed(onProgress);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!this.#ended) this.failure = failureOf(error);
  }

  /** Gives it up. */
  cancel(): void {
    this.isCancelled = true;
    this.end();
  }

  end(): void {
    this.#ended = true;
    this.asked = null;
    this.#hired?.end();
  }
}

let last: Comparing | undefined;

/** The comparison of two files. The last one is kept, for a reader who looks at a place in one of them and comes back. */
export function comparingOf(before: OpenFile, after: OpenFile, isAnew = false): Comparing {
  if (isAnew || last?.before !== before || last.after !== after) {
    last?.end();
    last = new Comparing(before, after);
  }
  return last;
}

// Whose file is closed needs no worker any more.
$effect.root(() => {
  $effect(() => {
    const { files } = session;
    if (last === undefined || (files.includes(last.before) && files.includes(last.after))) return;
    last.end();
    last = undefined;
  });
});
