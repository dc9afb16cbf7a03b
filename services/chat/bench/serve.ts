import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@services/kit/db';
import { listen } from '@services/kit/http';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { Value } from 'typebox/value';
import { CHAT_CONFIG, type ChatConfig } from '../src/config.js';
import { CHAT_MIGRATIONS, createApp, startApp } from '../src/create-app.js';
import { createServer } from '../src/http/server.js';
import { isSetUp } from '../src/organization/set-up.js';
import { EXTRA_ROUTES, ROUTES } from '../src/routes.js';
import { fill, grow } from './organization.js';

/**
 * Serves a filled data directory, without rate limits: `serve.ts DIR`; with `grow`, first makes the organization
 * large.
 */
const [dataDir, size] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('the data directory is missing');
const unlimited = { points: 1_000_000_000, windowSeconds: 60 };
const config: ChatConfig = {
  ...(Value.Default(CHAT_CONFIG, {}) as ChatConfig),
  dataDir,
  port: 0,
  logLevel: 'error',
  databaseUrl: process.env.CHAT_DATABASE_URL ?? '',
  rateUser: unlimited,
  rateAddress: unlimited,
  rateSend: unlimited,
};
const log = createLogger({ level: config.logLevel, pretty: false });
const db = await openDatabase({ url: config.databaseUrl, dataDir, log, statementTimeoutMs: 120_000 });
await migrate(db, [KIT_MIGRATIONS, CHAT_MIGRATIONS]);
const app = await createApp({ config, db, log });
if (!(await isSetUp(db))) await writeFile(join(dataDir, 'bench.json'), JSON.stringify(await fill(app, db)));
if (size === 'grow') await grow(app, db);
const server = await createServer(app, ROUTES, { extra: EXTRA_ROUTES });
const { url } = await listen(server, { host: '127.0.0.1', port: 0 });
await startApp(app);
console.log(`ready at ${url}`);
// Prints the size of the heap after a full collection; needs --expose-gc.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  console.log(`heap ${process.memoryUsage().heapUsed}`);
});
process.once('SIGTERM', () => process.exit(0));
