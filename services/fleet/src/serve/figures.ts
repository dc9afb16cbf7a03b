import { type Database, sql } from '@services/kit/db';
import type { Metrics } from '@services/kit/metrics';
import { VERDICTS } from '../results/result.js';
import { latestRuns } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { liveWorkers } from '../work/dead-workers.js';

/** Runs that figures are shown of: each is some rows for whoever collects them. */
const MOST_RUNS = 5;

/** Figures for Prometheus, read from the database when they are asked for. */
export function watchFleet(metrics: Metrics, db: Database): void {
  const objects = metrics.gauge({
    name: 'fleet_run_objects',
    help: 'Objects of the latest runs by what became of them',
    labelNames: ['run', 'state'],
  });
  const rate = metrics.gauge({
    name: 'fleet_run_objects_per_second',
    help: 'Objects a second in the last minute',
    labelNames: ['run'],
  });
  const jobs = metrics.gauge({ name: 'fleet_jobs', help: 'Jobs in the queue', labelNames: ['state'] });
  metrics.gauge({
    name: 'fleet_workers',
    help: 'Worker processes that live',
    async collect() {
      this.set(await liveWorkers(db));
      objects.reset();
      rate.reset();
      for (const run of await latestRuns(db, MOST_RUNS)) {
        const progress = await progressOf(db, run);
        const label = { run: `${run.id}` };
        objects.set({ ...label, state: 'listed' }, progress.listed);
        objects.set({ ...label, state: 'open' }, progress.open);
        objects.set({ ...label, state: 'done' }, progress.done);
        rate.set(label, progress.rate);
        const sums = await db.one<Record<string, number>>(sql`
          select coalesce(sum(valid), 0)::int8 as valid, coalesce(sum(invalid), 0)::int8 as invalid,
            coalesce(sum(unreadable), 0)::int8 as unreadable from fleet.tally where run_id = ${run.id}`);
        for (const verdict of VERDICTS) objects.set({ ...label, state: verdict }, sums?.[verdict] ?? 0);
      }
      const states = await db.rows<{ state: string; count: number }>(sql`
        select case when locked_at is not null then 'under way' when run_at > now() then 'later' else 'waiting' end
          as state, count(*) as count from graphile_worker.jobs group by 1`);
      jobs.reset();
      for (const { state, count } of states) jobs.set({ state }, count);
    },
  });
}
