import type { Clock, Random } from '@services/kit/clock';
import type { Database, Queryable } from '@services/kit/db';
import type { Jobs } from '@services/kit/jobs';
import type { Logger } from '@services/kit/log';
import type { outgoing } from '@services/kit/outgoing';
import type { ChatConfig } from './config.js';
import type { Change, Joint, Writer } from './db/writer.js';
import type { Audience, EventBody } from './events/emit.js';
import type { EventHub } from './events/hub.js';
import type { Limits } from './http/limits.js';
import type { Directory, DirectoryView } from './organization/directory.js';
import type { FileStore } from './uploads/storage.js';
import type { Credentials } from './users/credentials.js';

/** Argument of a `tell` callback: the members of `WriteTx` that work without a transaction. */
export interface TellTx extends Queryable {
  readonly now: number;
  readonly directory: DirectoryView;
  emitEphemeral(event: EventBody, audience: Pick<Audience, 'users'>): void;
}

export interface App {
  readonly config: ChatConfig;
  readonly db: Database;
  readonly writer: Writer;
  readonly directory: Directory;
  readonly credentials: Credentials;
  readonly events: EventHub;
  readonly jobs: Jobs;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Storage of uploads and pictures. */
  readonly files: FileStore;
  /** Sends requests to addresses that users choose. */
  readonly outgoing: ReturnType<typeof outgoing>;
  /**
   * URL at which clients reach the service, without a trailing slash. If the system chooses the port, the URL is only
   * known once the server listens.
   */
  readonly publicUrl: string;
  /** Host name in the public URL, for hidden addresses and mails. */
  readonly publicHost: string;
  /**
   * Notifies users of events that are not stored, such as typing. Does not wait for the lock under which changes run.
   * The callback's queries do not run in a transaction.
   */
  tell<T>(work: (tx: TellTx) => Promise<T>): Promise<T>;
  /** Makes a change in the database. Every change uses this method; see Writer. */
  write<T, Q = never>(change: Change<T>, joint?: Joint<Q, T>): Promise<T>;
}
