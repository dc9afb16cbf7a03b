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
 * Stores the figures as JSON in a service's `bench` folder, and writes the README's tables from all stored
 * figures.
 * @param service folder of the service, as a URL that ends with a slash
 */
export async function writeBenchResults(service: URL, results: BenchResults): Promise<void> {
  const file = (database: BenchResults['database']) =>
    new URL(`bench/results-${database.toLowerCase()}.json`, service);
  await writeFile(file(results.database), `${JSON.stringify(results, null, 2)}\n`);
  const kept: BenchResults[] = [];
  for (const database of ['embedded', 'PostgreSQL'] as const) {
    const text = await readFile(file(database), 'utf8').catch(() => undefined);
    if (text !== undefined) kept.push(JSON.parse(text) as BenchResults);
  }
  const path = new URL('README.md', service);
  const [, before, start, after] =
    /^(.*)(<!-- figures: [^\n]* -->).*?<!-- \/figures -->(.*)$/s.exec(await readFile(path, 'utf8')) ?? [];
  if (start === undefined) throw new Error('README.md has no place for figures');
  await writeFile(path, `${before}${start}\n\n${kept.map(table).join('\n')}\n${END}${after}`);
}

function table({ at, node, machine, database, rounds, seconds, rows }: BenchResults): string {
  const name = database === 'embedded' ? 'the embedded database' : 'PostgreSQL';
  return [
    `On ${name}, ${at}, Node ${node.slice(1)}, ${machine}, load on the same machine, median of ${rounds} rounds of ${seconds} s:`,
    '',
    '| what | measured | goal | least |',
    '|---|---|---|---|',
    ...rows.map((row) => `| ${row.name} | ${row.value} | ${row.goal} | ${row.least} |`),
    '',
  ].join('\n');
}
