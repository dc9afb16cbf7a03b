import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { PersistentCommand } from '../process/persistent-command.js';
import type { RepeatedCommand } from '../process/repeated-command.js';
import { type ScratchFolder, scratchFolder } from '../process/scratch.js';

/** A file that one worker rewrites for each run. */
export interface ScratchFile {
  readonly path: string;
  /** Commands that read the file, one for each target. */
  readonly commands: Map<object, RepeatedCommand | PersistentCommand>;
  /** @throws ProtomdlError `scratch-full` if the folder is full */
  write(bytes: Uint8Array): void;
}

/** The files for mutants, in memory if the system supports it. */
export class Scratch {
  readonly #folder: ScratchFolder;
  readonly #free: ScratchFile[] = [];
  readonly #all: ScratchFile[] = [];

  /**
   * @param extension extension of the files, including the dot: some loaders check it
   * @param bytes estimated size of all files that exist at the same time
   */
  constructor(
    private readonly extension: string,
    bytes = 0,
  ) {
    this.#folder = scratchFolder(bytes);
  }

  /** Lends a file for the duration of `work`. */
  async with<T>(work: (file: ScratchFile) => Promise<T>): Promise<T> {
    const file = this.#free.pop() ?? this.#make();
    try {
      return await work(file);
    } finally {
      this.#free.push(file);
    }
  }

  /** Removes the files, and ends the commands. */
  remove(): void {
    for (const { commands } of this.#all) for (const command of commands.values()) command.close();
    this.#folder.remove();
  }

  #make(): ScratchFile {
    const path = join(this.#folder.path, `${this.#all.length}${this.extension}`);
    const file: ScratchFile = {
      path,
      commands: new Map(),
      write(bytes) {
        try {
          writeFileSync(path, bytes);
        } catch (error) {
          const { code, message } = error as NodeJS.ErrnoException;
          throw new ProtomdlError(
            'scratch-full',
            code === 'ENOSPC' ? `${path}: no room for the file that the loader is to read` : message,
          );
        }
      },
    };
    this.#all.push(file);
    return file;
  }
}

/** Symbols that occur only in programs with a sanitizer. */
const INSTRUMENTS = ['__asan_init', '__msan_init', '__tsan_init', '__hwasan_init'];
const SLICE = 1 << 20;
const OVERLAP = 64;
const MOST = 256 << 20;

/** Name of a variable that fuzz/harness/persistent.c reads. */
const HARNESS = ['PROTOMDL_HARNESS_MEMORY'];

/** Returns true for a program that contains a sanitizer's names, and therefore reserves address space. */
export function isInstrumented(path: string): boolean {
  return hasName(path, INSTRUMENTS);
}

/** Returns true for a program that is linked with fuzz/harness/persistent.c. */
export function isHarnessed(path: string): boolean {
  return hasName(path, HARNESS);
}

function hasName(path: string, names: readonly string[]): boolean {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    return false;
  }
  try {
    const slice = Buffer.alloc(SLICE + OVERLAP);
    for (let offset = 0; offset < MOST; offset += SLICE) {
      const read = readSync(fd, slice, 0, slice.length, offset);
      const text = slice.subarray(0, read);
      if (offset === 0 && (read < 4 || text.readUInt32BE(0) !== 0x7f454c46)) return false;
      if (names.some((name) => text.includes(name))) return true;
      if (read < slice.length) return false;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}
