import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock, systemRandom } from '@services/kit/clock';
import { loadConfig } from '@services/kit/config';
import type { Database } from '@services/kit/db';
import { listen, stopHttp } from '@services/kit/http';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import type { Outgoing } from '@services/kit/outgoing';
import { hashPassword } from '@services/kit/passwords';
import { type TestDatabase, testDatabase } from '@services/kit/testing';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../src/app.js';
import { DEFAULT_SCOPES, type Scope } from '../../src/auth/scopes.js';
import type { TokenOwner } from '../../src/auth/tokens.js';
import { configSchema, type FraudConfig } from '../../src/config/schema.js';
import { createServer } from '../../src/http/server.js';
import { openKeys } from '../../src/keys.js';
import { FRAUD_MIGRATIONS } from '../../src/migrations.js';
import { openApp } from '../../src/open-app.js';
import type { Tier } from '../../src/tiers/tiers.js';
import { addUser } from '../../src/users/store.js';
import { PublishedDocument } from './document.js';

export const PASSWORD = 'correct horse 7 battery';
/** Password hash that all users of a run share, because computing a hash takes 30 ms. */
let hash: Promise<string> | undefined;

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the tests that read them
  json: any;
  text: string;
}

export interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A user with a bearer token, and calls with this token. */
export interface TestUser {
  id: number;
  token: string;
  get(path: string): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** A service on a free port, with a manual clock. */
export interface Fixture {
  app: App;
  server: FastifyInstance;
  db: Database;
  clock: ManualClock;
  url: string;
  dataDir: string;
  logged(): string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  user(name: string, options?: { tier?: Tier; scopes?: readonly Scope[] }): Promise<TestUser>;
  stop(): Promise<void>;
}

/** Settings by name, such as `limits.smsCharacters`. */
export type Settings = Record<string, unknown>;

export function testConfig(dataDir: string, settings: Settings = {}): FraudConfig {
  return loadConfig({ name: 'FRAUD', schema: configSchema, dataDir, env: {}, flags: settings });
}

export interface FixtureOptions {
  settings?: Settings;
  outgoing?: Outgoing;
  /** Shares the database of another fixture, as a second process would. */
  beside?: Fixture;
  /** A database to use instead of a new one; it is closed with the fixture. */
  database?: TestDatabase;
}

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const { settings = {}, beside } = options;
  const database = beside
    ? undefined
    : (options.database ?? (await testDatabase({ migrations: [KIT_MIGRATIONS, FRAUD_MIGRATIONS] })));
  const db = beside?.db ?? database!.db;
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'fraud-test-')));
  const clock = beside?.clock ?? new ManualClock(Date.UTC(2026, 5, 1, 12));
  const lines: string[] = [];
  const log = createLogger({ level: 'debug', destination: { write: (line) => lines.push(line) } });
  if (!beside) {
    await openKeys(db, dataDir, { config: testConfig(dataDir, settings), clock, random: systemRandom });
  }
  const app = await openApp({
    config: testConfig(dataDir, settings),
    dataDir,
    db,
    log,
    clock,
    ...(options.outgoing ? { outgoing: options.outgoing } : {}),
  });
  const server = await createServer(app);
  const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
  const document = await PublishedDocument.of(url);

  /** Gets new tokens, for tests that advance the clock by days. */
  const renewals = new Map<string, { owner: TokenOwner; issuedAt: number; token: string }>();
  async function renewed(token: string): Promise<string> {
    const known = renewals.get(token);
    if (!known || clock.now() - known.issuedAt < 3_600_000) return known?.token ?? token;
    const { token: fresh } = await app.tokens.issue(known.owner);
    renewals.set(token, { ...known, token: fresh, issuedAt: clock.now() });
    return fresh;
  }

  const service: Fixture = {
    app,
    server,
    db,
    clock,
    url,
    dataDir,
    logged: () => lines.join(''),
    async call(method, path, callOptions = {}) {
      const token = callOptions.token && (await renewed(callOptions.token));
      const answer = await call(url + path, method, { ...callOptions, ...(token ? { token } : {}) });
      document.check(method, path, answer.status, answer.json);
      return answer;
    },
    async user(name, { tier = 'enterprise', scopes = DEFAULT_SCOPES } = {}) {
      hash ??= hashPassword(PASSWORD);
      const createdAt = clock.now();
      const id = await addUser(db, { name, passwordHash: await hash, tier, scopes, createdAt });
      const owner = { id, tier, scopes, revokedBefore: 0 };
      const { token } = await app.tokens.issue(owner);
      renewals.set(token, { owner, issuedAt: createdAt, token });
      return {
        id,
        token,
        get: (path) => service.call('GET', path, { token }),
        post: (path, body, headers = {}) => service.call('POST', path, { token, body, headers }),
        delete: (path) => service.call('DELETE', path, { token }),
      };
    },
    async stop() {
      await stopHttp(server, 1_000);
      await app.jobs.stop();
      if (database) {
        await database.dispose();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  };
  return service;
}

export async function call(url: string, method: string, options: CallOptions = {}): Promise<Answer> {
  const { token, body, headers = {} } = options;
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await answer.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: answer.status, headers: answer.headers, json, text };
}

/** Returns the pages of a listing, each with the rows in the given member of the answer. */
export async function pagesOf(
  get: (path: string) => Promise<Pick<Answer, 'json'>>,
  path: string,
  rows: string,
) {
  // biome-ignore lint/suspicious/noExplicitAny: rows are checked by the tests that read them
  const pages: any[][] = [];
  for (let query = ''; ; ) {
    const { json } = await get(path + query);
    pages.push(json[rows]);
    if (json.next_cursor === undefined) return pages;
    query = `&cursor=${json.next_cursor}`;
  }
}

/** Two texts: every model judges the first as fraud, and no model the second. */
export const FRAUD_SMS =
  'URGENT: your bank account is suspended. Verify your password now at http://secure-login.example.top/verify or lose access!';
export const FINE_SMS = 'See you at seven, I will bring the cake.';

export const sms = (content: string) => ({ data_type: 'sms', content });
