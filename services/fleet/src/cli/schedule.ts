import type { Command } from 'commander';
import { UsageError } from '../db/fleet-database.js';
import { shownUri } from '../objects/uri.js';
import { removeSchedule, scanNow, schedules, setSchedule } from '../runs/schedule.js';
import { table } from '../status/status-text.js';
import { askedOf, type SettingsFlags } from './scan-settings.js';
import { print, withDatabase } from './session.js';
import { settingsOptions } from './settings-options.js';
import { type SourceFlags, sourceOf, sourceOptions } from './source-options.js';
import { priority } from './values.js';

/** Names that the queue accepts. */
const NAME = /^[\w.-]{1,60}$/;

interface ScheduleFlags extends SourceFlags, SettingsFlags {
  readonly priority: number;
}

export function defineSchedule(program: Command): void {
  const command = program.command('schedule').description('let workers list sources at set times');
  const set = command
    .command('set')
    .description('add a schedule, or change the one of this name')
    .argument('<name>', 'letters, digits, dot, - and _', scheduleName)
    .argument('<cron>', "minute, hour, day of the month, month and day of the week, in UTC: '30 3 * * *'")
    .argument('<source>', 's3://bucket/prefix, or a folder that each worker has');
  settingsOptions(sourceOptions(set))
    .option('--inventory <manifest>', 'list by S3 Inventory: the folder that has the latest')
    .option('--priority <n>', '-100 to 100, higher is sooner', priority, 0)
    .action(setOne);
  command.command('list').description('show the schedules').action(listAll);
  command
    .command('run')
    .description('list its source now')
    .argument('<name>', 'of a schedule', scheduleName)
    .action((name: string) =>
      withDatabase(async (db) => {
        if ((await schedules(db, name)).length === 0) throw unknown(name);
        await scanNow(db, name);
        await print(`the next worker lists ${name}\n`);
      }),
    );
  command
    .command('remove')
    .description('remove a schedule; its runs stay')
    .argument('<name>', 'of a schedule', scheduleName)
    .action((name: string) =>
      withDatabase(async (db) => {
        if (!(await removeSchedule(db, name))) throw unknown(name);
        await print(`removed ${name}\n`);
      }),
    );
}

async function setOne(name: string, cron: string, address: string, flags: ScheduleFlags): Promise<void> {
  const { cronItem } = await import('../automation/scheduled-scans.js');
  try {
    cronItem({ name, cron });
  } catch (error) {
    throw new UsageError(`${cron}: ${(error as Error).message}`, { cause: error });
  }
  const source = await sourceOf(address, flags, undefined);
  const { settings, config, keep } = await askedOf(flags, (line) => {
    process.stderr.write(`protomdl-fleet: ${line}\n`);
  });
  await withDatabase(async (db) => {
    await db.tx(async (tx) => {
      await keep(tx);
      await setSchedule(tx, { name, cron, source, settings, config, priority: flags.priority });
    });
    await print(`${name}: ${shownUri(source.uri)} at ${cron} UTC, by the workers\n`);
  });
}

function listAll(): Promise<void> {
  return withDatabase(async (db) => {
    const rows = (await schedules(db)).map(({ name, cron, source, run_id, due }) => [
      name,
      cron,
      shownUri(source.uri),
      run_id === null ? 'none' : `${run_id} (${due})`,
    ]);
    const lines = table(['name', 'UTC', 'source', 'latest run'], rows);
    await print(lines.length === 0 ? 'no schedule\n' : `${lines.join('\n')}\n`);
  });
}

function scheduleName(text: string): string {
  if (!NAME.test(text)) throw new UsageError(`${text}: a name has up to 60 letters, digits, dots, - and _`);
  return text;
}

function unknown(name: string): UsageError {
  return new UsageError(`there is no schedule ${name}`);
}
