/** The smallest service: notes over HTTP and by commands. Tests run it as a separate process. */
import { createCli, runCli, type ServiceDefinition } from '@services/kit/cli';
import type { Database } from '@services/kit/db';
import * as Type from 'typebox/type';

const schema = Type.Object(
  {
    host: Type.String({ default: '127.0.0.1' }),
    port: Type.Integer({ default: 0, minimum: 0 }),
    databaseUrl: Type.String({ default: '', secret: true }),
  },
  { additionalProperties: false },
);

/** Loaded on first use, as in the services. */
const sql = async () => (await import('@services/kit/db')).sql;

interface App {
  db: Database;
}

const service: ServiceDefinition<typeof schema, App> = {
  name: 'chat',
  description: 'keeps notes',
  version: '1.0.0',
  schema,
  migrations: [new URL(process.env.NOTE_MIGRATIONS ?? '')],
  databaseUrl: (config) => config.databaseUrl,
  logLevel: () => 'info',
  open: async ({ db }) => ({ db }),
  async serve({ db }, { config, log, metrics }) {
    const { createHttp, listen, stopHttp } = await import('@services/kit/http');
    const app = createHttp({ log, metrics, bodyLimit: 1_000, trustProxy: [] });
    /** Functions that end held polls. */
    const held = new Set<() => void>();
    app.get('/poll/:secret', () => new Promise((resolve) => held.add(() => resolve({ ended: true }))));
    app.post('/notes', async (request) => {
      await add({ db }, { text: (request.body as { text: string }).text });
      return { ok: true };
    });
    app.addHook('preClose', async () => {
      for (const end of held) end();
    });
    const { url } = await listen(app, config);
    return { url, steps: [{ name: 'http', stop: () => stopHttp(app, 10_000) }] };
  },
  actions: {
    add,
    list: async ({ db }) => db.rows((await sql())`select id, text from note order by id`),
    break: async () => {
      throw new Error('a fault');
    },
  },
  init: {
    options: (command) => void command.option('--first <text>', 'the first note'),
    async run(app, { first }) {
      const count = await app.db.one<{ n: number }>((await sql())`select count(*) as n from note`);
      if (count?.n !== 0) return ['nothing to do'];
      await add(app, { text: String(first) });
      return ['made the first note'];
    },
  },
  commands(program, tools) {
    const note = program.command('note');
    note.command('add <text>').action(async (text: string) => {
      await tools.perform('add', { text });
    });
    note
      .command('list')
      .option('--ids')
      .action(async ({ ids }: { ids?: true }) => {
        const notes = await tools.perform<{ id: number; text: string }[]>('list', {});
        for (const { id, text } of notes) tools.print(ids ? `${id} ${text}` : text);
      });
    program.command('break').action(() => tools.perform('break', {}));
  },
};

async function add({ db }: App, { text }: { text: string }): Promise<void> {
  await db.run((await sql())`insert into note (text) values (${text})`);
}

process.exit(await runCli(createCli(service), process.argv.slice(2)));
