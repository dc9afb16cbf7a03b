import { bytesText, millisecondsText, numberText } from './number-text.js';
import { type EntryResult, type Results, type Row, verdictOf } from './results.js';

const MARK = { aim: '✓✓', least: '✓', short: 'short' } as const;

/** Returns the table of goals and measured values. */
export function rowsTable(rows: readonly Row[]): string {
  return table(
    ['work', 'against', 'compared', 'at least', 'aim', 'measured', ''],
    rows.map((row) => [
      row.work,
      row.against,
      row.compared,
      goalText(row, row.goal.least),
      goalText(row, row.goal.aim),
      `**${valueText(row)}**${intervalText(row)}`,
      MARK[verdictOf(row)],
    ]),
  );
}

/** Lists the rows that fall short of their goals, by name. */
export function shortList(rows: readonly Row[]): string {
  const short = rows.filter((row) => verdictOf(row) === 'short');
  if (short.length === 0) return 'Nothing.';
  return short
    .map((row) => {
      const goal = goalText(row, row.goal.least);
      return `- \`${row.id}\`: ${row.work}, against ${row.against}: ${valueText(row)}, goal ${goal}`;
    })
    .join('\n');
}

/** Returns a table for each match, with every contender on every workload. */
export function matchTables({ matches }: Results): string {
  return matches
    .map(({ name, title, conditions, entries }) => {
      const sorted = [...entries].sort((a, b) => a.summary.median - b.summary.median);
      const several = new Set(entries.map(({ workload }) => workload)).size > 1;
      const first = sorted[0];
      const facts = first ? `${bytesText(first.bytes)}, ${count(first.messages)} messages. ` : '';
      const heading = `### ${name}\n\n${capital(title)}. ${several ? '' : facts}${capital(conditions)}.\n\n`;
      return heading + entryTable(sorted, several);
    })
    .join('\n\n');
}

function entryTable(entries: readonly EntryResult[], several: boolean): string {
  const heads = [
    '',
    'does',
    'from',
    'median',
    'half of the turns',
    'turns',
    'ns a message',
    'MB/s',
    'memory',
  ];
  const rows = entries.map((entry) => [
    entry.title,
    entry.does,
    entry.place,
    millisecondsText(entry.summary.median),
    entry.summary.quartiles.map(millisecondsText).join(' to '),
    String(entry.summary.turns),
    numberText(entry.nanosecondsPerMessage),
    numberText(entry.megabytesPerSecond),
    bytesText(entry.memory),
  ]);
  if (!several) return table(heads, rows);
  return table(
    ['workload', ...heads],
    rows.map((row, i) => [`${entries[i]!.workload}, ${bytesText(entries[i]!.bytes)}`, ...row]),
  );
}

export function conditionsText({ date, machine, scale, seconds, skipped }: Results): string {
  const { processor, cores, memoryGb, system, versions } = machine;
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const lines = [
    `Measured on ${date} by \`npm run bench\` in one run of ${Math.round(seconds)} seconds, on ${processor}, ` +
      `${cores} cores, ${memoryGb} GB, ${system}. ${programs.join(', ')}.`,
  ];
  if (scale !== 1) lines.push(`Workloads at ${scale} of their sizes: no figure here is to be quoted.`);
  for (const { what, why } of skipped) lines.push(`Not measured: ${what} (${why}).`);
  return lines.join('\n\n');
}

function goalText({ better, unit }: Row, value: number): string {
  return `${better === 'more' ? '≥' : '≤'} ${value}${unitText(unit)}`;
}

function valueText({ value, unit }: Row): string {
  return `${numberText(value)}${unitText(unit)}`;
}

function intervalText({ interval }: Row): string {
  return interval === undefined ? '' : ` (${interval.map(numberText).join(' to ')})`;
}

function unitText(unit: Row['unit']): string {
  return unit === 'times' ? '' : unit === '%' ? ' %' : ` ${unit}`;
}

function count(value: number): string {
  return value >= 1e5 ? `${(value / 1e6).toFixed(2)} million` : String(value);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}
