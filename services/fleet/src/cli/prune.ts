import { type Queryable, sql } from '@services/kit/db';
import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { dropRuns, runById } from '../runs/run.js';
import { print, withDatabase } from './session.js';
import { runId, span, whole } from './values.js';

interface PruneFlags {
  readonly keep?: number;
  readonly olderThan?: number;
}

export function definePrune(program: Command): void {
  program
    .command('prune')
    .description('drop runs and their results: the given ones, or old ones')
    .argument('[runs...]', 'their numbers', (text: string, before: number[] = []) => [...before, runId(text)])
    .option('--keep <n>', 'all but the latest n of each source', whole(1, 1_000_000))
    .option('--older-than <time>', 'made longer ago than this, such as 30d', span)
    .action(async (named: number[], flags: PruneFlags) => {
      await withDatabase(async (db) => {
        const ids = named.length > 0 ? named : await oldRuns(db, flags);
        for (const id of ids) await runById(db, id);
        if (ids.length > 0) await dropRuns(db, ids);
        await print(ids.length === 0 ? 'no runs to drop\n' : `dropped ${ids.join(', ')}\n`);
      });
    });
}

async function oldRuns(db: Queryable, { keep, olderThan }: PruneFlags): Promise<number[]> {
  if (keep === undefined && olderThan === undefined) {
    throw new UsageError('prune takes runs, --keep or --older-than');
  }
  const rows = await db.rows<{ id: number }>(sql`
    select id from (
      select id, created_ms, row_number() over (partition by source_id order by id desc) as nth from fleet.run
    ) as r
    where nth > ${keep ?? 0} and created_ms < fleet.now_ms() - ${olderThan ?? 0} order by id`);
  return rows.map(({ id }) => id);
}
