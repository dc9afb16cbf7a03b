import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isRunning } from '../attack/process/alive.js';
import { CommandError, EXIT, OutputClosed } from './exit-code.js';
import type { Host } from './host.js';
import { type CommandInput, isFolder } from './input.js';

/** Destination for the bytes of a file. Either all bytes are written or, after a failure, no bytes. */
export interface ByteOutput {
  /** @throws CommandError if the bytes cannot be written, OutputClosed if the reader has gone */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Overwrites bytes that were already written, such as a header whose checksum is only known at the end.
   * Undefined for an output that cannot seek.
   */
  readonly patch?: (offset: number, bytes: Uint8Array) => void;
  /** Moves the finished file to its name. */
  finish(): Promise<void>;
  /** Removes the unfinished file. A call after `finish` has no effect. */
  discard(): void;
}

export interface ByteOutputOptions {
  /** Inputs of the command, which must not be overwritten, unless `inPlace` is set. */
  readonly inputs: readonly CommandInput[];
  readonly inPlace?: boolean;
  /** Option that named the output, for messages (default: -o). */
  readonly option?: string;
}

/**
 * Opens an output for bytes: standard output (`undefined` or `-`), unless it is a terminal; or a file, which
 * is written under a temporary name in the same folder and renamed at the end. Devices and FIFOs are written
 * directly.
 * @throws CommandError for a terminal, an input, or an output that cannot be written
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
    if (isFolder(path)) throw Object.assign(new Error(), { code: 'EISDIR' });
    return isSpecial(path) ? new StraightOutput(path, option) : new RenamedOutput(placeOf(path), option);
  } catch (error) {
    throw cannotWrite(error, path, option);
  }
}

/** Writes a whole file at once, to the same destinations as `openByteOutput`. */
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
    removeLeftovers(path);
    const replaced = existsSync(path) ? statSync(path).mode & 0o777 : undefined;
    this.#fd = openSync(this.#temporary, 'wx', replaced ?? 0o666);
    unfinished.add(this.#temporary);
    // The new file gets the permissions of the replaced file. `openSync` alone would apply the process's
    // mask.
    if (replaced !== undefined) fchmodSync(this.#fd, replaced);
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.#guarded(() => writeAll(this.#fd, bytes));
  }

  readonly patch = (offset: number, bytes: Uint8Array): void => {
    this.#guarded(() => writeAll(this.#fd, bytes, offset));
  };

  async finish(): Promise<void> {
    this.#guarded(() => {
      // Without `fsync`, a power failure after the renaming could leave an empty file under the name.
      fsyncSync(this.#fd);
      closeSync(this.#fd);
      this.#fd = -1;
      renameSync(this.#temporary, this.path);
      unfinished.delete(this.#temporary);
    });
  }

  discard(): void {
    if (this.#fd >= 0) closeSync(this.#fd);
    this.#fd = -1;
    if (unfinished.delete(this.#temporary)) rmSync(this.#temporary, { force: true });
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

/** Unfinished files. On a signal, the process removes these files as it ends. */
const unfinished = new Set<string>();
process.once('exit', () => {
  for (const path of unfinished) rmSync(path, { force: true });
});

/**
 * Removes unfinished copies of this output by runs that were killed. The processes of such copies have ended.
 * @param ended id of a process that has certainly ended
 */
export function removeLeftovers(path: string, ended?: number): void {
  const start = `.${basename(path)}.`;
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(start)) continue;
    const [, pid] = /^(\d{1,10})\.\d+\.tmp$/.exec(name.slice(start.length)) ?? [];
    if (pid !== undefined && (Number(pid) === ended || !isRunning(Number(pid))))
      rmSync(join(dirname(path), name), { force: true });
  }
}

/** Returns the target of a link, so that the link stays a link. The target may not exist yet. */
function placeOf(path: string): string {
  let place = path;
  for (let links = 0; links < 40 && isLink(place); links++)
    place = resolve(dirname(place), readlinkSync(place));
  return place;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Output to an existing device or FIFO. */
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
      // As with standard output, the reader of a FIFO may close the FIFO.
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

/**
 * True for an output that cannot be replaced: a device, a FIFO, or a file that is named through a descriptor
 * (`/dev/stdout`).
 */
function isSpecial(path: string): boolean {
  if (!existsSync(path)) return false;
  if (/^\/(dev|proc)\//.test(resolve(path))) return true;
  return !statSync(path).isFile();
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such directory',
  ENOTDIR: 'part of the path is a file, not a directory',
  EEXIST: 'is a file, not a directory',
  EISDIR: 'is a directory',
  EACCES: 'no permission to write it',
  EPERM: 'no permission to write it',
  EROFS: 'the file system is read-only',
  ENOSPC: 'there is no space left',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large for the file system',
  ENAMETOOLONG: 'the name is too long',
};

/** Converts a write error to an error with a message for the user. */
export function cannotWrite(error: unknown, path: string, option: string): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CommandError(
    `${option} ${path}: ${WRITE_REASONS[code] ?? `cannot be written: ${message}`}`,
    EXIT.unreadable,
  );
}

function isSameFile(a: string, b: string): boolean {
  try {
    const [one, other] = [statSync(a), statSync(b)];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}
