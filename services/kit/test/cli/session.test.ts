import { chmod, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliTools, Finding } from '@services/kit/cli';
import { createCli, runCli } from '@services/kit/cli';
import { lockDataDir } from '@services/kit/data-dir';
import { type Database, sql } from '@services/kit/db';
import { KIT_MIGRATIONS } from '@services/kit/migrations';
import { copyTemplate } from '@services/kit/testing';
import * as Type from 'typebox/type';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ServiceDefinition } from '../../src/cli/definition.js';
import { examine } from '../../src/cli/doctor.js';
import { openSession } from '../../src/cli/session.js';

const events: string[] = [];
let db: Database | undefined;
let hasApp: boolean | undefined;

const schema = Type.Object({ port: Type.Integer({ default: 0 }) }, { additionalProperties: false });
const service = {
  name: 'chat',
  description: 'notes',
  version: '1',
  schema,
  migrations: [] as URL[],
  databaseUrl: () => '',
  logLevel: () => 'info',
  open: async (base) => {
    ({ db } = base);
    events.push(`open at ${base.log.level}`);
    return {};
  },
  close: async () => void events.push('close'),
  serve: async () => ({ url: '', steps: [] }),
  actions: { count: async () => 1 },
  init: { options: () => {}, run: async () => [] },
  doctor: async (_dir, _config, app): Promise<Finding[]> => {
    hasApp = app !== undefined;
    return [{ name: 'own', state: 'ok', text: '' }];
  },
} satisfies ServiceDefinition<typeof schema, object>;

/** An empty data directory. Tests that need a database copy a migrated database into it. */
const newDir = () => mkdtemp(join(tmpdir(), 'services-session-'));
let migrated: string;
beforeAll(async () => {
  migrated = await newDir();
  await copyTemplate(join(migrated, 'pg'), [KIT_MIGRATIONS]);
});
beforeEach(() => {
  events.length = 0;
  hasApp = undefined;
});
const isFree = async (dir: string) => {
  await (await lockDataDir(dir)).release();
  return (await readdir(dir)).every((name) => name === 'pg');
};

describe('a session', () => {
  it('closes the service, the database and the lock, once', async () => {
    const options = { dataDir: migrated, isCommand: true, migrates: false };
    const session = await openSession(service, options);
    expect([events, session.applied]).toEqual([['open at warn'], []]);
    await session.close();
    await session.close();
    expect(events).toEqual(['open at warn', 'close']);
    await expect(db?.one(sql`select 1`)).rejects.toThrow();
    expect(await isFree(migrated)).toBe(true);
  });

  it('that cannot be opened leaves nothing open', async () => {
    let opened: Database | undefined;
    const broken = {
      ...service,
      open: async (base: { db: Database; log: { level: string } }) => {
        opened = base.db;
        expect(base.log.level).toBe('info');
        throw new Error('no service');
      },
    };
    const options = { dataDir: migrated, isCommand: false, migrates: true };
    await expect(openSession(broken, options)).rejects.toThrow('no service');
    await expect(opened?.one(sql`select 1`)).rejects.toThrow();
    expect(await isFree(migrated)).toBe(true);
  });

  it('without the right to migrate needs all migrations', async () => {
    const dir = await newDir();
    await copyTemplate(join(dir, 'pg'));
    const session = openSession(service, { dataDir: dir, isCommand: true, migrates: false });
    await expect(session).rejects.toThrow(/run chat-service migrate: kit\/0001-[\w-]+\.sql, kit\//);
    expect(await isFree(dir)).toBe(true);
  });
});

describe('the doctor', () => {
  const states = async (dir: string) =>
    Object.fromEntries((await examine(service, dir)).map(({ name, state }) => [name, state]));

  it('reports a data directory that is missing, not a directory, or open to others', async () => {
    const dir = await newDir();
    const missing = await states(join(dir, 'missing'));
    expect(missing).toMatchObject({ 'data directory': 'fail', 'free disk': 'warn', configuration: 'ok' });
    expect(missing).not.toHaveProperty('database');
    await writeFile(join(dir, 'file'), '');
    expect(await states(join(dir, 'file'))).toMatchObject({ 'data directory': 'fail' });
    await writeFile(join(dir, 'chat.config.json'), '{"prot": 1}');
    for (const mode of [0o710, 0o704]) {
      await chmod(dir, mode);
      const found = await states(dir);
      expect(found).toMatchObject({ 'data directory': 'warn', configuration: 'fail' });
      expect(found).not.toHaveProperty('database');
    }
    await chmod(dir, 0o700);
    expect(await states(dir)).toMatchObject({ 'data directory': 'ok' });
  });

  it('reports jobs that were given up and a clock that differs, and closes the service', async () => {
    expect(await states(migrated)).toMatchObject({ lock: 'ok', clock: 'ok', jobs: 'ok', own: 'ok' });
    expect([hasApp, events.at(-1), await isFree(migrated)]).toEqual([true, 'close', true]);
    const now = Date.now;
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_500);
    try {
      const worse = { ...service, open: async (base: { db: Database }) => markDead(base.db) };
      const found = await examine(worse, migrated);
      expect(found.find(({ name }) => name === 'clock')).toMatchObject({ state: 'warn' });
      expect(found.find(({ name }) => name === 'jobs')?.text).toBe('1 were given up: the log says why');
    } finally {
      spy.mockRestore();
    }
  });

  async function markDead(database: Database): Promise<object> {
    await database.run(sql`insert into kit_job (kind, payload, run_at, created_at, state)
      values ('x', '1', 0, 0, 'dead')`);
    return {};
  }

  it('distinguishes a directory in use from a database that cannot be opened', async () => {
    const lock = await lockDataDir(migrated);
    expect(await states(migrated)).toMatchObject({ lock: 'fail', own: 'ok' });
    expect(hasApp).toBe(false);
    await lock.release();
    const dir = await newDir();
    await writeFile(join(dir, 'pg'), 'no folder');
    expect(await states(dir)).toMatchObject({ database: 'fail' });
    expect(await readdir(dir)).toEqual(['pg']);
  });
});

