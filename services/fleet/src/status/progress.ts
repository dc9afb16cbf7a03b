import { type Queryable, sql } from '@services/kit/db';
import { type Run, SCAN_LOCK } from '../runs/run.js';
import { liveWorkers } from '../work/dead-workers.js';

/** Period over which the rate is measured. */
const RATE_MS = 60_000;

export type RunState = 'listing' | 'listing broke off' | 'working' | 'held' | 'paused' | 'cancelled' | 'done';

export interface Progress {
  readonly state: RunState;
  readonly listed: number;
  /** Number of results, including reused results. */
  readonly done: number;
  readonly reused: number;
  /** Number of objects that wait or are in progress. */
  readonly open: number;
  /** Number of objects that wait for another try. */
  readonly waiting: number;
  readonly bytesRead: number;
  /** Number of results that are valid, invalid, unreadable. */
  readonly verdicts: readonly [number, number, number];
  /** Objects per second in the last minute. */
  readonly rate: number;
  /** Seconds until the end of the run at this rate; null if it cannot be estimated. */
  readonly remaining: number | null;
  /** Milliseconds from the first listing to the last result. */
  readonly tookMs: number;
  readonly workers: number;
}

interface Tally {
  readonly objects: number;
  readonly valid: number;
  readonly invalid: number;
  readonly unreadable: number;
  /** A number of bytes as text, because the sum may be larger than a safe integer. */
  readonly read: string;
  readonly recent: number;
  readonly first: number;
  readonly last: number;
  readonly now: number;
}

function stateOf({ control, listed_ms: listed }: Run, open: number, isListing: boolean): RunState {
  if (control === 'cancelled') return 'cancelled';
  if (listed === null && !isListing) return 'listing broke off';
  if (listed !== null && open === 0) return 'done';
  if (control !== 'go') return control;
  return listed === null ? 'listing' : 'working';
}

export async function progressOf(db: Queryable, run: Run): Promise<Progress> {
  const [tally, batches, lock, workers] = await Promise.all([
    db.one<Tally>(sql`
      select coalesce(sum(objects), 0)::int8 as objects, coalesce(sum(valid), 0)::int8 as valid,
        coalesce(sum(invalid), 0)::int8 as invalid, coalesce(sum(unreadable), 0)::int8 as unreadable, coalesce(sum(bytes_read), 0)::text as read,
        coalesce(sum(objects) filter (where at_ms between fleet.now_ms() - ${RATE_MS} and fleet.now_ms()), 0)::int8 as recent,
        coalesce(min(at_ms), fleet.now_ms()) as first, coalesce(max(at_ms), fleet.now_ms()) as last,
        fleet.now_ms() as now
      from fleet.tally where run_id = ${run.id}`),
    db.one<{ open: number; waiting: number }>(sql`
      select coalesce(sum(cardinality(objects)), 0)::int8 as open,
        coalesce(sum(cardinality(objects)) filter (where round > 0), 0)::int8 as waiting
      from fleet.batch where run_id = ${run.id}`),
    db.one<{ held: boolean }>(sql`
      select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and classid::int8 = ${SCAN_LOCK}
        and objid::int8 = hashtext(${`${run.id}`})::int8 & 4294967295) as held`),
    liveWorkers(db),
  ]);
  if (tally === undefined) throw new Error('a sum has no row');
  const open = batches?.open ?? 0;
  const state = stateOf(run, open, lock?.held === true);
  // If the run is younger than `RATE_MS`, the rate is measured from the start of the run. The period stays
  // positive even after a clock was set back.
  const seconds = Math.max(
    0.001,
    Math.min(RATE_MS, tally.now - Math.min(run.created_ms, tally.first)) / 1_000,
  );
  const rate = state === 'done' ? 0 : tally.recent / seconds;
  return {
    state,
    listed: run.listed,
    done: tally.objects + run.reused,
    reused: run.reused,
    open,
    waiting: batches?.waiting ?? 0,
    bytesRead: Number(tally.read),
    verdicts: [tally.valid, tally.invalid, tally.unreadable],
    rate,
    remaining: rate > 0 && state === 'working' ? open / rate : null,
    tookMs: Math.max(0, Math.max(tally.last, run.listed_ms ?? 0) - run.created_ms),
    workers,
  };
}
