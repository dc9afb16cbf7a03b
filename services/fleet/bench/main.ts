/**
 * Measures the fleet. A run of all parts at full size writes `results.json` and the README.
 *   npm run bench -- [--only small,models,jobs,processes,turns,million] [--scale 0.1] [--readme]
 * With `--only` or `--scale`, the text is printed and no file is written; `--readme` writes the README again
 * from `results.json`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startPostgres } from '@services/kit/testing';
import { PARTS } from './parts.js';
import { BenchDatabase } from './processes.js';
import { figuresText, type Results, withFigures } from './readme.js';

const RESULTS = fileURLToPath(new URL('./results.json', import.meta.url));
const README = fileURLToPath(new URL('../README.md', import.meta.url));

const { values } = parseArgs({
  options: { only: { type: 'string' }, scale: { type: 'string', default: '1' }, readme: { type: 'boolean' } },
});
const scale = Number(values.scale);
const names = values.readme === true ? [] : (values.only?.split(',') ?? Object.keys(PARTS));

function write(results: Results): void {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), figuresText(results)));
}

if (values.readme === true) {
  if (!existsSync(RESULTS)) {
    console.error(
      `${RESULTS} is not there: npm -C services/fleet run bench measures and writes it, in 10 minutes`,
    );
    process.exit(2);
  }
  write(JSON.parse(readFileSync(RESULTS, 'utf8')) as Results);
}

const parts: Record<string, Record<string, number>> = {};
const begun = performance.now();
for (const name of names) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`${name}: there are ${Object.keys(PARTS).join(', ')}`);
  const server = await startPostgres();
  try {
    const fresh = async () => {
      const db = new BenchDatabase(await server.newDatabase());
      await db.fleet('init');
      return db;
    };
    parts[name] = { ...(await part(fresh, scale)) };
    console.log(name, parts[name]);
  } finally {
    await server.stop();
  }
}

if (names.length > 0) {
  const [cpu] = cpus();
  const results: Results = {
    machine: `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    minutes: (performance.now() - begun) / 60_000,
    parts,
  };
  // All figures of the table must come from one run of the benchmark.
  if (scale === 1 && Object.keys(PARTS).every((name) => name in parts)) write(results);
  else console.log(figuresText(results));
}
