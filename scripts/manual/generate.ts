/**
 * Writes the manual pages, docs/man, from the definitions of the commands, and their names into package.json,
 * where npm looks for what to install.
 *
 *   tsx scripts/manual/generate.ts           writes what has changed, and removes pages of commands that are gone
 *   tsx scripts/manual/generate.ts --check   writes nothing; exit 1 when something is out of date
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { defineAll } from '../../src/cli/definitions.js';
import { manualPages } from '../../src/cli/manual.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = 'docs/man';

const pages = manualPages(await defineAll());
const texts = new Map([...pages].map(([name, text]) => [`${FOLDER}/${name}`, text]));
const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
const listed = { ...JSON.parse(manifest), man: [...texts.keys()].map((path) => `./${path}`) };
texts.set('package.json', `${JSON.stringify(listed, null, 2)}\n`);

const there = existsSync(join(ROOT, FOLDER)) ? readdirSync(join(ROOT, FOLDER)) : [];
const gone = there
  .filter((name) => name.endsWith('.1') && !pages.has(name))
  .map((name) => `${FOLDER}/${name}`);
const outdated = [...texts].filter(([path, text]) => {
  const file = join(ROOT, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});
const names = [...outdated.map(([path]) => path), ...gone].join(', ');
if (argv.includes('--check')) {
  if (names !== '') {
    console.error(`Not what the commands say: ${names}. Run \`npm run generate\` and commit.`);
    exit(1);
  }
} else {
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  for (const [path, text] of outdated) writeFileSync(join(ROOT, path), text);
  for (const path of gone) rmSync(join(ROOT, path));
  console.error(names === '' ? 'Nothing has changed.' : `Brought up to date: ${names}`);
}
