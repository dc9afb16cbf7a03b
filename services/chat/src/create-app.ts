import { join } from 'node:path';
import { type Clock, type Random, randomText, systemClock, systemRandom } from '@services/kit/clock';
import { array, type Database, sql } from '@services/kit/db';
import { Jobs } from '@services/kit/jobs';
import type { Logger } from '@services/kit/log';
import { outgoing } from '@services/kit/outgoing';
import type { App, TellTx } from './app.js';
import { defineBackgroundWork, scheduleCleanup } from './background.js';
import type { ChatConfig } from './config.js';
import { Writer } from './db/writer.js';
import type { EventBody } from './events/emit.js';
import { EventHub } from './events/hub.js';
import { Peers } from './events/peers.js';
import { accountDeactivated } from './http/errors.js';
import { Limits } from './http/limits.js';
import { Directory } from './organization/directory.js';
import { PLAIN_SETTINGS } from './organization/settings.js';
import { BucketStore, MAX_OBJECT_MIB } from './uploads/bucket-store.js';
import { FolderStore } from './uploads/folder-store.js';
import type { FileStore } from './uploads/storage.js';
import { Credentials } from './users/credentials.js';

/** Folder of the chat service's migrations, which are applied after the kit's migrations. */
export const CHAT_MIGRATIONS = new URL('../migrations/', import.meta.url);

async function openFiles(config: ChatConfig, random: Random): Promise<FileStore> {
  const folder = config.uploadsDir || join(config.dataDir, 'uploads');
  if (config.uploadsUrl === '') return FolderStore.open(folder, random);
  if (config.maxFileUploadMib > MAX_OBJECT_MIB)
    throw new Error(`maxFileUploadMib: a bucket takes at most ${MAX_OBJECT_MIB} MiB`);
  const { uploadsUrl: url, uploadsEndpoint: endpoint, uploadsRegion: region } = config;
  return BucketStore.open({ url, endpoint, region, temporaryFolder: join(folder, 'tmp') }, random);
}

/**
 * Creates the service on an open, migrated database. The service is not active yet: `startApp` restores the event
 * queues and starts jobs; `stopApp` stops the service except for the database.
 */
export async function createApp(options: {
  config: ChatConfig;
  db: Database;
  log: Logger;
  clock?: Clock;
  random?: Random;
}): Promise<App> {
  const { config, db, log, clock = systemClock, random = systemRandom } = options;
  const directory = new Directory(db);
  const peers = db.kind === 'postgres' ? new Peers(db, log, randomText(random, 16)) : undefined;
  const events = new EventHub({
    db,
    peers,
    sawVersion: (version) => directory.sawVersion(version),
    clock,
    random,
    log,
    config,
    settings: {
      emptyTopicDisplayName: PLAIN_SETTINGS.empty_topic_display_name,
      defaultAvatar: (userId) => `/avatar/${userId}`,
    },
  });
  directory.onChange((changes) => {
    if (changes !== 'all' && !changes.organization) return;
    useSettings(directory, events).catch((error: unknown) =>
      log.warn({ err: error }, 'the organization could not be read'),
    );
  });
  if (peers !== undefined)
    directory.onChange((changes) => {
      if (changes !== 'all') return;
      endDeactivated(db, events).catch((error: unknown) =>
        log.warn({ err: error }, 'queues of deactivated accounts could not be ended'),
      );
    });
  const writer = new Writer({
    db,
    clock,
    directory,
    log,
    publish: (published, since, span) => events.publish(published, since, span),
    processName: peers?.name,
  });
  const jobs = new Jobs({ db, clock, log, random });
  const app: App = {
    config,
    db,
    writer,
    directory,
    credentials: new Credentials(db, directory, () => publicHost(config)),
    events,
    jobs,
    limits: new Limits(config, clock, config.severalProcesses ? db : undefined),
    clock,
    random,
    log,
    files: await openFiles(config, random),
    outgoing: outgoing({
      allow: config.outgoingAllow,
      ...(config.outgoingPorts.length === 0 ? {} : { ports: config.outgoingPorts }),
    }),
    get publicUrl() {
      return config.publicUrl;
    },
    get publicHost() {
      return publicHost(config);
    },
    tell: (work) => tell(app, work),
    write: (change, joint) => writer.write(change, joint),
  };
  defineBackgroundWork(app);
  return app;
}

async function tell<T>(app: App, work: (tx: TellTx) => Promise<T>): Promise<T> {
  const { db, directory, events } = app;
  const told: { body: EventBody; users: number[] | 'everyone' }[] = [];
  const result = await work({
    rows: (query) => db.rows(query),
    one: (query) => db.one(query),
    run: (query) => db.run(query),
    directory,
    now: app.clock.now(),
    emitEphemeral: (body, { users }) =>
      void told.push({ body, users: typeof users === 'string' ? users : [...users] }),
  });
  for (const { body, users } of told)
    if (!events.tell(body, users)) await app.write(async (tx) => tx.emitEphemeral(body, { users }));
  return result;
}

/** Ends queues of deactivated users, in case another process has deactivated them. */
async function endDeactivated(db: Database, events: EventHub): Promise<void> {
  const rows = await db.rows<{ id: number }>(
    sql`SELECT id FROM account WHERE NOT is_active AND id = ANY(${array(events.users, 'int4')})`,
  );
  for (const { id } of rows) events.endQueuesOf(id, accountDeactivated());
}

/** Gives the hub the organization's settings that change the form of events. */
async function useSettings(directory: Directory, events: EventHub): Promise<void> {
  const { settings } = await directory.organization();
  events.useEmptyTopicName(settings.empty_topic_display_name);
}

export async function startApp(app: App): Promise<void> {
  await useSettings(app.directory, app.events);
  await app.events.start();
  await scheduleCleanup(app);
  app.jobs.start();
}

export async function stopApp(app: App): Promise<void> {
  await app.jobs.stop();
  await app.writer.idle();
  await app.events.stop();
}

/** Returns the host name for hidden addresses and mails. */
export function publicHost(config: Pick<ChatConfig, 'publicUrl'>): string {
  return config.publicUrl === '' ? 'localhost' : new URL(config.publicUrl).hostname;
}
