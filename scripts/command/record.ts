/**
 * Runs the built command as its users will and writes what V8 made of it. Bundled by scripts/build.ts into
 * one CommonJS file, because it has to run on plain Node: V8's code is of use under the same flags only.
 *
 *     node record.cjs FOLDER COMMAND-LINE…
 *
 * where each command line is a JSON list of arguments. They run one after the other in one process, each with
 * modules of its own but with the scripts of all, so that functions one of them compiled are packed once.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACK_FILE, writePack } from '../../src/cli/code-pack.js';
import { ScriptLoader } from '../../src/cli/script-loader.js';

const [folder = '', ...lines] = process.argv.slice(2);
const main = join(folder, 'main.js');
const loader = new ScriptLoader(folder, require);
const exit = process.exit;

function next(): void {
  const line = lines.shift();
  if (line === undefined) {
    // Here it does nothing.
    loader.load(join(folder, 'worker.js'));
    writeFileSync(join(folder, PACK_FILE), writePack(packed()));
    exit(0);
  } else {
    process.argv = [process.execPath, main, ...(JSON.parse(line) as string[])];
    loader.forget();
    loader.load(main);
  }
}

// The command ends its process; here that ends one command line.
process.exit = ((code) => {
  if (code !== 0) {
    process.stderr.write(`a command line ended with ${code}, before: ${lines.join(' ')}\n`);
    exit(1);
  }
  setImmediate(next);
}) as typeof process.exit;

function packed() {
  return [...loader.scripts].map(([name, { script, source }]) => ({
    name,
    source,
    // Only now, so that functions compiled at their first call are in it.
    code: script.createCachedData(),
  }));
}

next();
