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

const bodies = {
  sms: (n: number) => ({ data_type: 'sms', content: `Hello ${n}, lunch at noon? Bring the blue folder.` }),
  tokenize: (n: number) => ({ data: `customer record ${process.pid}-${n}`, type: 'custom' }),
  transaction: (n: number) => ({
    sender_id: 'bench',
    receiver_id: `shop-${n % 50}`,
    amount: ((n % 90) + 1) / 100,
    description: 'groceries',
  }),
};

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
  const taken: Record<'bare' | keyof typeof bodies, LoadResult[]> = {
    bare: [],
    sms: [],
    tokenize: [],
    transaction: [],
  };
  const paths = {
    sms: '/api/fraud-check',
    tokenize: '/api/tokenize',
    transaction: '/api/transactions/submit',
  };
  const measured = { url: service.url, token, seconds };
  for (let n = 0; n < EARLIER; n += 1) {
    await fetch(service.url + paths.transaction, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(bodies.transaction(n)),
    });
  }
  // The measurements take turns, so that a slow minute of the machine affects every service.
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, connections] of [
      ['sms', 20],
      ['tokenize', 10],
      ['transaction', 5],
    ] as const) {
      taken.bare.push(
        await load({ url: bare.url, path: '/bare', connections: 50, seconds, body: bodies.sms }),
      );
      const unique = (n: number) => bodies[name](n + round * 10_000_000);
      taken[name].push(await load({ ...measured, path: paths[name], connections, body: unique }));
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
  const served = (name: keyof typeof bodies) => ({
    perSecond: median(taken[name].map(({ perSecond }) => perSecond)),
    p50Ms: median(taken[name].map(({ p50Ms }) => p50Ms)),
    p99Ms: median(taken[name].map(({ p99Ms }) => p99Ms)),
  });
  const sms = served('sms');
  const tokenize = served('tokenize');
  const transaction = served('transaction');
  const round = (value: number, digits = 0) => Number(value.toFixed(digits));
  const rows: BenchRow[] = [
    { name: 'bare Fastify POST, 50 connections', value: `${round(bareRate)}/s`, goal: '', least: '' },
    {
      name: 'SMS check over HTTP, stored, 20 connections',
      value: `${round(sms.perSecond)}/s, ${round(sms.perSecond / bareRate, 3)} × bare, p99 ${sms.p99Ms} ms`,
      goal: '0.05 × bare, p99 ≤ 80 ms',
      least: '0.03 × bare',
    },
    {
      name: 'tokenize, 10 connections',
      value: `${round(tokenize.perSecond)}/s`,
      goal: '200/s',
      least: '100/s',
    },
    {
      name: `transaction after ${EARLIER} earlier ones, 5 connections`,
      value: `p50 ${transaction.p50Ms} ms, p99 ${transaction.p99Ms} ms, ${round(transaction.perSecond)}/s`,
      goal: 'p99 ≤ 50 ms',
      least: '100 ms',
    },
    {
      name: 'e-mail of 10 KB, engine only, one core',
      value: `${round(engine.email)}/s`,
      goal: '350/s',
      least: '150/s',
    },
    {
      name: 'phone, engine only, one core',
      value: `${round(engine.phone)}/s`,
      goal: '5000/s',
      least: '2000/s',
    },
    isEmbedded
      ? {
          name: 'memory at rest above the embedded database alone',
          value: `${atRestMb - aloneMb} MB (${atRestMb} − ${aloneMb})`,
          goal: '100 MB',
          least: '200 MB',
        }
      : { name: 'memory at rest', value: `${atRestMb} MB`, goal: '200 MB', least: '300 MB' },
  ];
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
