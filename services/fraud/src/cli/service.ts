import type { ServiceDefinition } from '@services/kit/cli';
import type { App } from '../app.js';
import { configSchema } from '../config/schema.js';
import { FRAUD_MIGRATIONS } from '../migrations.js';
import { addCommands } from './commands.js';
import { growNursery } from './nursery.js';

/** Modules are loaded when they are needed, because most commands only send a request to a running server. */
export const fraudService: ServiceDefinition<typeof configSchema, App> = {
  name: 'fraud',
  description:
    'Judges messages and payments, keeps sensitive data as tokens, and informs about money matters.',
  version: '0.1.0',
  schema: configSchema,
  migrations: [FRAUD_MIGRATIONS],
  databaseUrl: (config) => config.database.url,
  logLevel: (config) => config.log.level,
  migratesOnServe: (config) => config.database.migrate,
  async open({ dataDir, config, db, clock, random, log, metrics }) {
    // The start of the embedded database's worker has reset V8's flags.
    growNursery(false);
    const [{ openKeys }, { openApp }] = await Promise.all([import('../keys.js'), import('../open-app.js')]);
    await openKeys(db, dataDir, { config, clock, random });
    return openApp({ dataDir, config, db, clock, random, log, metrics });
  },
  close: (app) => app.jobs.stop(),
  serve: async (app, base) => (await import('./serve.js')).serve(app, base),
  actions: async () => (await import('./actions.js')).actions,
  init: {
    options: (command) =>
      command
        .option('--user <name>', 'name of the first user', 'admin')
        .option('--password-file <file>', 'file whose first line is the password; asked for otherwise'),
    run: async (app, options, tools) => (await import('./init.js')).initUser(app, options, tools),
  },
  doctor: async (_dataDir, _config, app) => (await import('./doctor.js')).examineKeys(app),
  demo: 'fill a fresh data directory with a user, a month of payments and checked messages',
  commands: addCommands,
};
