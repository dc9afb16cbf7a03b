import { fileSystemError } from '../base/source/node-error.js';
import { CommandError } from './command-error.js';
import { sideText } from './side-file.js';

/** A longer list is not a list of names but a file given by mistake. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;

/**
 * Reads the names in a list: one a line, or separated by NUL bytes (as `find -print0` writes them) if it has
 * any. Empty lines are skipped.
 * @param from a file, or `-` for standard input
 * @throws CommandError if it cannot be read
 */
export async function readNames(from: string): Promise<string[]> {
  const text = await readText(from);
  const names = text.includes('\0')
    ? text.split('\0')
    : text.split('\n').map((line) => line.replace(/\r$/, ''));
  return names.filter((name) => name !== '');
}

async function readText(from: string): Promise<string> {
  if (from !== '-') return sideText(from, '--files-from', MAX_LIST_BYTES);
  try {
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > MAX_LIST_BYTES)
        throw new CommandError('--files-from: standard input is not a list of names');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`--files-from: ${fileSystemError(error, from).message}`);
  }
}
