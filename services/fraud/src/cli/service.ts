import type { Base, RunningService, ServiceDefinition } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { createAdmin } from '@services/kit/health';
import { listen, stopHttp } from '@services/kit/http';
import type { App } from '../app.js';
import { scheduleCleanup } from '../cleanup.js';
import { configSchema, type FraudConfig } from '../config/schema.js';
import { createServer } from '../http/server.js';
import { openKeys } from '../keys.js';
import { FRAUD_MIGRATIONS, openApp } from '../open-app.js';
import { actions } from './actions.js';
import { addCommands } from './commands.js';
import { examineKeys } from './doctor.js';
import { initOptions, initUser } from './init.js';

export const VERSION = '0.1.0';

/** Requests that are being answered have so long to end. */
const GRACE_MS = 10_000;

export const fraudService: ServiceDefinition<typeof configSchema, App> = {
  name: 'fraud',
  description:
    'Judges messages and payments, keeps sensitive data as tokens, and informs about money matters.',
  version: VERSION,
  schema: configSchema,
  migrations: [FRAUD_MIGRATIONS],
  databaseUrl: (config) => config.database.url,
  logLevel: (config) => config.log.level,
  migratesOnServe: (config) => config.database.migrate,
  async open({ dataDir, config, db, clock, random, log, metrics }) {
    await openKeys(db, dataDir, { config, clock, random });
    return openApp({ dataDir, config, db, clock, random, log, metrics });
  },
  close: (app) => app.jobs.stop(),
  serve,
  actions,
  init: { options: initOptions, run: initUser },
  doctor: (_dataDir, _config, app) => examineKeys(app),
  commands: addCommands,
};

async function serve(app: App, { config }: Base<typeof configSchema>): Promise<RunningService> {
  const server = await createServer(app);
  const admin = createAdmin({ metrics: app.metrics.kit, ready: () => readiness(app) });
  const { url } = await listen(server, { host: config.host, port: config.port });
  const { url: adminUrl } = await listen(admin, config.admin);
  app.log.info({ url: adminUrl }, 'health and figures');
  app.jobs.start();
  await scheduleCleanup(app, app.clock.now());
  return {
    url: publicAddress(config, url),
    steps: [
      {
        name: 'readiness',
        async stop() {
          app.stopping = true;
        },
      },
      { name: 'requests', stop: () => stopHttp(server, GRACE_MS) },
      { name: 'jobs', stop: () => app.jobs.stop() },
      { name: 'admin', stop: () => admin.close() },
    ],
  };
}

function publicAddress(config: FraudConfig, url: string): string {
  return config.publicUrl === '' ? url : config.publicUrl;
}

/** Null when requests can be served. */
async function readiness(app: App): Promise<string | null> {
  if (app.stopping) return 'stopping';
  await app.db.one(sql`select 1 as answer`);
  return null;
}
