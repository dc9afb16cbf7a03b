/**
 * `corpus update` writes the corpus and its reports; `corpus check` makes both again in memory and compares
 * them with the files. Neither command trusts the validator alone: both commands stop if a report differs
 * from its specimen's expectations.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectationName } from '../../src/attack/corpus/expectation.js';
import { memorySource } from '../../src/base/source/memory.js';
import { validate } from '../../src/check/validate/validate.js';
import { expectationText } from '../../src/show/report/corpus-verify.js';
import { differences } from './expectation.js';
import { listing } from './listing.js';
import { allSpecimens } from './specimens.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'corpus');

async function make(): Promise<{ files: Map<string, Uint8Array>; complaints: string[] }> {
  const files = new Map<string, Uint8Array>();
  const complaints: string[] = [];
  const specimens = await allSpecimens();
  for (const specimen of specimens) {
    const name = `${specimen.folder}/${specimen.name}`;
    const report = await validate(memorySource(specimen.bytes));
    for (const line of differences(specimen, report)) complaints.push(`${name}: ${line}`);
    files.set(name, specimen.bytes);
    files.set(expectationName(name), Buffer.from(expectationText(report)));
  }
  files.set('README.md', Buffer.from(listing(specimens)));
  return { files, complaints };
}

function onDisk(): string[] {
  const inFolder = (folder: string): string[] =>
    existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
  return ['valid', 'invalid'].flatMap(inFolder);
}

function stop(headline: string, lines: readonly string[]): never {
  process.stderr.write(`${headline}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  process.exit(1);
}

const command = process.argv[2];
if (command !== 'update' && command !== 'check') stop('usage: corpus update | check', []);

const { files, complaints } = await make();
if (complaints.length > 0)
  stop('reports are not what `expected` of the specimens in scripts/corpus says:', complaints);

const stale = onDisk().filter((name) => !files.has(name));
if (command === 'update') {
  for (const name of stale) rmSync(join(root, name));
  for (const [name, bytes] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), bytes);
  }
} else {
  const differing = [...files].flatMap(([name, bytes]) => {
    const path = join(root, name);
    if (!existsSync(path)) return [`${name} is missing`];
    return readFileSync(path).equals(bytes) ? [] : [`${name} differs`];
  });
  const all = [...stale.map((name) => `${name} belongs to no specimen`), ...differing];
  if (all.length > 0) stop('the corpus is not what the generator makes (npm run corpus:update):', all);
}
const total = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
process.stdout.write(
  `${files.size} corpus files, ${total} bytes: ${command === 'update' ? 'written' : 'as expected'}\n`,
);
