import type { Command } from 'commander';
import { migrateFleet } from '../db/fleet-database.js';
import { print, withDatabase } from './session.js';

export function defineInit(program: Command): void {
  program
    .command('init')
    .description('create the tables, or bring them up to date; safe to repeat')
    .action(async () => {
      const applied = await withDatabase(migrateFleet, { migrated: false });
      await print(applied.length === 0 ? 'the database is up to date\n' : `applied ${applied.join(', ')}\n`);
    });
}
