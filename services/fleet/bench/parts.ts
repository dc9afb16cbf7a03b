import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Logger, run, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type BenchDatabase, COMMAND, median, ROOT, timed } from './processes.js';

const MODULE = ['--module', fileURLToPath(new URL('./made.mjs', import.meta.url))];

/** Number of runs of each measurement. If two measurements are compared, their runs alternate. */
const TURNS = 3;

/** Interval at which the state of a run is checked. */
const LOOK_MS = 50;

export type Figures = Readonly<Record<string, number>>;

/** A part of the benchmark. Each part has a separate database; `scale` reduces the number of objects. */
export type Part = (fresh: () => Promise<BenchDatabase>, scale: number) => Promise<Figures>;

/**
 * Measures the fleet's worker and the command alternately, on the same files, with the same number of
 * threads. Also measures a worker without work, and the command on one small file: the cost of starting and
 * ending, which does not grow with the number of objects.
 */
async function overheadOn(folder: string, db: BenchDatabase): Promise<Figures> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(mdl|hef)$/.test(name),
  );
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  const figures: Record<string, number> = { files: files.length, kb: bytes / files.length / 1_000 };
  const work = (threads: string) => db.fleet('work', '--until-done', '-j', threads);
  const validate = (path: string, threads: string) =>
    timed(COMMAND, ['validate', path, ...AS_A_RUN, '-j', threads], db.env);
  for (const threads of ['1', '2']) {
    const turns: Record<string, number>[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const aloneStart = await validate(join(ROOT, 'corpus/valid/one-context.mdl'), threads);
      const alone = await validate(folder, threads);
      const fleetStart = await work(threads);
      await db.fleet('scan', folder, '--all');
      const before = await db.cpu();
      const fleet = await work(threads);
      turns.push({
        ...{ alone: alone.seconds, fleet: fleet.seconds, time: fleet.seconds / alone.seconds },
        ...{ aloneCpu: alone.cpu, fleetCpu: fleet.cpu, cpu: fleet.cpu / alone.cpu },
        ...{ aloneStart: aloneStart.seconds, fleetStart: fleetStart.seconds },
        ...{ aloneStartCpu: aloneStart.cpu, fleetStartCpu: fleetStart.cpu },
        steadyTime: (fleet.seconds - fleetStart.seconds) / (alone.seconds - aloneStart.seconds),
        steadyCpu: (fleet.cpu - fleetStart.cpu) / (alone.cpu - aloneStart.cpu),
        databaseCpu: (await db.cpu()) - before,
      });
    }
    for (const key of Object.keys(turns[0] ?? {})) {
      figures[`${key}${threads}`] = median(turns.map((turn) => turn[key] as number));
    }
  }
  return figures;
}

/** Options with which the command does the same work as a worker does by default. */
const AS_A_RUN = [
  ...['--no-checksum', '--no-config', '--runtime', 'all', '--fail-on', 'never'],
  ...['--format', 'ndjson', '-q', '-o', '/dev/null'],
];

