import { shownUri } from '../objects/uri.js';
import type { Run } from '../runs/run.js';
import type { Counts, GroupCount } from './counts.js';
import type { Progress } from './progress.js';

const number = new Intl.NumberFormat('en-US');

export function grouped(value: number): string {
  return number.format(Math.round(value));
}

/** Formats a duration: `1 h 2 min`, `3 min 4 s`, `5.1 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${grouped(Math.floor(whole / 3_600))} h ${Math.floor((whole % 3_600) / 60)} min`;
}

/**
 * Formats columns with their titles: columns of numbers are aligned to the right, other columns to the left.
 */
export function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  if (rows.length === 0) return [];
  const cells = [
    titles,
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? grouped(cell) : cell))),
  ];
  const widths = titles.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const isFigure = titles.map((_, column) => rows.every((row) => typeof row[column] === 'number'));
  return cells.map((row) =>
    row
      .map((cell, column) =>
        isFigure[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** Maximum number of rows of a table on the terminal; the page and `--format json` have all rows. */
const MOST_ROWS = 20;

/** Returns a table of the largest groups, in the order of their names. */
function groupTable(title: string, groups: readonly GroupCount[]): string[] {
  const size = ({ files }: GroupCount) => files[0] + files[1] + files[2];
  const largest = new Set([...groups].sort((a, b) => size(b) - size(a)).slice(0, MOST_ROWS));
  const rows = groups.filter((group) => largest.has(group)).sort((a, b) => byName.compare(a.name, b.name));
  return more(
    table(
      [title, 'valid', 'invalid', 'unreadable'],
      rows.map(({ name, files }) => [name || '(unknown)', ...files]),
    ),
    groups.length - rows.length,
  );
}

const byName = new Intl.Collator('en', { numeric: true });

function more(rows: string[], left: number): string[] {
  return left > 0 ? [...rows, `… and ${grouped(left)} more`] : rows;
}

export function statusText(run: Run, progress: Progress, counts: Counts): string {
  const { state, listed, done, reused, open, waiting, rate, remaining, workers, tookMs } = progress;
  const [valid, invalid, unreadable] = counts.verdicts;
  const lines = [
    `run ${run.id}  ${shownUri(run.source.uri)}${run.source.endpoint === undefined ? '' : ` at ${shownUri(run.source.endpoint)}`}`,
    `  ${run.engine}, ${run.settings.checksum ? 'with' : 'without'} checksums, releases ${run.releases.join(', ') || 'none'}`,
    `  ${state}: ${grouped(done)} of ${grouped(listed)} objects${reused > 0 ? ` (${grouped(reused)} unchanged, taken over)` : ''}` +
      (state === 'done' ? ` in ${duration(tookMs / 1_000)}` : ''),
  ];
  if (run.skipped > 0) lines.push(`  ${grouped(run.skipped)} entries left out of the listing`);
  if (open > 0) {
    const left = remaining === null ? '' : `, ${duration(remaining)} left`;
    lines.push(
      `  ${grouped(open)} open${waiting > 0 ? ` (${grouped(waiting)} wait for another try)` : ''}, ` +
        `${grouped(rate)} a second${left}, ${grouped(workers)} worker${workers === 1 ? '' : 's'}`,
    );
  }
  if (run.problem !== null) lines.push(`  problem: ${shownUri(run.problem)}`);
  lines.push('', `  ${grouped(valid)} valid, ${grouped(invalid)} invalid, ${grouped(unreadable)} unreadable`);
  const tables = [
    more(
      table(
        ['code', 'severity', 'files', 'findings'],
        counts.codes
          .slice(0, MOST_ROWS)
          .map(({ code, severity, files, findings }) => [code, severity, files, findings]),
      ),
      counts.codes.length - MOST_ROWS,
    ),
    table(
      ['unreadable because', 'files'],
      counts.unreadable.map(({ code, files }) => [code, files]),
    ),
    groupTable('architecture', counts.architectures),
    groupTable('tool chain', counts.toolChains),
    table(
      ['release', 'accepts', 'rejects', 'crashes', 'hangs'],
      counts.releases.map(({ release, accepts, rejects, crashes, hangs }) => [
        release,
        accepts,
        rejects,
        crashes,
        hangs,
      ]),
    ),
  ];
  for (const rows of tables) if (rows.length > 0) lines.push('', ...rows.map((row) => `  ${row}`));
  return `${lines.join('\n')}\n`;
}
