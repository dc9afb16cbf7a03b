import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, exit } from 'node:process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Ends a script that makes files: writes the files that differ from the text on disk. With `--check` it
 * writes nothing, and the process exits with 1 if a file differs.
 * @param texts by path in the repository
 * @param complaint message about an outdated file: `Not what the catalogue says`
 * @param gone paths of existing files that should not exist
 */
export function bringUpToDate(
  texts: Iterable<readonly [path: string, text: string]>,
  complaint: string,
  gone: readonly string[] = [],
): void {
  const outdated = [...texts].filter(([path, text]) => !isOnDisk(path, text));
  const names = [...outdated.map(([path]) => path), ...gone].join(', ');
  if (argv.includes('--check')) {
    if (names === '') return;
    console.error(`${complaint}: ${names}. Run \`npm run generate\` and commit.`);
    exit(1);
  }
  for (const [path, text] of outdated) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  for (const path of gone) rmSync(join(ROOT, path));
  console.error(names === '' ? 'Nothing has changed.' : `Brought up to date: ${names}`);
}

function isOnDisk(path: string, text: string): boolean {
  const file = join(ROOT, path);
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

/** Maximum number of columns in a line. */
const WIDTH = 110;

/** Distributes words to lines, each with as many words as its width allows. */
export function filled(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(indent + word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `${line}\n`).join('');
}
