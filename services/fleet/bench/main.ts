/**
 * Figures of the fleet, in one run: keys queued a second, files a second in one and two processes beside the command on
 * the same files, growth of the database. `FLEET_BENCH_OBJECTS` sets how many objects are made up (100,000), a million for
 * the figures of the README; `FLEET_BENCH_FILES` how many files are on disk (2,000).
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '@services/kit/testing';
import pg from 'pg';

const OBJECTS = Number(process.env.FLEET_BENCH_OBJECTS ?? 100_000);
const FILES = Number(process.env.FLEET_BENCH_FILES ?? 2_000);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const MODULE = fileURLToPath(new URL('./made.mjs', import.meta.url));

const server = await startPostgres();
const env = { ...process.env, DATABASE_URL: server.url, FLEET_LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' };

async function seconds(...args: string[]): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return (performance.now() - begun) / 1_000;
}

async function databaseBytes(): Promise<number> {
  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  );
  await client.end();
  return Number(rows[0]?.size);
}

const perSecond = (count: number, time: number) => `${Math.round(count / time).toLocaleString('en')}/s`;
const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
try {
  await seconds('init');
  const empty = await databaseBytes();
  const listing = await seconds('scan', `made://${OBJECTS}`, '--module', MODULE);
  console.log(`keys listed and queued: ${perSecond(OBJECTS, listing)}`);
  const one = await seconds('work', '--until-done', '-j', '1', '--module', MODULE);
  console.log(`made up, one process of one thread: ${perSecond(OBJECTS, one)}`);
  const grown = ((await databaseBytes()) - empty) / OBJECTS;
  console.log(`database: ${Math.round(grown)} MB for a million results`);
  await seconds('scan', `made://${OBJECTS}`, '--module', MODULE, '--all');
  const work = () => seconds('work', '--until-done', '-j', '1', '--module', MODULE);
  const two = Math.max(...(await Promise.all([work(), work()])));
  console.log(`two processes: ${perSecond(OBJECTS, two)}, ${(one / two).toFixed(2)} times one`);

  const copies = Math.ceil(FILES / 151);
  for (let at = 0; at < copies; at++)
    cpSync(join(ROOT, 'corpus/valid'), join(folder, `${at}`), { recursive: true });
  const begun = performance.now();
  const command = [
    join(ROOT, 'dist/cli/protomdl.js'),
    'validate',
    folder,
    '--no-checksum',
    '--runtime',
    'all',
  ];
  execFileSync(process.execPath, [...command, '--fail-on', 'never', '-j', '1', '-q', '-o', '/dev/null'], {
    env,
  });
  const alone = (performance.now() - begun) / 1_000;
  await seconds('scan', folder);
  const fleet = await seconds('work', '--until-done', '-j', '1');
  console.log(`files on disk: the command ${alone.toFixed(1)} s, the fleet's worker ${fleet.toFixed(1)} s`);
} finally {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
}
