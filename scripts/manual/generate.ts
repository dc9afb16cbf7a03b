/**
 * Writes the manual pages, docs/man, from the definitions of the commands, and lists them in package.json,
 * from which npm installs them.
 *
 *   tsx scripts/manual/generate.ts           writes changed files, and removes pages of commands that are gone
 *   tsx scripts/manual/generate.ts --check   writes nothing; exit 1 if a file is out of date
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineAll } from '../../src/cli/definitions.js';
import { manualPages } from '../../src/cli/manual.js';
import { bringUpToDate } from '../generated-files.js';

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
bringUpToDate(texts, 'Not what the commands say', gone);
