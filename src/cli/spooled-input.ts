import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../attack/process/scratch.js';
import { ProtomdlError } from '../base/diagnostics/error.js';
import { openFile } from '../base/source/file.js';
import { memorySource } from '../base/source/memory.js';
import type { Source } from '../base/source/source.js';
import { interruptible } from '../base/source/turns.js';
import { concatBytes } from '../base/wire/bytes.js';
import { cannotWrite } from './file-output.js';
import type { Input } from './input.js';
import { openAtOnce } from './open-input.js';

/** Bytes of a pipe that are kept in memory; what is longer goes to a temporary file. */
const IN_MEMORY = 4 * 1024 * 1024;
const CHUNK = 256 * 1024;

/**
 * An input that can be gone back in. Of a pipe, all of it is taken first: into memory as long as it is small, into
 * a file where temporary ones go (TMPDIR) otherwise, which goes with the process at the latest.
 * @param most bytes that are taken of a pipe
 * @throws ProtomdlError with a `source-*` code, CommandError where there is no room for the file
 */
export async function openSpooled(input: Input, most?: number): Promise<Source> {
  return interruptible(await openHeld(input, most));
}

/** The same for readers that need files to answer at once; `guard.ts` handles signals for them. */
export async function openHeld(input: Input, most = Number.POSITIVE_INFINITY): Promise<Source> {
  const source = await openAtOnce(input);
  if (source.randomAccess && source.size !== undefined) return source;
  try {
    return await spool(interruptible(source), most);
  } finally {
    await source.close();
  }
}

/** A file that holds what came from a stream, until it is removed. */
export interface Spooled {
  readonly path: string;
  remove(): void;
}

/**
 * Takes all of a stream into a temporary file, for callers that need one by its name. It goes with the process at the latest.
 * @throws ProtomdlError with a `source-*` code, CommandError where there is no room for the file
 */
export async function spoolToFile(source: Source): Promise<Spooled> {
  const file = new SpoolFile();
  const piece = new Uint8Array(CHUNK);
  try {
    for (let length = 0; ; ) {
      const read = await source.read(length, piece);
      file.write(piece.subarray(0, read));
      length += read;
      if (read < CHUNK) break;
    }
  } catch (error) {
    file.remove();
    throw error;
  }
  file.close();
  return file;
}

async function spool(source: Source, most: number): Promise<Source> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let file: SpoolFile | undefined;
  let piece = new Uint8Array(CHUNK);
  try {
    for (;;) {
      const read = await source.read(length, piece);
      length += read;
      if (length > most)
        throw new ProtomdlError('source-too-large', `more than ${most} bytes, which is all that is taken`);
      if (file !== undefined) file.write(piece.subarray(0, read));
      else {
        pieces.push(piece.subarray(0, read));
        piece = new Uint8Array(CHUNK);
      }
      if (read < CHUNK) break;
      if (file === undefined && length > IN_MEMORY) {
        file = new SpoolFile();
        for (const held of pieces) file.write(held);
        pieces.length = 0;
      }
    }
    if (file !== undefined) return await file.reopened();
  } catch (error) {
    file?.remove();
    throw error;
  }
  return memorySource(concatBytes(pieces));
}

/** A file that no other process knows of. */
class SpoolFile implements Spooled {
  // The length of a pipe is not known: it goes to a disk, and never into memory by the name of a folder.
  readonly #folder = scratchFolder(Number.POSITIVE_INFINITY);
  readonly path = join(this.#folder.path, 'standard-input');
  readonly #fd = openSync(this.path, 'wx', 0o600);
  #isOpen = true;

  write(bytes: Uint8Array): void {
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    } catch (error) {
      throw cannotWrite(error, this.path, 'standard input');
    }
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#fd);
    this.#isOpen = false;
  }

  /** What was written, to be read. */
  async reopened(): Promise<Source> {
    this.close();
    const source = await openFile(this.path);
    return {
      size: source.size,
      randomAccess: true,
      read: (offset, target) => source.read(offset, target),
      close: async () => {
        await source.close();
        this.#folder.remove();
      },
    };
  }

  remove(): void {
    this.close();
    this.#folder.remove();
  }
}
