import type { FactPlace } from '../rules/facts/fact-place.js';
import { MAX_RUN_CHANNELS, MAX_WRITE_RUN } from '../rules/facts/gathering-limits.js';
import { addReference, type ReferenceBudget, type References } from '../rules/facts/references.js';

interface ChannelRun {
  count: number;
  bytes: number;
  readonly first: FactPlace;
}

/**
 * Counts consecutive configuration writes by channel, if writes are listed one by one, and notes runs that
 * are too long or have no data. A run ends at the latest with its operation.
 */
export class WriteRuns {
  #channels = new Map<number, ChannelRun>();
  #operation = -1;
  #action = -1;

  constructor(
    private readonly references: References,
    private readonly budget: ReferenceBudget,
  ) {}

  /**
   * @param operation offset of the operation; `action` is the index of the action in the operation
   * @param bytes length of the write's data
   */
  add(operation: number, action: number, channel: number, bytes: number, place: () => FactPlace): void {
    if (operation !== this.#operation || action !== this.#action + 1) this.end();
    this.#operation = operation;
    this.#action = action;
    const run = this.#channels.get(channel);
    if (run !== undefined) {
      run.count++;
      run.bytes += bytes;
    } else if (this.#channels.size < MAX_RUN_CHANNELS) {
      this.#channels.set(channel, { count: 1, bytes, first: place() });
    } else {
      this.references.untracked++;
    }
  }

  end(): void {
    for (const [channel, { count, bytes, first }] of this.#channels) {
      const note = (kind: 'empty-channel-run' | 'long-channel-run') =>
        addReference(this.references, kind, channel, this.budget, () => first);
      if (bytes === 0) note('empty-channel-run');
      if (count > MAX_WRITE_RUN) note('long-channel-run');
    }
    if (this.#channels.size > 0) this.#channels = new Map();
  }
}