const small: Part = async (fresh, scale) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    const copies = Math.ceil(250 * scale);
    for (let at = 0; at < copies; at++) {
      cpSync(join(ROOT, 'corpus/valid'), join(folder, `${at}`), { recursive: true });
    }
    return await overheadOn(folder, await fresh());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const models: Part = async (fresh, scale) => {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  try {
    const first = join(folder, '0');
    mkdirSync(first);
    const smith = ['smith', '--count', '25', '--target-bytes', '1MB', '-o', first];
    execFileSync(process.execPath, [COMMAND, ...smith], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (let at = 1; at < Math.ceil(10 * scale); at++) {
      cpSync(first, join(folder, `${at}`), { recursive: true });
    }
    return await overheadOn(folder, await fresh());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Measures jobs with one tiny object each, and the same number of empty graphile-worker jobs. */
const jobs: Part = async (fresh, scale) => {
  const count = Math.round(3_000 * scale);
  const db = await fresh();
  const fleet: number[] = [];
  const alone: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await db.fleet('scan', `empty://${count}`, ...MODULE_EMPTY, '--all', '--batch-objects', '1');
    fleet.push((await db.fleet('work', '--until-done', '-j', '1', ...MODULE_EMPTY)).seconds);
    const other = await fresh();
    alone.push(await graphileAlone(other.url, count));
  }
  return { count, fleet: count / median(fleet), alone: count / median(alone) };
};

const MODULE_EMPTY = ['--module', fileURLToPath(new URL('./empty.mjs', import.meta.url))];

async function graphileAlone(url: string, count: number): Promise<number> {
  await runMigrations({ connectionString: url });
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `select count(*) from graphile_worker.add_jobs(array(
      select row('nothing', '{}', null, null, null, null, null, null)::graphile_worker.job_spec
      from generate_series(1, $1::int)))`,
    [count],
  );
  await client.end();
  let left = count;
  const begun = performance.now();
  let done = () => {};
  const empty = new Promise<void>((resolve) => {
    done = resolve;
  });
  const pgPool = new pg.Pool({ connectionString: url, max: 5 });
  // The server ends before the pool's last connection is closed, so the error of this connection is expected.
  pgPool.on('error', () => {});
  pgPool.on('connect', (one) => one.on('error', () => {}));
  // These are the settings of the fleet's worker with one thread.
  const runner = await run({
    pgPool,
    logger: new Logger(() => () => {}),
    concurrency: 2,
    noHandleSignals: true,
    taskList: {
      nothing: async () => {
        if (--left === 0) done();
      },
    },
  });
  await empty;
  await runner.stop();
  const seconds = (performance.now() - begun) / 1_000;
  await pgPool.end();
  return seconds;
}

/**
 * Measures a run in one process of one thread, and in two such processes; then the report on the run, and a
 * scan that reuses its results.
 */
const processes: Part = async (fresh, scale) => {
  const count = Math.round(20_000 * scale);
  const db = await fresh();
  const work = () => db.fleet('work', '--until-done', '-j', '1', ...MODULE);
  const scan = (...how: string[]) => db.fleet('scan', `made://${count}`, ...MODULE, ...how);
  const one: number[] = [];
  const two: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await scan('--all');
    one.push((await work()).seconds);
    await scan('--all');
    two.push(Math.max(...(await Promise.all([work(), work()])).map(({ seconds }) => seconds)));
  }
  const report = await db.fleet('report', '-o', '/dev/null');
  const again = await scan();
  return {
    ...{ count, one: count / median(one), two: count / median(two), ratio: median(one) / median(two) },
    ...{ reportPerSecond: count / report.seconds, takenOverPerSecond: count / again.seconds },
  };
};

/** Measures a whole run over objects that are generated in memory: keys, results, growth, time and memory. */
const million: Part = async (fresh, scale) => {
  const count = Math.round(1_000_000 * scale);
  const db = await fresh();
  const empty = await db.bytes();
  const scan = await db.fleet('scan', `made://${count}`, ...MODULE);
  const before = await db.cpu();
  const work = await db.fleet('work', '--until-done', '-j', '2', ...MODULE);
  const database = (await db.cpu()) - before;
  const whole = await db.bytes();
  return {
    count,
    ...{ keysPerSecond: count / scan.seconds, scanCpu: scan.cpu, scanMb: scan.mb },
    ...{ seconds: scan.seconds + work.seconds, perSecond: count / work.seconds },
    ...{ workCpu: work.cpu, databaseCpu: database, workMb: work.mb },
    wholeMb: (whole - empty) / 1e6,
    resultBytes: (await db.bytes('fleet.result_1')) / count,
    objectBytes: (await db.bytes('fleet.object')) / count,
    statusSeconds: (await db.fleet('status')).seconds,
  };
};

/**
 * Measures the time from the listing of a short run to its results, while a worker is busy with a long run.
 */
const turns: Part = async (fresh, scale) => {
  const count = Math.round(60_000 * scale);
  const short = 40;
  const db = await fresh();
  await db.fleet('scan', `made://${count}`, ...MODULE);
  const worker = db.start('work', '-j', '2', ...MODULE);
  try {
    const results = (run: number) =>
      db.one<{ found: number; first: number; last: number }>(`
        select coalesce(sum(objects), 0)::int as found, (min(at_ms) - listed_ms)::float8 / 1000 as first,
          (max(at_ms) - listed_ms)::float8 / 1000 as last
        from fleet.run r left join fleet.tally t on t.run_id = r.id and t.objects > 0
        where r.id = ${run} group by listed_ms`);
    while ((await results(1)).found === 0) await delay(LOOK_MS);
    await db.fleet('scan', `made://${short}`, ...MODULE);
    for (;;) {
      const { found, first, last } = await results(2);
      if (found === short) return { count, short, first, last, left: count - (await results(1)).found };
      await delay(LOOK_MS);
    }
  } finally {
    worker.kill('SIGTERM');
    await once(worker, 'exit');
  }
};

export const PARTS: Readonly<Record<string, Part>> = { small, models, jobs, processes, turns, million };
