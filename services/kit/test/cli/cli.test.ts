import { cp, mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCli } from '@services/kit/cli';
import { copyTemplate, type TestDatabase, testDatabase, testDatabaseKind } from '@services/kit/testing';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, endChildren, startChild } from '../support/child.js';

let folder: string;
let dir: string;
let test: TestDatabase | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'services-cli-'));
  dir = join(folder, 'data');
  if (testDatabaseKind() === 'postgres') test = await testDatabase();
});
afterAll(async () => {
  endChildren();
  await test?.dispose();
});

const NOTE_MIGRATIONS = new URL('../support/notes/migrations/', import.meta.url).href;

function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): Child {
  const url = test?.url === undefined ? {} : { CHAT_DATABASE_URL: test.url };
  const env = { INIT_CWD: folder, CHAT_DATA_DIR: dir, NOTE_MIGRATIONS, ...url, ...more };
  return startChild('note-service.ts', [...args], env);
}

async function ended(child: Child): Promise<{ code: unknown; output: string }> {
  const code = await child.ended;
  return { code, output: child.output() };
}

const run = (...args: string[]) => ended(start(args));

async function serve(): Promise<{ server: Child; url: string }> {
  const server = start(['serve', '--port', '0']);
  await server.printed('is ready at');
  const url = /ready at (http:\S+)/.exec(server.output())?.[1] ?? '';
  return { server, url };
}

