import type { Database } from '@services/kit/db';
import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { cancelRun, pauseRun, prioritizeRun, resumeRun } from '../runs/control.js';
import { type Run, runById } from '../runs/run.js';
import { progressOf } from '../status/progress.js';
import { print, withDatabase } from './session.js';
import { priority, runId } from './values.js';

export function definePause(program: Command): void {
  program
    .command('pause')
    .description('pause a run: workers finish the batches they have begun, and take no more')
    .argument('<run>', 'its number', runId)
    .action((id: number) => change(id, 'paused', pauseRun));
}

export function defineResume(program: Command): void {
  program
    .command('resume')
    .description('continue a run that was paused, or is held (status shows why)')
    .argument('<run>', 'its number', runId)
    .option('--denied', 'objects that the storage denies are unreadable, however many there are', false)
    .action((id: number, { denied }: { denied: boolean }) =>
      change(id, 'resumed', (db, run) => resumeRun(db, run, denied)),
    );
}

export function defineCancel(program: Command): void {
  program
    .command('cancel')
    .description('cancel the rest of a run; its results stay, and the run stays incomplete')
    .argument('<run>', 'its number', runId)
    .action((id: number) => change(id, 'cancelled', (db, run) => cancelRun(db, run)));
}

export function definePriority(program: Command): void {
  program
    .command('priority')
    .description('change the priority of a run')
    .argument('<run>', 'its number', runId)
    .argument('<priority>', '-100 to 100, higher is sooner; runs have 0', priority)
    .action((id: number, value: number) =>
      change(id, `given priority ${value}`, async (db, run) => {
        await prioritizeRun(db, run, value);
        return true;
      }),
    );
}

/** @param perform changes the state; returns false if the run's current state does not allow the change */
async function change(
  id: number,
  what: string,
  perform: (db: Database, id: number) => Promise<boolean>,
): Promise<void> {
  await withDatabase(async (db) => {
    const run: Run = await runById(db, id);
    const { state } = await progressOf(db, run);
    if (state === 'done' || !(await perform(db, id))) {
      throw new UsageError(`run ${id} is ${state}: it cannot be ${what}`);
    }
    await print(`run ${id} is ${what}\n`);
  });
}
