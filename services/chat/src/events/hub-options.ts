import type { Clock, Random } from '@services/kit/clock';
import type { Database } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import type { DeliverySettings } from './delivery.js';
import type { NumberedEvent } from './emit.js';
import type { Peers } from './peers.js';

export interface HubOptions {
  db: Database;
  clock: Clock;
  random: Random;
  log: Logger;
  /** Other processes on the same database; undefined on a database that cannot be shared. */
  peers?: Peers | undefined;
  /** Called with the new version of the directory after another process has changed the directory. */
  sawVersion?: ((version: number) => void) | undefined;
  settings: DeliverySettings;
  config: {
    heartbeatMinSeconds: number;
    heartbeatMaxSeconds: number;
    maxQueuesPerUser: number;
    maxEventsPerQueue: number;
  };
}

/** @param delayMs time from the request of the first change until held polls were answered */
export type PublishObserver = (events: readonly NumberedEvent[], delayMs: number) => void;

/** Collects events between the start of a registration and its end, including those that the snapshot misses. */
export class Registration {
  readonly events: NumberedEvent[] = [];
}