describe('a command', () => {
  /** The tools of a program that was started with these arguments. */
  function toolsOf(...args: string[]): CliTools {
    let tools: CliTools | undefined;
    const commands = (_program: unknown, given: CliTools) => {
      tools = given;
    };
    const program = createCli({ ...service, commands });
    program.parseOptions(args);
    return tools as CliTools;
  }

  it('resolves paths against the folder of the call, and finds its data directory', () => {
    vi.stubEnv('INIT_CWD', '/called/here');
    vi.stubEnv('CHAT_DATA_DIR', undefined);
    try {
      expect(toolsOf().path('a/b')).toBe('/called/here/a/b');
      expect(toolsOf().dataDir()).toBe('/called/here/chat-data');
      vi.stubEnv('CHAT_DATA_DIR', 'by-variable');
      expect(toolsOf().dataDir()).toBe('/called/here/by-variable');
      expect(toolsOf('-d', '../x').dataDir()).toBe('/called/x');
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('shows command lines for the same shell', () => {
    vi.stubEnv('npm_lifecycle_event', undefined);
    vi.stubEnv('INIT_CWD', undefined);
    try {
      expect(toolsOf().commandLine('init', "it's a/b", '--x=1')).toMatch(
        /^node \S+ init 'it'\\''s a\/b' --x=1$/,
      );
      vi.stubEnv('npm_lifecycle_event', 'chat');
      expect(toolsOf().commandLine('init')).toBe('npm run chat -- init');
      vi.stubEnv('INIT_CWD', join(process.cwd(), '..'));
      expect(toolsOf().commandLine('init')).toMatch(/^npm -C [\w.-]+ run chat -- init$/);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('that the service does not know is refused, with or without a server', async () => {
    const run = async (action: string) => toolsOf('-d', migrated).perform(action, {});
    expect(await run('count')).toBe(1);
    expect(events).toEqual(['open at warn', 'close']);
    for (const action of ['other', 'toString']) await expect(run(action)).rejects.toMatchObject({ code: 3 });
    expect(await isFree(migrated)).toBe(true);
  });

  it('prints the stack of unexpected errors only', async () => {
    const written: string[] = [];
    const spy = vi
      .spyOn(process.stderr, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    try {
      const program = (error: unknown) => {
        const made = createCli(service);
        made.command('fail').action(() => {
          throw error;
        });
        return runCli(made, ['fail']);
      };
      expect(await program(new TypeError('a fault'))).toBe(4);
      expect(written.join('')).toMatch(/^chat-service: TypeError: a fault\n +at /);
      written.length = 0;
      expect(await program(Object.assign(new Error('no room'), { code: 'ENOSPC' }))).toBe(3);
      expect(written.join('')).toBe('chat-service: no room\n');
    } finally {
      spy.mockRestore();
    }
  });
});
