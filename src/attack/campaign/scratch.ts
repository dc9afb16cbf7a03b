import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { PersistentCommand } from '../process/persistent-command.js';
import type { RepeatedCommand } from '../process/repeated-command.js';
import { type ScratchFolder, scratchFolder } from '../process/scratch.js';

/** A file that a worker writes anew for each run. */
export interface ScratchFile {
  readonly path: string;
  /** Commands that read it, by who runs them. */
  readonly commands: Map<object, RepeatedCommand | PersistentCommand>;
  /** @throws ProtomdlError `scratch-full` where there is no room for it */
  write(bytes: Uint8Array): void;
}

/** The files that mutants are written to, in memory where the system has a place for that. */
export class Scratch {
  readonly #folder: ScratchFolder;
  readonly #free: ScratchFile[] = [];
  readonly #all: ScratchFile[] = [];

  /**
   * @param extension of the files, with its dot: some loaders look at it
   * @param bytes about as many as will lie there at once
   */
  constructor(
    private readonly extension: string,
    bytes = 0,
  ) {
    this.#folder = scratchFolder(bytes);
  }

  /** Lends a file for as long as `work` takes. */
  async with<T>(work: (file: ScratchFile) => Promise<T>): Promise<T> {
    const file = this.#free.pop() ?? this.#make();
    try {
      return await work(file);
    } finally {
      this.#free.push(file);
    }
  }

  /** Takes the files away, and ends the commands. */
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

/** Names that only programs with a sanitizer have in them. */
const INSTRUMENTS = ['__asan_init', '__msan_init', '__tsan_init', '__hwasan_init'];
const SLICE = 1 << 20;
const OVERLAP = 64;
const MOST = 256 << 20;

/** Name of a variable that fuzz/harness/persistent.c reads. */
const HARNESS = ['PROTOMDL_HARNESS_MEMORY'];

/** Returns true for a program that has a sanitizer's names in it, which reserves address space. */
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
