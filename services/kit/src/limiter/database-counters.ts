import { type Database, sql } from '../db/index.js';
import { type Counters, EPSILON } from './limiter.js';
import { type Counts, countsAt, type Limit, passedPart } from './window.js';

/** Expired keys are deleted after this number of additions. */
const SWEEP_EVERY = 1_000;

interface Row {
  window_no: number;
  current: number;
  previous: number;
  taken: boolean;
}

/**
 * Counts in the table `kit_limit`. Each addition is a single statement, so that no addition is lost if several
 * processes add at the same time.
 */
export class DatabaseCounters implements Counters {
  readonly #name: string;
  readonly #limit: Limit;
  readonly #db: Database;
  #additions = 0;

  constructor(name: string, limit: Limit, db: Database) {
    this.#name = name;
    this.#limit = limit;
    this.#db = db;
  }

  async read(key: string, now: number): Promise<Counts> {
    const row = await this.#db.one<Row>(sql`
      select window_no, current, previous from kit_limit where name = ${this.#name} and key = ${key}`);
    return countsAt(row === undefined ? undefined : countsOf(row), this.#limit, now);
  }

  async add(key: string, now: number, points: number, forced: boolean) {
    this.#additions += 1;
    if (this.#additions % SWEEP_EVERY === 0) await this.#sweep(now);
    const fresh = countsAt(undefined, this.#limit, now);
    const passed = passedPart(fresh, this.#limit, now);
    const max = this.#limit.points + EPSILON;
    // The statement repeats the computation of `countsAt` and `used` in SQL. If the stored window is later than the
    // present window (the clock was set back), the stored window counts as just begun.
    const current = sql`case when l.window_no >= excluded.window_no then l.current else 0 end`;
    const previous = sql`case when l.window_no >= excluded.window_no then l.previous
      when l.window_no = excluded.window_no - 1 then l.current else 0 end`;
    const fading = sql`(1 - case when l.window_no > excluded.window_no then 0 else ${passed}::float8 end)`;
    const fits = sql`(${forced}::boolean or (${previous}) * ${fading} + (${current}) + ${points}::float8 <= ${max}::float8)`;
    const firstFits = forced || points <= max;
    const row = await this.#db.one<Row>(sql`
      insert into kit_limit as l (name, key, window_no, current, previous, taken)
      values (${this.#name}, ${key}, ${fresh.windowNo}, ${firstFits ? points : 0}, 0, ${firstFits})
      on conflict (name, key) do update set
        window_no = greatest(l.window_no, excluded.window_no),
        current = (${current}) + case when ${fits} then ${points}::float8 else 0 end,
        previous = ${previous},
        taken = ${fits}
      returning window_no, current, previous, taken`);
    if (row === undefined) throw new Error('an upsert returned no row');
    return { counts: countsOf(row), taken: row.taken };
  }

  async remove(key: string): Promise<void> {
    await this.#db.run(sql`delete from kit_limit where name = ${this.#name} and key = ${key}`);
  }

  async #sweep(now: number): Promise<void> {
    const { windowNo } = countsAt(undefined, this.#limit, now);
    await this.#db.run(sql`delete from kit_limit where name = ${this.#name} and window_no < ${windowNo - 1}`);
  }
}

function countsOf({ window_no, current, previous }: Row): Counts {
  return { windowNo: window_no, current, previous };
}
