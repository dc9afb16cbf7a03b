import type { Base, RunningService } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { createAdmin } from '@services/kit/health';
import { listen, stopHttp } from '@services/kit/http';
import type { App } from '../app.js';
import { scheduleCleanup } from '../cleanup.js';
import type { configSchema, FraudConfig } from '../config/schema.js';
import { createServer } from '../http/server.js';
import { growNursery } from './nursery.js';

/** Time that current requests have to finish during a shut-down. */
const GRACE_MS = 10_000;

export async function serve(app: App, { config }: Base<typeof configSchema>): Promise<RunningService> {
  const server = await createServer(app);
  const admin = createAdmin({ metrics: app.metrics.kit, ready: () => readiness(app) });
  server.server.once('connection', () => growNursery(true));
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

/** Returns null if requests can be served, otherwise the reason. */
async function readiness(app: App): Promise<string | null> {
  if (app.stopping) return 'stopping';
  await app.db.one(sql`select 1 as answer`);
  return null;
}
