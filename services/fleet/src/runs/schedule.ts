import { json, type Queryable, sql } from '@services/kit/db';
import type { SourceSettings } from '../objects/listing.js';
import type { RunSettings } from './settings.js';

/** A source that workers list at scheduled times. */
export interface Schedule {
  readonly name: string;
  /** Minute, hour, day of the month, month, day of the week; UTC. */
  readonly cron: string;
  readonly source: SourceSettings;
  readonly settings: RunSettings;
  /** Text of the file of settings. */
  readonly config: string;
  readonly priority: number;
}

/** A schedule with its latest run. */
export interface StoredSchedule extends Schedule {
  /** The latest scheduled time for which a run was created. */
  readonly due: string | null;
  readonly run_id: number | null;
}

/** Adds a schedule, or replaces the schedule with the same name. */
export async function setSchedule(tx: Queryable, schedule: Schedule): Promise<void> {
  const { name, cron, source, settings, config, priority } = schedule;
  await tx.run(sql`
    insert into fleet.schedule (name, cron, source, settings, config, priority)
    values (${name}, ${cron}, ${json(source)}, ${json(settings)}, ${config}, ${priority})
    on conflict (name) do update set cron = excluded.cron, source = excluded.source, settings = excluded.settings,
      config = excluded.config, priority = excluded.priority`);
}

/** @returns false if the schedule does not exist */
export async function removeSchedule(db: Queryable, name: string): Promise<boolean> {
  const row = await db.one(sql`delete from fleet.schedule where name = ${name} returning name`);
  return row !== undefined;
}

/** Returns the schedules in the order of their names. @param only name of the only schedule to return */
export function schedules(db: Queryable, only?: string): Promise<StoredSchedule[]> {
  return db.rows<StoredSchedule>(sql`
    select name, cron, source, settings, config, priority, due, run_id from fleet.schedule
    where ${only ?? null}::text is null or name = ${only ?? null} order by name`);
}

/** Records the run that was created for a scheduled time, in the transaction that creates the run. */
export async function noteDue(tx: Queryable, name: string, due: string, runId: number): Promise<void> {
  await tx.run(sql`update fleet.schedule set due = ${due}, run_id = ${runId} where name = ${name}`);
}

/** Task name of the jobs that list a source. */
export const SCAN_TASK = 'protomdl-fleet-scan';

/** Maximum number of tries for a listing; each try continues the previous try. */
export const SCAN_ATTEMPTS = 6;

/**
 * Returns the queue's key for the job of a schedule. Each schedule has one job. If several scheduled times
 * pass while the job waits, they share one run.
 */
export function scanKey(name: string): string {
  return `${SCAN_TASK}-${name}`;
}

/** Adds a job that lists the source now. */
export async function scanNow(db: Queryable, name: string): Promise<void> {
  await db.run(sql`
    select graphile_worker.add_job(${SCAN_TASK}, json_build_object('schedule', ${name}::text, 'due', now()::text),
      max_attempts => ${SCAN_ATTEMPTS}::int, job_key => ${scanKey(name)}, queue_name => ${scanKey(name)})`);
}

/** Returns the number of listings that are waiting or in progress. */
export async function openScans(db: Queryable): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from graphile_worker.jobs where task_identifier = ${SCAN_TASK} and run_at <= now()`);
  return row?.count ?? 0;
}
