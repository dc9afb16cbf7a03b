/**
 * Measures the fleet and writes what came of it to `results.json` and into the README.
 *   npm run bench -- [--only small,models,jobs,processes,million] [--scale 0.1] [--readme]
 * All parts take some ten minutes on two cores that do nothing else; those that are not asked for keep their figures. With
 * `--scale` less is measured, and nothing is written; `--readme` only writes the README anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
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

function kept(): Results | undefined {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Results;
  } catch {
    return undefined;
  }
}

const results: Record<string, Record<string, number>> = { ...kept()?.parts };

function write(machine: string): void {
  const all: Results = { machine, parts: results };
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(README, withFigures(readFileSync(README, 'utf8'), figuresText(all)));
}

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
    results[name] = { ...(await part(fresh, scale)) };
    console.log(name, results[name]);
  } finally {
    await server.stop();
  }
  const [cpu] = cpus();
  // After each, so that a bench that is ended keeps what it has.
  if (scale === 1) {
    write(
      `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
    );
  }
}
if (values.readme === true) write(kept()?.machine ?? '');
