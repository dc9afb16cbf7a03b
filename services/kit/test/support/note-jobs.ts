import { ManualClock } from '@services/kit/clock';
import { type Database, sql } from '@services/kit/db';
import { type JobKind, Jobs } from '@services/kit/jobs';
import { createLogger } from '@services/kit/log';
import { KIT_MIGRATIONS, migrate } from '@services/kit/migrations';
import { testDatabase } from '@services/kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface NoteJobs {
  db: Database;
  clock: ManualClock;
  /** Texts that the jobs of a test have written. */
  done: string[];
  /** Defines the job kind `note`: each job writes its payload to `done`. The jobs stop after the test. */
  jobsOf(changes?: Partial<JobKind<string>>): Jobs;
}

/** For a test file: a database whose table of jobs is empty before each test. */
export function noteJobs(): NoteJobs {
  const log = createLogger({ level: 'silent' });
  const started: Jobs[] = [];
  let dispose: () => Promise<void>;
  const notes = {
    jobsOf(changes = {}) {
      const { db, clock, done } = notes;
      const jobs = new Jobs({ db, clock, log, random: { bytes: (n) => new Uint8Array(n) } });
      jobs.define<string>({
        kind: 'note',
        attempts: 3,
        backoffMs: (attempt) => attempt * 1_000,
        concurrency: 4,
        timeoutMs: 10_000,
        work: async (text) => void done.push(text),
        ...changes,
      });
      started.push(jobs);
      return jobs;
    },
  } as NoteJobs;
  beforeAll(async () => {
    const database = await testDatabase();
    notes.db = database.db;
    dispose = () => database.dispose();
    await migrate(notes.db, [KIT_MIGRATIONS]);
  });
  afterAll(() => dispose());
  beforeEach(async () => {
    notes.clock = new ManualClock();
    notes.done = [];
    await notes.db.run(sql`delete from kit_job`);
  });
  afterEach(async () => {
    for (const jobs of started.splice(0)) await jobs.stop();
  });
  return notes;
}
