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
  /** Other processes on the same database; undefined where there can be none. */
  peers?: Peers | undefined;
  /** Told of each version of the directory that other processes make. */
  sawVersion?: ((version: number) => void) | undefined;
  settings: DeliverySettings;
  config: {
    heartbeatMinSeconds: number;
    heartbeatMaxSeconds: number;
    maxQueuesPerUser: number;
    maxEventsPerQueue: number;
  };
}

/** @param delayMs from the request for the first of their changes until held polls were answered */
export type PublishObserver = (events: readonly NumberedEvent[], delayMs: number) => void;

/** Events between the start of a registration and its end: what the snapshot does not have is among them. */
export class Registration {
  readonly events: NumberedEvent[] = [];
}
