import { readFile } from 'node:fs/promises';
import type { Base, RunningService, ServiceDefinition } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { createAdmin } from '@services/kit/health';
import { listen, stopHttp } from '@services/kit/http';
import type { App } from '../app.js';
import { CHAT_CONFIG } from '../config.js';
import { CHAT_MIGRATIONS, createApp, startApp } from '../create-app.js';
import { createServer } from '../http/server.js';
import { EXTRA_ROUTES, ROUTES } from '../routes.js';
import { actions } from './actions.js';
import { addCommands } from './commands.js';
import { examineChat } from './doctor.js';
import { initialize, initOptions } from './init.js';
import { watchChat } from './metrics.js';

/** Requests that are being answered have so long to end. */
const GRACE_MS = 10_000;

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const chatService: ServiceDefinition<typeof CHAT_CONFIG, App> = {
  name: 'chat',
  description: 'Team chat over HTTP',
  version,
  schema: CHAT_CONFIG,
  migrations: [CHAT_MIGRATIONS],
  databaseUrl: (config) => config.databaseUrl,
  logLevel: (config) => config.logLevel,
  open: ({ config, dataDir, db, log, clock, random }) =>
    createApp({
      config: { ...config, dataDir, publicUrl: config.publicUrl || `http://${config.host}:${config.port}` },
      db,
      log,
      clock,
      random,
    }),
  close: (app) => app.writer.idle(),
  serve,
  actions,
  init: { options: initOptions, run: initialize },
  doctor: (_dataDir, config, app) => examineChat(config, app),
  commands: addCommands,
};

async function serve(app: App, { config, metrics }: Base<typeof CHAT_CONFIG>): Promise<RunningService> {
  let isStopping = false;
  const server = await createServer(app, ROUTES, { extra: EXTRA_ROUTES, metrics });
  const ready = async () => {
    if (isStopping) return 'stopping';
    await app.db.one(sql`SELECT 1`);
    return null;
  };
  const admin = createAdmin({ metrics, ready });
  watchChat(metrics, app);
  await startApp(app);
  const { url, port } = await listen(server, { host: config.host, port: config.port });
  // A port that the system chose is known only now.
  if (config.publicUrl === '') app.config.publicUrl = url;
  const { url: adminUrl } = await listen(admin, { host: config.adminHost, port: config.adminPort });
  app.log.info({ port, adminUrl }, 'listens');
  return {
    url: app.publicUrl,
    steps: [
      {
        name: 'readiness',
        async stop() {
          isStopping = true;
        },
      },
      // Held polls first: the server waits for requests that are being answered.
      { name: 'event queues', stop: () => app.events.stop() },
      { name: 'requests', stop: () => stopHttp(server, GRACE_MS) },
      { name: 'jobs', stop: () => app.jobs.stop() },
      { name: 'writer', stop: () => app.writer.idle() },
      { name: 'acknowledgements', stop: () => app.events.flush() },
      { name: 'health', stop: () => admin.close() },
    ],
  };
}
