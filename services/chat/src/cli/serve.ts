import type { Base, RunningService } from '@services/kit/cli';
import { sql } from '@services/kit/db';
import { createAdmin } from '@services/kit/health';
import { listen, stopHttp } from '@services/kit/http';
import type { App } from '../app.js';
import type { CHAT_CONFIG } from '../config.js';
import { startApp } from '../create-app.js';
import { createServer } from '../http/server.js';
import { EXTRA_ROUTES, ROUTES } from '../routes.js';
import { watchChat } from './metrics.js';

/** Time that current requests have to finish during a shut-down. */
const GRACE_MS = 10_000;

export async function serve(
  app: App,
  { config, metrics }: Base<typeof CHAT_CONFIG>,
): Promise<RunningService> {
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
  // If the system chooses the port, the URL is only known after `listen`.
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
      // Held polls end first, because the shut-down of the server waits for current requests.
      { name: 'event queues', stop: () => app.events.stop() },
      { name: 'requests', stop: () => stopHttp(server, GRACE_MS) },
      { name: 'jobs', stop: () => app.jobs.stop() },
      { name: 'writer', stop: () => app.writer.idle() },
      { name: 'acknowledgements', stop: () => app.events.flush() },
      { name: 'health', stop: () => admin.close() },
    ],
  };
}
