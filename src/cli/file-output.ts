import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileSystemError } from '../source/node-error.js';
import { CommandError, OutputClosed } from './command-error.js';
import type { Host } from './host.js';
import type { Input } from './input.js';

/** Where a command writes a file's bytes: all of them or, when it gives up, none. */
export interface ByteOutput {
  /** @throws CommandError when they cannot be written, OutputClosed when nobody reads them any more */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Overwrites bytes at an offset that has been written: a header whose checksum is known at the end. Undefined
   * where there is no going back.
   */
  readonly patch?: (offset: number, bytes: Uint8Array) => void;
  /** The file is there from now on, under its name. */
  finish(): Promise<void>;
  /** Nothing is left behind. May be called after `finish`, and does nothing then. */
  discard(): void;
}

export interface ByteOutputOptions {
  /** What is read: none of it may be written over, unless `inPlace`. */
  readonly inputs: readonly Input[];
  readonly inPlace?: boolean;
  /** What named the output, for messages (default: -o). */
  readonly option?: string;
}

/**
 * Opens an output for bytes: standard output (`undefined` or `-`), unless that is a terminal; or a file, which is
 * written under another name beside its place and renamed at the end. Devices and FIFOs are written as they are.
 * @throws CommandError for a terminal, an input, or what cannot be written
 */
export function openByteOutput(path: string | undefined, options: ByteOutputOptions, host: Host): ByteOutput {
  const { inputs, inPlace = false, option = '-o' } = options;
  if (path === undefined || path === '-') {
    if (host.stdout.isTerminal) {
      throw new CommandError('binary data is not written to a terminal: name a file with -o, or use a pipe');
    }
    return {
      write: (bytes) => host.stdout.write(bytes),
      finish: async () => {},
      discard: () => {},
    };
  }
  if (!inPlace && inputs.some((input) => input.kind === 'file' && isSameFile(input.path, path))) {
    throw new CommandError(
      `${option} ${path}: would overwrite an input (--in-place allows it where it is offered)`,
    );
  }
  try {
    return isSpecial(path) ? new StraightOutput(path, option) : new RenamedOutput(path, option);
  } catch (error) {
    throw cannotWrite(error, path, option);
  }
}

/** A whole file at once, in the same way. */
export async function writeWhole(
  path: string | undefined,
  bytes: Uint8Array,
  options: ByteOutputOptions,
  host: Host,
): Promise<void> {
  const output = openByteOutput(path, options, host);
  try {
    await output.write(bytes);
    await output.finish();
  } finally {
    output.discard();
  }
}

class RenamedOutput implements ByteOutput {
  readonly #temporary: string;
  #fd: number;

  constructor(
    private readonly path: string,
    private readonly option: string,
  ) {
    this.#temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${serial++}.tmp`);
    // A file that is replaced keeps who may read it.
    const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o666;
    this.#fd = openSync(this.#temporary, 'wx', mode);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#guarded(() => writeAll(this.#fd, bytes));
  }

  readonly patch = (offset: number, bytes: Uint8Array): void => {
    this.#guarded(() => writeAll(this.#fd, bytes, offset));
  };

  async finish(): Promise<void> {
    this.#guarded(() => {
      closeSync(this.#fd);
      this.#fd = -1;
      renameSync(this.#temporary, this.path);
    });
  }

  discard(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
    rmSync(this.#temporary, { force: true });
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.discard();
      throw cannotWrite(error, this.path, this.option);
    }
  }
}

let serial = 0;

/** A device or FIFO that is there already. */
class StraightOutput implements ByteOutput {
  #fd: number;

  constructor(
    private readonly path: string,
    private readonly option: string,
  ) {
    this.#fd = openSync(path, 'w');
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      writeAll(this.#fd, bytes);
    } catch (error) {
      // A FIFO can be closed by its reader, like standard output.
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new OutputClosed();
      throw cannotWrite(error, this.path, this.option);
    }
  }

  async finish(): Promise<void> {
    this.discard();
  }

  discard(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
  }
}

function writeAll(fd: number, bytes: Uint8Array, offset?: number): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(fd, bytes, at, bytes.length - at, offset === undefined ? undefined : offset + at);
  }
}

function isSpecial(path: string): boolean {
  return existsSync(path) && !statSync(path).isFile() && !statSync(path).isDirectory();
}

/** What an error at writing is to a user. */
export function cannotWrite(error: unknown, path: string, option: string): CommandError {
  const { code } = error as NodeJS.ErrnoException;
  const reason =
    code === 'ENOENT'
      ? 'there is no such directory'
      : code === 'ENOSPC'
        ? 'there is no space left'
        : fileSystemError(error, path).message.replace(`${path}: `, '').replace('to read it', 'to write it');
  return new CommandError(`${option} ${path}: ${reason}`);
}

export function isSameFile(a: string, b: string): boolean {
  try {
    const [one, other] = [statSync(a), statSync(b)];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}
