import { readFile, writeFile } from 'node:fs/promises';

export interface BenchRow {
  name: string;
  value: string;
  goal: string;
  least: string;
}

export interface Results {
  at: string;
  node: string;
  machine: string;
  database: 'embedded' | 'PostgreSQL';
  rounds: number;
  seconds: number;
  rows: BenchRow[];
}

const README = new URL('../README.md', import.meta.url);
const START = '<!-- figures: npm -C services run bench:chat -->';
const END = '<!-- /figures -->';

const file = (database: Results['database']) =>
  new URL(`results-${database.toLowerCase()}.json`, import.meta.url);

/** Keeps the figures as JSON and writes the README's tables anew from all that is kept. */
export async function writeResults(results: Results): Promise<void> {
  await writeFile(file(results.database), `${JSON.stringify(results, null, 2)}\n`);
  const kept: Results[] = [];
  for (const database of ['embedded', 'PostgreSQL'] as const) {
    const text = await readFile(file(database), 'utf8').catch(() => undefined);
    if (text !== undefined) kept.push(JSON.parse(text) as Results);
  }
  const readme = await readFile(README, 'utf8').catch(() => '');
  const [before, rest] = readme.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) {
    console.error(`README.md has no place for figures: it needs ${START} and ${END}`);
    return;
  }
  await writeFile(README, `${before}${START}\n\n${kept.map(table).join('\n')}\n${END}${after}`);
}

function table({ at, node, machine, database, rounds, seconds, rows }: Results): string {
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
