import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import type { EventQueue } from './queue.js';
import { writeProgress } from './queue-rows.js';

/** Acknowledgements and times of polls that are not stored yet. */
export class Progress {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #isHere: (queue: EventQueue) => boolean;
  readonly #dirty = new Set<EventQueue>();

  /** @param isHere false for queues that were dropped, or that another process has taken over */
  constructor(db: Database, log: Logger, isHere: (queue: EventQueue) => boolean) {
    this.#db = db;
    this.#log = log;
    this.#isHere = isHere;
  }

  note(queue: EventQueue): void {
    this.#dirty.add(queue);
  }

  forget(queue: EventQueue): void {
    this.#dirty.delete(queue);
  }

  async flush(): Promise<void> {
    if (this.#dirty.size === 0) return;
    const queues = [...this.#dirty];
    this.#dirty.clear();
    try {
      await writeProgress(this.#db, queues);
    } catch (error) {
      for (const queue of queues) if (this.#isHere(queue)) this.#dirty.add(queue);
      this.#log.warn({ err: error }, 'acknowledgements could not be written down');
    }
  }
}
