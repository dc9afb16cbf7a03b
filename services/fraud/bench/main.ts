import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openDatabase, sql } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import {
  type BenchResults,
  type BenchRow,
  type Running,
  sampleProcess,
  startScript,
  writeBenchResults,
} from '@services/kit/testing';
import { engineRates } from './engine.js';
import { type LoadResult, load } from './load.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    'no-write': { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const PASSWORD = 'correct horse 7 battery';
const EARLIER = 1_000;

const FRAUD = new URL('../', import.meta.url);

const start = (file: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  startScript(fileURLToPath(FRAUD), file, args, env);

const residentMb = async ({ child }: Running) => Math.round((await sampleProcess(child.pid!, 0)).mb);

const median = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** FRAUD_DATABASE_URL names the PostgreSQL server; without it the embedded database is measured. */
const isEmbedded = (process.env.FRAUD_DATABASE_URL ?? '') === '';

/** Creates a database for this run, because a database in use only opens with the keys that it was created with. */
async function newDatabase(): Promise<string> {
  const url = process.env.FRAUD_DATABASE_URL ?? '';
  const name = `fraud_bench_${process.pid}`;
  const db = await openDatabase({ url, dataDir: '', log: createLogger({ level: 'error' }) });
  await db.run(sql.raw(`create database ${name}`));
  await db.close();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function startService(folder: string): Promise<{ service: Running; token: string }> {
  const env = isEmbedded ? {} : { FRAUD_DATABASE_URL: await newDatabase() };
  const dataDir = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${PASSWORD}\n`);
  const made = await start('bench/init.ts', [dataDir, passwordFile], env);
  await made.stop();
  const settings = ['admin.port=0', 'log.level=warn', 'tokens.lifetimeSeconds=86400'];
  const flags = settings.flatMap((setting) => ['--set', setting]);
  const service = await start('dist/cli/main.js', ['serve', dataDir, '--port', '0', ...flags], env);
  const answer = await fetch(`${service.url}/api/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  return { service, token: ((await answer.json()) as { token: string }).token };
}

const MEASURED = {
  sms: {
    path: '/api/fraud-check',
    connections: 20,
    body: (n: number) => ({ data_type: 'sms', content: `Hello ${n}, lunch at noon? Bring the blue folder.` }),
  },
  tokenize: {
    path: '/api/tokenize',
    connections: 10,
    body: (n: number) => ({ data: `customer record ${process.pid}-${n}`, type: 'custom' }),
  },
  transaction: {
    path: '/api/transactions/submit',
    connections: 5,
    body: (n: number) => ({
      sender_id: 'bench',
      receiver_id: `shop-${n % 50}`,
      amount: ((n % 90) + 1) / 100,
      description: 'groceries',
    }),
  },
};
type Measured = keyof typeof MEASURED;

/**
 * Starts the database twice and measures the second start, because creating a database takes memory that opening does
 * not.
 */
async function startEmbedded(folder: string): Promise<Running> {
  const dataDir = join(folder, 'alone');
  await (await start('bench/embedded.js', [dataDir])).stop();
  return start('bench/embedded.js', [dataDir]);
}

async function measure(): Promise<BenchResults> {
  const folder = await mkdtemp(join(tmpdir(), 'fraud-bench-'));
  const bare = await start('bench/bare.ts');
  const { service, token } = await startService(folder);
  await delay(10_000);
  const atRestMb = await residentMb(service);
  const taken = { bare: [], sms: [], tokenize: [], transaction: [] } as Record<
    'bare' | Measured,
    LoadResult[]
  >;
  for (let n = 0; n < EARLIER; n += 1) {
    await fetch(service.url + MEASURED.transaction.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(MEASURED.transaction.body(n)),
    });
  }
  // The measurements take turns, so that a slow minute of the machine affects every service.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { path, connections, body }] of Object.entries(MEASURED)) {
      const bareLoad = { url: bare.url, path: '/bare', connections: 50, seconds, body: MEASURED.sms.body };
      taken.bare.push(await load(bareLoad));
      const unique = (n: number) => body(n + round * 10_000_000);
      const measured = { url: service.url, token, seconds, path, connections, body: unique };
      taken[name as Measured].push(await load(measured));
    }
  }
  await service.stop();
  await bare.stop();
  const alone = isEmbedded ? await startEmbedded(folder) : undefined;
  if (alone) await delay(10_000);
  const aloneMb = alone ? await residentMb(alone) : 0;
  await alone?.stop();
  await rm(folder, { recursive: true, force: true });

  const engine = await engineRates(seconds);
  const bareRate = median(taken.bare.map(({ perSecond }) => perSecond));
  const served = (name: Measured, figure: keyof LoadResult) =>
    median(taken[name].map((result) => result[figure]));
  const round = (value: number, digits = 0) => Number(value.toFixed(digits));
  const rate = (name: Measured) => `${round(served(name, 'perSecond'))}/s`;
  const relative = round(served('sms', 'perSecond') / bareRate, 3);
  const [p50, p99] = [served('transaction', 'p50Ms'), served('transaction', 'p99Ms')];
  const table: [name: string, value: string, goal: string, least: string][] = [
    ['bare Fastify POST, 50 connections', `${round(bareRate)}/s`, '', ''],
    [
      'SMS check over HTTP, stored, 20 connections',
      `${rate('sms')}, ${relative} × bare, p99 ${served('sms', 'p99Ms')} ms`,
      '0.05 × bare, p99 ≤ 80 ms',
      '0.03 × bare',
    ],
    ['tokenize, 10 connections', rate('tokenize'), '200/s', '100/s'],
    [
      `transaction after ${EARLIER} earlier ones, 5 connections`,
      `p50 ${p50} ms, p99 ${p99} ms, ${rate('transaction')}`,
      'p99 ≤ 50 ms',
      '100 ms',
    ],
    ['e-mail of 10 KB, engine only, one core', `${round(engine.email)}/s`, '350/s', '150/s'],
    ['phone, engine only, one core', `${round(engine.phone)}/s`, '5000/s', '2000/s'],
    isEmbedded
      ? [
          'memory at rest above the embedded database alone',
          `${atRestMb - aloneMb} MB (${atRestMb} − ${aloneMb})`,
          '100 MB',
          '200 MB',
        ]
      : ['memory at rest', `${atRestMb} MB`, '200 MB', '300 MB'],
  ];
  const rows = table.map(([name, value, goal, least]): BenchRow => ({ name, value, goal, least }));
  return {
    at: new Date().toISOString().slice(0, 10),
    node: process.version,
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    database: isEmbedded ? 'embedded' : 'PostgreSQL',
    rounds,
    seconds,
    rows,
  };
}

const results = await measure();
for (const { name, value } of results.rows) console.log(`${name}: ${value}`);
if (!values['no-write']) await writeBenchResults(FRAUD, results);
process.exit(0);
