import { ManualClock } from '@services/kit/clock';
import { type Database, json, sql } from '@services/kit/db';
import { listen } from '@services/kit/http';
import { createLogger, type Logger } from '@services/kit/log';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import { type TestDatabase, testDatabase } from '@services/kit/testing';
import { Value } from 'typebox/value';
import type { App } from '../../src/app.js';
import { CHAT_CONFIG, type ChatConfig } from '../../src/config.js';
import { CHAT_MIGRATIONS, createApp, startApp, stopApp } from '../../src/create-app.js';
import { createServer } from '../../src/http/server.js';
import { setUpOrganization } from '../../src/organization/set-up.js';
import { EXTRA_ROUTES, ROUTES } from '../../src/routes.js';
import { ROLE, type Role } from '../../src/users/account.js';
import { issueKey } from '../../src/users/credentials.js';
import { ApiClient } from './client.js';

export { ManualClock, ROLE };

export interface TestUser {
  id: number;
  email: string;
  key: string;
  role: Role;
  client: ApiClient;
}

/** A running service with a new database, and functions that add people. */
export interface Chat {
  app: App;
  db: Database;
  url: string;
  /** Creates an account with an API key, without events or subscriptions. */
  user(options?: {
    name?: string;
    email?: string;
    role?: Role;
    bot?: boolean;
    ownerId?: number;
  }): Promise<TestUser>;
  anonymous(): ApiClient;
  stop(): Promise<void>;
}

export function testConfig(dataDir: string, changes: Partial<ChatConfig> = {}): ChatConfig {
  const many = { points: 1_000_000, windowSeconds: 60 };
  return {
    ...(Value.Default(CHAT_CONFIG, {}) as ChatConfig),
    dataDir,
    port: 0,
    logLevel: 'error',
    checkAnswers: true,
    rateUser: many,
    rateAddress: many,
    rateSend: many,
    rateSendBot: many,
    ...changes,
  };
}

/**
 * Starts one server and one database for a test file: `const chat = await startChat()` in beforeAll, `chat.stop()`
 * after.
 */
export async function startChat(
  options: {
    config?: Partial<ChatConfig>;
    clock?: ManualClock;
    database?: TestDatabase;
    log?: Logger;
    /** Fills the fresh database; by default, creates an organization without accounts. */
    fill?: (app: App) => Promise<unknown>;
  } = {},
): Promise<Chat> {
  const { database } = options;
  const { db, dataDir, dispose } =
    database ?? (await testDatabase({ migrations: [KIT_MIGRATIONS, CHAT_MIGRATIONS] }));
  const config = testConfig(dataDir, options.config);
  const log = options.log ?? createLogger({ level: config.logLevel, pretty: false });
  const app = await createApp({
    config,
    db,
    log,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const setUp = (app: App) => app.write((tx) => setUpOrganization(app, tx, 'Test Organization'));
  await (options.fill ?? setUp)(app);
  const server = await createServer(app, ROUTES, { extra: EXTRA_ROUTES });
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  config.publicUrl ||= url;
  await startApp(app);
  let made = 0;
  return {
    app,
    db,
    url,
    async user({ name, email, role = ROLE.member, bot = false, ownerId } = {}) {
      const number = ++made;
      const address = email ?? `user${number}@example.com`;
      const { id, key } = await app.write(async (tx) => {
        const row = await tx.one<{ id: number }>(sql`INSERT INTO account
            (email, email_key, full_name, role, joined_at, is_bot, bot_type, bot_owner_id, settings)
          VALUES (${address}, ${address.toLowerCase()}, ${name ?? `User ${number}`}, ${role}, ${tx.now},
            ${bot}, ${bot ? 1 : null}, ${ownerId ?? null}, ${json({})}) RETURNING id`);
        tx.changed({ accounts: [row!.id] });
        return { id: row!.id, key: await issueKey(tx, app.random, row!.id) };
      });
      return { id, email: address, key, role, client: new ApiClient(url, { email: address, key }) };
    },
    anonymous: () => new ApiClient(url),
    async stop() {
      await stopApp(app);
      await server.close();
      await dispose();
    },
  };
}
