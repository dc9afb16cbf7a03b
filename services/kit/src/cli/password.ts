import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { passwordProblem } from '../passwords/index.js';
import { ExitError } from './exit.js';

/**
 * Returns a new password: the first line of the file, or the text typed twice on the terminal without echo. Throws
 * ExitError (code 2) if the password breaks the rules, if the two texts differ, or if neither a file nor a terminal is
 * available.
 */
export async function readPassword(
  file: string | undefined,
  whose: string,
  minLength?: number,
): Promise<string> {
  const password = file === undefined ? await askTwice(whose) : firstLine(await readFile(file, 'utf8'));
  const problem = passwordProblem(password, minLength);
  if (problem !== undefined) throw new ExitError(2, problem);
  return password;
}

function firstLine(text: string): string {
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function askTwice(whose: string): Promise<string> {
  if (process.stdin.isTTY !== true) {
    throw new ExitError(2, 'there is no terminal to ask for the password: give --password-file FILE');
  }
  const password = await ask(`Password for ${whose}: `);
  if ((await ask('Once more: ')) !== password) throw new ExitError(2, 'The two passwords differ.');
  return password;
}

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  // readline echoes typed text on its output; this output discards it.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
