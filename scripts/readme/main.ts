/**
 * Writes the command's outputs into README.md, between markers, and pictures of outputs.
 *
 *   tsx scripts/readme/main.ts           writes changed files
 *   tsx scripts/readme/main.ts --check   writes nothing; exit 1 if a file is out of date
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringUpToDate } from '../generated-files.js';
import { COLUMNS, commandOutput } from './command-output.js';
import { terminalSvg } from './terminal-svg.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const README = 'README.md';

/** Pictures by path, with their command lines. */
const PICTURES: Readonly<Record<string, string>> = {
  'docs/images/validate.svg': 'validate corpus/invalid/inter-context-source-missing.mdl',
};

/** Pictures that a command draws itself. */
const DRAWINGS: Readonly<Record<string, string>> = {
  'docs/images/treemap.svg': 'stats corpus/valid/small-network.hef --format svg',
};

/** `<!-- output of: protomdl info a.hef -->`, a block of code, `<!-- end of output -->`. */
const OUTPUT = /(<!-- output of: protomdl (.+?) -->\n)[\s\S]*?(<!-- end of output -->)/g;

async function made(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [path, line] of Object.entries(PICTURES)) {
    const output = await commandOutput(line, true);
    texts.set(path, terminalSvg(`npx protomdl ${line}`, output, COLUMNS));
  }
  for (const [path, line] of Object.entries(DRAWINGS)) texts.set(path, await commandOutput(line, false));
  const readme = readFileSync(join(ROOT, README), 'utf8');
  const outputs = new Map<string, string>();
  for (const [, , line = ''] of readme.matchAll(OUTPUT)) outputs.set(line, await commandOutput(line, false));
  if (outputs.size === 0) throw new Error(`${README} has no markers for outputs`);
  const text = readme.replace(OUTPUT, (_, begin: string, line: string, end: string) => {
    return `${begin}\n\`\`\`text\n${outputs.get(line)}\`\`\`\n\n${end}`;
  });
  return texts.set(README, text);
}

bringUpToDate(await made(), 'Not what the command prints');
