import { type Database, sql } from '@services/kit/db';
import type { Logger } from '@services/kit/log';
import { shownUri } from '../objects/uri.js';
import { NoSuchRun, type Run, runById } from '../runs/run.js';
import { scanKey } from '../runs/schedule.js';
import { progressOf } from '../status/progress.js';

/** Task name of the jobs that send announcements. */
export const ANNOUNCE_TASK = 'protomdl-fleet-announce';

/**
 * Maximum number of tries to send an announcement. The waits between tries grow; together they take some
 * hours.
 */
const MAX_ATTEMPTS = 12;

/** Runs that finished longer ago are not announced: no worker had a webhook when they ended. */
const MOST_AGE_MS = 86_400_000;

const CONNECT_MS = 5_000;
const ANSWER_MS = 10_000;
const ANSWER_BYTES = 65_536;

/** Status "Gone": the receiver does not want further messages (Standard Webhooks). */
const GONE = 410;

export interface Webhook {
  readonly url: string;
  /** `whsec_` and the key in base64. */
  readonly secret: string;
}

export interface Announcement {
  readonly run: number;
  readonly state: string;
  readonly at: number;
}

/** Notifies a webhook of runs that have ended, are held, or cannot be listed. */
export class Announcements {
  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly webhook: Webhook,
  ) {}

  /**
   * Adds a job for each run whose state is new. This is one transaction, so that each state is announced
   * once.
   */
  async find(): Promise<void> {
    // A listing that broke off is not announced while its schedule has tries left, because the next try may
    // succeed.
    const isRetried = sql`exists (
      select from fleet.schedule s join graphile_worker.jobs j on j.key = ${scanKey('')} || s.name
      where s.run_id = r.id and j.attempts < j.max_attempts)`;
    const state = sql`
      case when control in ('cancelled', 'held') then control
        when control = 'paused' then null
        when listed_ms is null then case when problem is not null and not ${isRetried} then 'listing broke off' end
        when not exists (select from fleet.batch b where b.run_id = r.id) then 'done' end`;
    await this.db.run(sql`
      with changed as (
        update fleet.run r set announced = ${state} where announced is distinct from ${state}
        returning id, announced)
      select graphile_worker.add_job(${ANNOUNCE_TASK},
        json_build_object('run', id, 'state', announced, 'at', fleet.now_ms()), max_attempts => ${MAX_ATTEMPTS}::int)
      from changed where announced is not null
        and (announced <> 'done' or ${MOST_AGE_MS}::int8 > fleet.now_ms() - coalesce(
          (select max(at_ms) from fleet.tally where run_id = changed.id),
          (select listed_ms from fleet.run where id = changed.id)))`);
  }

  /** Returns the number of announcements that are due and not yet sent. */
  async open(): Promise<number> {
    const row = await this.db.one<{ count: number }>(sql`
      select count(*) as count from graphile_worker.jobs where task_identifier = ${ANNOUNCE_TASK} and run_at <= now()`);
    return row?.count ?? 0;
  }

  /** @throws Error for a response after which a retry may succeed */
  async send({ run: id, state, at }: Announcement): Promise<void> {
    const { outgoing, signedHeaders } = await import('@services/kit/outgoing');
    const run = await runById(this.db, id).catch((error: unknown) => {
      if (error instanceof NoSuchRun) return undefined;
      throw error;
    });
    if (run === undefined) return;
    const body = JSON.stringify({
      type: `run.${state.replaceAll(' ', '-')}`,
      timestamp: new Date(at).toISOString(),
      data: await this.#data(run, state),
    });
    // The address may be in a private network, because the operator of the worker chose it.
    const { status } = await outgoing({ allow: ['0.0.0.0/0', '::/0'] }).request(this.webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'protomdl-fleet/1',
        ...signedHeaders(this.webhook.secret, `run-${id}-${at}`, Math.floor(Date.now() / 1_000), body),
      },
      body,
      connectTimeoutMs: CONNECT_MS,
      timeoutMs: ANSWER_MS,
      maxBytes: ANSWER_BYTES,
    });
    if (status === GONE) this.log.warn({ run: id }, 'the webhook answered 410: announcements to it stop');
    else if (status < 200 || status > 299) throw new Error(`the webhook answered ${status}`);
  }

  async #data(run: Run, state: string): Promise<object> {
    const { listed, verdicts, tookMs } = await progressOf(this.db, run);
    const [valid, invalid, unreadable] = verdicts;
    return {
      run: run.id,
      source: shownUri(run.source.uri),
      state,
      problem: state === 'done' ? null : run.problem,
      engine: run.engine,
      objects: listed,
      valid,
      invalid,
      unreadable,
      seconds: Math.round(tookMs / 1_000),
    };
  }
}
