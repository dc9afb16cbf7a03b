import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@services/kit/db';
import { type Command, Option } from 'commander';
import { latestRun, runById } from '../runs/run.js';
import { countsOf } from '../status/counts.js';
import { progressOf, type RunState } from '../status/progress.js';
import { statusText } from '../status/status-text.js';
import { print, withDatabase } from './session.js';
import { runId } from './values.js';

const WATCH_MS = 2_000;

/** States of a run in which `--watch` continues. */
const GOES_ON: ReadonlySet<RunState> = new Set(['listing', 'working', 'paused']);

/** Moves the cursor to the upper left and clears the screen. */
const CLEAR = '\u001b[H\u001b[2J';

interface StatusFlags {
  readonly watch: boolean;
  readonly format: string;
}

export function defineStatus(program: Command): void {
  program
    .command('status')
    .description('progress and results of a run')
    .argument('[run]', 'its number (default: the latest)', runId)
    .option('--watch', 'again and again, until the run is done, held or cancelled', false)
    .addOption(new Option('--format <format>', 'of the output').choices(['human', 'json']).default('human'))
    .action(async (run: number | undefined, flags: StatusFlags) => {
      await withDatabase((db) => status(db, run, flags));
    });
}

async function status(db: Database, id: number | undefined, { watch, format }: StatusFlags): Promise<void> {
  const chosen = id ?? (await latestRun(db)).id;
  for (;;) {
    const found = await runById(db, chosen);
    const progress = await progressOf(db, found);
    // For a finished run, its last problem is not shown.
    const run = progress.state === 'done' ? { ...found, problem: null } : found;
    const counts = await countsOf(db, run);
    const text =
      format === 'json'
        ? `${JSON.stringify({ run, progress, counts })}\n`
        : statusText(run, progress, counts);
    await print(watch && process.stdout.isTTY ? `${CLEAR}${text}` : text);
    if (!watch || !GOES_ON.has(progress.state)) return;
    await delay(WATCH_MS);
  }
}
