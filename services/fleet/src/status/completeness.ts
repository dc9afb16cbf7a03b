import type { Queryable } from '@services/kit/db';
import type { Run } from '../runs/run.js';
import { progressOf } from './progress.js';
import { grouped } from './status-text.js';

/** A run does not have all results that a conclusion needs; the exit code is 3. */
export class IncompleteRun extends Error {
  override readonly name = 'IncompleteRun';
}

/** Checks that a run has objects, and a result for each. @throws IncompleteRun */
export async function checkComplete(db: Queryable, run: Run): Promise<void> {
  const lack = await lackOf(db, run);
  if (lack !== undefined) throw new IncompleteRun(`run ${run.id} ${lack}: --partial goes by what there is`);
}

/** Describes what a run lacks; undefined if the run is complete. */
export async function lackOf(db: Queryable, run: Run): Promise<string | undefined> {
  const { state, done, listed } = await progressOf(db, run);
  if (state !== 'done') {
    const reason = run.problem === null ? '' : ` (${run.problem})`;
    return `is incomplete, ${state}${reason}: ${grouped(done)} of ${grouped(listed)} objects have a result`;
  }
  return listed === 0 ? 'has no objects, so nothing was validated' : undefined;
}