/** Each start of the embedded database takes a second of processor time, so several tests share a server. */
describe('the shared commands', { timeout: 240_000 }, () => {
  let server: Child;
  let url: string;

  it('init makes everything once', async () => {
    expect(await run('doctor')).toMatchObject({ code: 1 });
    expect(await run('init', '--first', 'hello')).toEqual({ code: 0, output: 'made the first note\n' });
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(await run('init', '--first', 'hello')).toEqual({ code: 0, output: 'nothing to do\n' });
    expect(await run('migrate')).toEqual({ code: 0, output: 'nothing to do\n' });
    const doctor = await run('doctor', '--json');
    expect(doctor.code).toBe(0);
    const findings = JSON.parse(doctor.output) as { name: string; state: string }[];
    expect(findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['lock', 'database', 'clock', 'jobs']),
    );
  });

  it('commands work without a server, and reach a running server', async () => {
    expect(await run('note', 'add', 'alone')).toMatchObject({ code: 0 });
    ({ server, url } = await serve());
    expect(await run('note', 'add', 'by socket')).toMatchObject({ code: 0 });
    expect((await run('note', 'list')).output).toBe('hello\nalone\nby socket\n');
    expect((await run('doctor')).output).toContain('server: runs');
    const broken = await run('break');
    expect(broken).toMatchObject({ code: 4 });
    expect(broken.output).toContain('a fault');
    const socket = await stat(join(dir, 'control.sock'));
    expect(socket.mode & 0o777).toBe(0o600);

    const second = await run('serve');
    expect(second.code).toBe(3);
    expect(second.output).toContain(`in use by process ${server.process.pid}`);
  });

  it('a shutdown answers a held poll and does not wait for it; the log does not contain paths', async () => {
    const poll = fetch(`${url}/poll/topsecret`);
    await fetch(`${url}/none/topsecret`);
    await server.printed('unknown path');
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(await (await poll).json()).toEqual({ ended: true });
    expect(server.output()).toContain('"route":"/poll/:secret"');
    expect(server.output()).not.toContain('topsecret');
    expect((await readdir(dir)).filter((name) => name !== 'pg')).toEqual([]);
  });

  it('a killed server loses no acknowledged data and does not block the next start', async () => {
    const killed = await serve();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ text: 'acknowledged' });
    expect((await fetch(`${killed.url}/notes`, { method: 'POST', headers, body })).status).toBe(200);
    await killed.server.kill('SIGKILL');
    expect((await run('note', 'list')).output).toContain('acknowledged');
    ({ server, url } = await serve());
  });

  it('backup and restore work, also while the server runs', async () => {
    const backup = await run('backup', 'copy.tar.gz');
    if (testDatabaseKind() === 'postgres') {
      expect(backup.code).toBe(3);
      expect(backup.output).toContain('pg_dump');
    } else {
      expect(backup.code).toBe(0);
      expect((await stat(join(folder, 'copy.tar.gz'))).mode & 0o777).toBe(0o600);
      expect(await run('backup', 'copy.tar.gz')).toMatchObject({ code: 2 });
      expect(await run('backup', 'data/inside.tar.gz')).toMatchObject({ code: 2 });
      const other = join(folder, 'other');
      // A later release has one more migration.
      const newer = join(folder, 'later', 'notes', 'migrations');
      await cp(new URL(NOTE_MIGRATIONS), newer, { recursive: true });
      await writeFile(join(newer, '0002-later.sql'), 'alter table note add later integer;');
      const env = { NOTE_MIGRATIONS: `${pathToFileURL(newer)}/` };
      const later = (...args: string[]) => ended(start(args, env));
      expect(await later('restore', 'copy.tar.gz', 'other')).toMatchObject({ code: 0 });
      expect(await later('restore', 'copy.tar.gz', 'other')).toMatchObject({ code: 2 });
      expect(await later('-d', other, 'migrate')).toEqual({ code: 0, output: 'nothing to do\n' });
      expect(await later('-d', other, 'note', 'add', 'later')).toMatchObject({ code: 0 });
      const { output } = await later('-d', other, 'note', 'list', '--ids');
      expect(output.replace(/^\d+ /gm, '')).toBe(`${(await run('note', 'list')).output}later\n`);
      // Ids that the service assigned after the backup are not assigned again.
      const ids = output.trim().split('\n').map(Number.parseFloat);
      expect(ids.at(-1)).toBeGreaterThan(1000 + ids.at(-2)!);
      await writeFile(join(folder, 'broken.tar.gz'), 'no archive');
      expect((await run('restore', 'broken.tar.gz', 'third')).code).not.toBe(0);
      expect(await readdir(folder)).not.toContain('third');
    }
  });

  it('a command with a missing data directory fails, and does not create the directory', async () => {
    const nowhere = join(folder, 'nowhere');
    const { code, output } = await run('--data-dir', nowhere, 'note', 'add', 'lost');
    expect(code).toBe(2);
    expect(output).toContain(`there is no data directory ${nowhere}`);
    await expect(stat(nowhere)).rejects.toThrow('ENOENT');
  });

  it('exit codes distinguish wrong use from a wrong environment', async () => {
    expect(await run('sreve')).toMatchObject({ code: 2, output: expect.stringContaining('serve') });
    expect(await run('serve', '--port', 'x')).toMatchObject({ code: 2 });
    expect(await run('serve', '--set', 'prot=1')).toMatchObject({
      code: 2,
      output: expect.stringContaining('port'),
    });
    expect(await run('--help')).toMatchObject({ code: 0 });
    const help = await run('serve', '--help');
    expect(help.output).toContain('may be repeated');
    expect(help.output).not.toContain('default: []');
    expect(await run('restore', 'missing.tar.gz', 'x')).toMatchObject({ code: 3 });
    const { port } = new URL(url);
    const fresh = join(folder, 'fresh');
    if (testDatabaseKind() === 'pglite') await copyTemplate(join(fresh, 'pg'));
    const taken = await run('-d', fresh, 'serve', '--port', port);
    expect(taken.code).toBe(3);
    expect(taken.output).toContain('EADDRINUSE');
    expect(await server.kill('SIGINT')).toBe(0);
    const shown = await run('config', 'print');
    expect(shown.code).toBe(0);
    if (test?.url !== undefined) expect(shown.output).not.toContain(test.url);
  });
});

it('a command succeeds if the reader closes the pipe, and fails if the output cannot be written', async () => {
  const quiet = new Command('quiet').exitOverride().action(() => undefined);
  expect(await runCli(quiet, [])).toBe(0);
  const failed = (code: string) => () =>
    process.stdout.emit('error', Object.assign(new Error('write'), { code }));
  expect(failed('EPIPE')).not.toThrow();
  expect(failed('ENOSPC')).toThrow('write');
});
