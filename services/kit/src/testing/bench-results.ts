import { readFile, writeFile } from 'node:fs/promises';

export interface BenchRow {
  name: string;
  value: string;
  goal: string;
  least: string;
}

export interface BenchResults {
  /** The day, as in 2026-11-26. */
  at: string;
  node: string;
  machine: string;
  database: 'embedded' | 'PostgreSQL';
  rounds: number;
  seconds: number;
  rows: BenchRow[];
}

const END = '<!-- /figures -->';

/**
 * Writes the table of a database into a service's README, in place of the earlier table of this database.
 * @param service folder of the service, as a URL that ends with a slash
 */
export async function writeBenchResults(service: URL, results: BenchResults): Promise<void> {
  const path = new URL('README.md', service);
  const [, before, start, tables = '', after] =
    /^(.*)(<!-- figures: [^\n]* -->)(.*?)<!-- \/figures -->(.*)$/s.exec(await readFile(path, 'utf8')) ?? [];
  if (start === undefined) throw new Error('README.md has no place for figures');
  const made = table(results);
  const others = tables
    .split(/^(?=On )/m)
    .filter((one) => one.startsWith('On ') && one.split(',')[0] !== made.split(',')[0]);
  // The embedded database comes first.
  const all = [...others.map((one) => one.trim()), made].sort().reverse();
  await writeFile(path, `${before}${start}\n\n${all.join('\n\n')}\n\n${END}${after}`);
}

function table({ at, node, machine, database, rounds, seconds, rows }: BenchResults): string {
  const name = database === 'embedded' ? 'the embedded database' : 'PostgreSQL';
  return [
    `On ${name}, ${at}, Node ${node.slice(1)}, ${machine}, load on the same machine, median of ${rounds} rounds of ${seconds} s:`,
    '',
    '| what | measured | goal | least |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.name} | ${row.value} | ${row.goal} | ${row.least} |`),
  ].join('\n');
}
