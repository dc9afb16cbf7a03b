import { proxy } from 'comlink';
import type { ComparedCosts } from '../../../show/report/diff-cost.js';
import { type Hired, hireComparer } from '../../engine/client.js';
import type { Compared, ContextTable, Noticed, PageComparison } from '../../engine/comparison.js';
import { type Failure, failureOf } from '../../state/failure.js';
import { type OpenFile, session } from '../../state/session.svelte.js';

type Looker = NonNullable<OpenFile['looker']>;

/** A running or finished comparison of two files. */
export class Comparing {
  compared = $state.raw<Compared | null>(null);
  noticed = $state.raw<Noticed | null>(null);
  contexts = $state.raw<readonly ContextTable[]>([]);
  /** Costs of both files; null if not known yet. */
  costs = $state.raw<ComparedCosts | null>(null);
  failure = $state.raw<Failure | null>(null);
  isCancelled = $state(false);
  /** Number of bytes read from both files, in the current phase. */
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

  /** Requests the costs from the engines of both files, because other views may already have counted them. */
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

/**
 * Returns the comparison of two files. The last comparison is kept, for a reader who returns from another
 * view.
 */
export function comparingOf(before: OpenFile, after: OpenFile, isAnew = false): Comparing {
  if (isAnew || last?.before !== before || last.after !== after) {
    last?.end();
    last = new Comparing(before, after);
  }
  return last;
}

// If one of the files is closed, the comparison ends its worker.
$effect.root(() => {
  $effect(() => {
    const { files } = session;
    if (last === undefined || (files.includes(last.before) && files.includes(last.after))) return;
    last.end();
    last = undefined;
  });
});
