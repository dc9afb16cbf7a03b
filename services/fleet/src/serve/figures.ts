import { type Database, sql } from '@services/kit/db';
import type { Metrics } from '@services/kit/metrics';
import { VERDICTS } from '../results/result.js';
import { latestRuns } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { liveWorkers } from '../work/dead-workers.js';

/** Maximum number of runs with metrics, because each run adds some rows to the collected data. */
const MOST_RUNS = 5;

/** Maximum age of cached metrics in milliseconds, so that all metrics of a scrape share one query. */
const LOOK_MS = 500;

interface Figures {
  readonly workers: number;
  readonly runs: readonly {
    readonly run: string;
    readonly rate: number;
    readonly objects: Record<string, number>;
  }[];
  readonly jobs: readonly { readonly state: string; readonly count: number }[];
}

/** Registers metrics of the runs for Prometheus; each scrape reads them from the database. */
export function watchFleet(metrics: Metrics, db: Database): void {
  let latest: { readonly at: number; readonly figures: Promise<Figures> } | undefined;
  const look = () => {
    if (latest === undefined || performance.now() - latest.at > LOOK_MS) {
      latest = { at: performance.now(), figures: figuresOf(db) };
    }
    return latest.figures;
  };
  metrics.gauge({
    name: 'fleet_workers',
    help: 'Running worker processes',
    async collect() {
      this.set((await look()).workers);
    },
  });
  metrics.gauge({
    name: 'fleet_run_objects',
    help: 'Objects of the latest runs by outcome',
    labelNames: ['run', 'state'],
    async collect() {
      const { runs } = await look();
      this.reset();
      for (const { run, objects } of runs) {
        for (const [state, count] of Object.entries(objects)) this.set({ run, state }, count);
      }
    },
  });
  metrics.gauge({
    name: 'fleet_run_objects_per_second',
    help: 'Objects a second in the last minute',
    labelNames: ['run'],
    async collect() {
      const { runs } = await look();
      this.reset();
      for (const { run, rate } of runs) this.set({ run }, rate);
    },
  });
  metrics.gauge({
    name: 'fleet_jobs',
    help: 'Jobs in the queue',
    labelNames: ['state'],
    async collect() {
      const { jobs } = await look();
      this.reset();
      for (const { state, count } of jobs) this.set({ state }, count);
    },
  });
}

async function figuresOf(db: Database): Promise<Figures> {
  const runs: Figures['runs'][number][] = [];
  for (const run of await latestRuns(db, MOST_RUNS)) {
    const { listed, open, done, rate, verdicts } = await progressOf(db, run);
    const byVerdict = Object.fromEntries(VERDICTS.map((verdict, at) => [verdict, verdicts[at] ?? 0]));
    runs.push({ run: `${run.id}`, rate, objects: { listed, open, done, ...byVerdict } });
  }
  const jobs = await db.rows<{ state: string; count: number }>(sql`
    select state, count(j.state) as count from unnest(array['waiting', 'under way', 'later']) as s (state) left join (
      select case when locked_at is not null then 'under way' when run_at > now() then 'later' else 'waiting' end as state
      from graphile_worker.jobs) as j using (state)
    group by state`);
  return { workers: await liveWorkers(db), runs, jobs };
}
