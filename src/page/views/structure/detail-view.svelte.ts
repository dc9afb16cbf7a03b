import type { Detail } from '../../../show/inspect/detail.js';
import type { Part } from '../../../show/inspect/part.js';
import { failureOf, failureText } from '../../state/failure.js';
import { Newest } from './newest.js';

/** Returns details of a part. */
export interface Describer {
  detail(part: Part): Promise<Detail>;
}

/** Details of the selected part. */
export class DetailView {
  /** Details of the part that was requested last; those of the previous part until they arrive. */
  detail = $state.raw<Detail | null>(null);
  error = $state<string | null>(null);
  readonly #newest = new Newest();

  constructor(private readonly describer: Describer) {}

  show(part: Part): void {
    this.#newest.ask(async () => {
      try {
        const detail = await this.describer.detail(part);
        if (this.#newest.isStale) return;
        this.detail = detail;
        this.error = null;
      } catch (error) {
        this.error = failureText(failureOf(error));
      }
    });
  }
}
