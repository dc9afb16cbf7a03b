import { proxy } from 'comlink';
import type { ComparedCosts } from '../../../show/report/diff-cost.js';
import { type Hired, hireComparer } from '../../engine/client.js';
import type { Compared, ContextTable, Noticed, PageComparison } from '../../engine/comparison.js';
import { type Failure, failureOf } from '../../state/failure.js';
import { type OpenFile, session } from '../../state/session.svelte.js';

type Looker = NonNullable<OpenFile['looker']>;

/** Comparison of two files, running or finished. */
export class Comparing {
  compared = $state.raw<Compared | null>(null);
  noticed = $state.raw<Noticed | null>(null);
  contexts = $state.raw<readonly ContextTable[]>([]);
  /** Costs of both files; null until known. */
  costs = $state.raw<ComparedCosts | null>(null);
  failure = $state.raw<Failure | null>(null);
  isCancelled = $state(false);
  /** Bytes read of both files, in the current step. */
  read = $state(0);
  /** Engine for requests about changes. */
  asked = $state.raw<Hired<PageComparison>['does'] | null>(null);
  #hired: Hired<PageComparison> | undefined;
  #ended = false;
  #areCostsAsked = false;

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
      const compared = await hired.does.run(onProgress);
      this.contexts = await hired.does.contexts(null);
      this.asked = hired.does;
      this.compared = compared;
      this.read = 0;
      // Identical or unreadable files have no changes to notice.
      const { verdict, problems } = this.compared;
      if (verdict === 'identical' || problems.some(({ code }) => code.startsWith('frame-'))) return;
      this.noticed = await hired.does.noticed(onProgress);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Requests the costs of both files from their own engines, which may have counted them for other views. */
  async askCosts(before: Looker, after: Looker): Promise<void> {
    if (this.#areCostsAsked || this.asked === null) return;
    this.#areCostsAsked = true;
    try {
      const [one, two] = await Promise.all([before.cost(), after.cost()]);
      this.costs = { before: one, after: two };
      this.contexts = (await this.asked?.contexts(this.costs)) ?? this.contexts;
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!this.#ended) this.failure = failureOf(error);
  }

  /** Cancels the comparison. */
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

/** Comparison of two files. The last one is kept, for a reader who visits one of the files and comes back. */
export function comparingOf(before: OpenFile, after: OpenFile, isAnew = false): Comparing {
  if (isAnew || last?.before !== before || last.after !== after) {
    last?.end();
    last = new Comparing(before, after);
  }
  return last;
}

// After a file was closed, its comparison needs no worker.
$effect.root(() => {
  $effect(() => {
    const { files } = session;
    if (last === undefined || (files.includes(last.before) && files.includes(last.after))) return;
    last.end();
    last = undefined;
  });
});
