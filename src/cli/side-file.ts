import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { isProtomdlError, ProtomdlError } from '../base/diagnostics/error.js';
import { fileSystemError, isDirectory } from '../base/source/node-error.js';
import { CommandError, type ExitCode } from './exit-code.js';
import type { CommandInput } from './input.js';

/**
 * Minimum number of bytes for the first read. Most side files are small, and `/proc` reports a size of 0 for
 * files with content.
 */
const FIRST_BYTES = 64 * 1024;

/**
 * Reads a whole file that is not an input: settings, a list, a log, a blob. Only regular files are read, so
 * that a device cannot fill memory and a FIFO cannot block for ever.
 * @param most maximum size of the file in bytes
 * @throws ProtomdlError with a `source-*` code
 */
export function readSideFile(path: string, most: number): Uint8Array {
  let fd: number | undefined;
  try {
    // With O_NONBLOCK, opening a FIFO does not wait for a writer.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(fd);
    if (stat.isDirectory()) throw isDirectory(path);
    if (!stat.isFile()) throw new ProtomdlError('source-unreadable', `${path}: is not a regular file`);
    if (stat.size > most) throw tooLarge(path, most);
    let bytes = new Uint8Array(Math.max(stat.size + 1, FIRST_BYTES));
    for (let length = 0; ; ) {
      const read = readSync(fd, bytes, length, bytes.length - length, null);
      if (read === 0) return bytes.subarray(0, length);
      length += read;
      // The file may have grown during the read, or may have reported a wrong size.
      if (length > most) throw tooLarge(path, most);
      if (length < bytes.length) continue;
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
  } catch (error) {
    throw fileSystemError(error, path);
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function tooLarge(path: string, most: number): ProtomdlError {
  return new ProtomdlError('source-too-large', `${path}: has more than ${most} bytes`);
}

/**
 * Like `readSideFile`, but returns text, for an option that names the file.
 * @param shown the user's name for the file
 * @throws CommandError if it cannot be read
 */
export function sideText(
  path: string,
  option: string,
  most: number,
  { shown = path, exitCode }: { readonly shown?: string; readonly exitCode?: ExitCode } = {},
): string {
  try {
    return new TextDecoder().decode(readSideFile(path, most));
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    throw new CommandError(`${option}: ${error.message.replace(path, () => shown)}`, exitCode);
  }
}

/** Returns side files as inputs, which outputs must not overwrite. Skips `-` and missing options. */
export function sideInputs(...paths: readonly (string | undefined)[]): CommandInput[] {
  return paths
    .filter((path) => path !== undefined && path !== '-')
    .map((path) => ({ path: path as string, kind: 'file', size: 0 }));
}

/** Maximum size of a list in bytes. A larger file is not a list of names, and was given by mistake. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;

/**
 * Reads the names in a list: one name per line or, if the list has NUL bytes, separated by NUL bytes, as
 * `find -print0` writes names. Empty lines are skipped.
 * @param from a file, or `-` for standard input
 * @throws CommandError if it cannot be read
 */
export async function readFileList(from: string): Promise<string[]> {
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
