import { chdir } from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Host, Output } from '../../src/cli/host.js';
import { run } from '../../src/cli/run.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Width of the terminal for outputs, in columns. */
export const COLUMNS = 100;

/**
 * Returns the standard output of a command line, run in the root of the repository.
 * @param color true to print as for a terminal, with escape sequences
 * @throws Error if it prints anything on standard error: such an example is wrong
 */
export async function commandOutput(line: string, color: boolean): Promise<string> {
  chdir(ROOT);
  let out = '';
  let err = '';
  const output = (write: (text: string) => void): Output => ({
    isTerminal: false,
    columns: COLUMNS,
    async write(text) {
      write(typeof text === 'string' ? text : new TextDecoder().decode(text));
    },
  });
  const host: Host = {
    stdout: output((text) => {
      out += text;
    }),
    stderr: output((text) => {
      err += text;
    }),
    env: {},
    parallelism: 1,
    workerFile: undefined,
  };
  await run([...line.split(' '), '--color', color ? 'always' : 'never'], host);
  if (err !== '') throw new Error(`protomdl ${line}: ${err}`);
  return out;
}
