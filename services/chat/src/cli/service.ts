import { readFileSync } from 'node:fs';
import type { ServiceDefinition } from '@services/kit/cli';
import type { App } from '../app.js';
import { CHAT_CONFIG } from '../config.js';
import { addCommands } from './commands.js';
import { initOptions } from './init-options.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Modules are loaded when they are needed, because most commands only send a request to a running server. */
export const chatService: ServiceDefinition<typeof CHAT_CONFIG, App> = {
  name: 'chat',
  description: 'Team chat over HTTP',
  version,
  schema: CHAT_CONFIG,
  migrations: [new URL('../../migrations/', import.meta.url)],
  databaseUrl: (config) => config.databaseUrl,
  logLevel: (config) => config.logLevel,
  async open({ config, dataDir, db, log, clock, random }) {
    const { createApp } = await import('../create-app.js');
    const publicUrl = config.publicUrl || `http://${config.host}:${config.port}`;
    return createApp({ config: { ...config, dataDir, publicUrl }, db, log, clock, random });
  },
  close: (app) => app.writer.idle(),
  restored: async (db, backup) => (await import('./restored.js')).moveOn(db, backup),
  serve: async (app, base) => (await import('./serve.js')).serve(app, base),
  actions: async () => (await import('./actions.js')).actions,
  init: {
    options: initOptions,
    run: async (app, options, tools) => (await import('./init.js')).initialize(app, options, tools),
  },
  doctor: async (_dataDir, config, app) => (await import('./doctor.js')).examineChat(config, app),
  demo: 'fill a fresh data directory with an organization, channels and two days of talk',
  commands: addCommands,
};
