import { setTimeout as delay } from 'node:timers/promises';
import { type Database, DatabaseUnavailable } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import type { Listed, ListedPage } from '../objects/listing.js';
import { notifiedObjects } from '../objects/notifications.js';
import { selection } from '../runs/rules.js';
import type { Run } from '../runs/run.js';
import { SCAN_DEFAULTS, type Scanned, scanRun } from '../runs/scan.js';
import type { EventQueue, QueueMessage } from './event-queue.js';

/** Maximum wait of one request for messages. */
const IDLE_MS = 20_000;

/** First and longest wait after a failure of the queue or the database; the wait doubles each time. */
const FIRST_PAUSE_MS = 1_000;
const MOST_PAUSE_MS = 60_000;

/** Number of objects after which a run begins although its window has not ended. */
const MOST_OBJECTS = 10_000;

export interface EventRunsOptions {
  readonly db: Database;
  readonly log: Logger;
  readonly queue: EventQueue;
  readonly source: Run['source'];
  /** Time from the first event of a run to the start of the run. All events in this time share the run. */
  readonly windowMs: number;
  createRun(): Promise<Run>;
  told(run: Run, scanned: Scanned): Promise<void>;
}

/** The queue failed, although it responded earlier. */
class QueueFailure extends Error {
  override readonly name = 'QueueFailure';
}

/** Objects and messages of one run. */
interface Gathered {
  /** The latest event of each object, by URL. */
  readonly objects: Map<string, Listed>;
  readonly messages: QueueMessage[];
}

/**
 * Turns notifications of a bucket into runs. A message is removed from its queue once its objects are stored,
 * so a crash loses no message; an object that is notified twice is unchanged the second time. Messages that
 * are not notifications stay in the queue until the server moves them to its dead-letter queue.
 */
export class EventRuns {
  /** True after the first response of the queue. */
  #isReached = false;

  constructor(private readonly options: EventRunsOptions) {}

  /**
   * Resolves after the signal, once the received events are stored.
   * @throws the error of the first request for messages; later requests are retried
   */
  async perform(signal: AbortSignal): Promise<void> {
    const { log } = this.options;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const gathered = await this.#gather(signal);
        await this.#store(gathered);
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (signal.aborted) return;
        if (!this.#isReached || !(error instanceof QueueFailure || error instanceof DatabaseUnavailable))
          throw error;
        log.warn({ err: error, pauseMs }, 'events cannot be received now; retrying');
        await delay(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(MOST_PAUSE_MS, pauseMs * 2);
      }
    }
  }

  async #gather(signal: AbortSignal): Promise<Gathered> {
    const { queue, windowMs } = this.options;
    const gathered: Gathered = { objects: new Map(), messages: [] };
    let end = Number.POSITIVE_INFINITY;
    while (!signal.aborted && performance.now() < end && gathered.objects.size < MOST_OBJECTS) {
      const waitMs = Math.min(IDLE_MS, end - performance.now());
      const messages = await queue.receive(waitMs, signal).catch((error: unknown) => {
        // If the request fails, the events that were received before it are stored.
        if (gathered.messages.length > 0) return undefined;
        if (signal.aborted) return [];
        throw this.#isReached ? new QueueFailure('the queue failed', { cause: error }) : error;
      });
      this.#isReached = true;
      if (messages === undefined) break;
      this.#take(gathered, messages);
      if (gathered.messages.length > 0) end = Math.min(end, performance.now() + windowMs);
    }
    return gathered;
  }

  #take({ objects, messages }: Gathered, received: readonly QueueMessage[]): void {
    const { source, log } = this.options;
    const isSelected = selection(source);
    for (const message of received) {
      const notified = notifiedObjects(message.body);
      if (notified === undefined) {
        log.warn({ body: message.body.slice(0, 200) }, 'not a notification of a bucket: left in the queue');
        continue;
      }
      messages.push(message);
      for (const object of notified) {
        if (!object.uri.startsWith(source.uri) || !isSelected(object.uri)) continue;
        objects.set(object.uri, object);
      }
    }
  }

  async #store({ objects, messages }: Gathered): Promise<void> {
    const { db, log, queue, createRun, told } = this.options;
    if (objects.size > 0) {
      const run = await createRun();
      const tell = (line: string) => log.info({ run: run.id }, line);
      const scanned = await scanRun(db, run, pageOf([...objects.values()]), SCAN_DEFAULTS, log, tell);
      await told(run, scanned);
    }
    if (messages.length === 0) return;
    await queue.remove(messages).catch((error: unknown) => {
      throw new QueueFailure('messages could not be removed', { cause: error });
    });
  }
}

async function* pageOf(objects: readonly Listed[]): AsyncGenerator<ListedPage> {
  yield { objects, skipped: [] };
}
