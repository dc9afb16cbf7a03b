import type { Database } from '@services/kit/db';
import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { cancelRun, holdRun, MOST_PRIORITY, resumeRun, setPriority } from '../runs/queue.js';
import { runById } from '../runs/run.js';
import { print, withDatabase } from './session.js';
import { priority, runId } from './values.js';

export function definePause(program: Command): void {
  program
    .command('pause')
    .description('let no worker go on with a run, until resume')
    .argument('<run>', 'its number', runId)
    .action((run: number) =>
      change(run, 'paused', 'is done, paused or cancelled', (db) => holdRun(db, run, 'paused')),
    );
}

export function defineResume(program: Command): void {
  program
    .command('resume')
    .description('go on with a run that was paused, or that is held because of a problem')
    .argument('<run>', 'its number', runId)
    .option('--take-refusals', 'objects that the storage refuses are unreadable, however many in a row', false)
    .action((run: number, { takeRefusals }: { takeRefusals: boolean }) =>
      change(run, 'goes on', 'is not held', (db) => resumeRun(db, run, takeRefusals)),
    );
}

export function defineCancel(program: Command): void {
  program
    .command('cancel')
    .description('end a run with the results that it has')
    .argument('<run>', 'its number', runId)
    .action((run: number) => change(run, 'cancelled', 'is done or cancelled', (db) => cancelRun(db, run)));
}

export function definePriority(program: Command): void {
  program
    .command('priority')
    .description('let a run come before those of a lower priority')
    .argument('<run>', 'its number', runId)
    .argument('<n>', `from -${MOST_PRIORITY} to ${MOST_PRIORITY}; runs have 0`, priority)
    .action((run: number, wanted: number) =>
      change(run, `has priority ${wanted}`, '', async (db) => {
        await setPriority(db, run, wanted);
        return true;
      }),
    );
}

async function change(
  run: number,
  done: string,
  otherwise: string,
  make: (db: Database) => Promise<boolean>,
): Promise<void> {
  await withDatabase(async (db) => {
    await runById(db, run);
    if (!(await make(db))) throw new UsageError(`run ${run} ${otherwise}`);
    await print(`run ${run} ${done}\n`);
  });
}
