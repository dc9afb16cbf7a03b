import { constants, copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { CommandError } from './exit-code.js';
import { cannotWrite } from './file-output.js';

/**
 * Folder for the files that a command creates. The folder must be empty, so that no file is overwritten, and
 * no file of an earlier run is taken for a file of this run.
 */
export class OutputFolder {
  readonly #taken = new Set<string>();

  /** @throws CommandError if the folder is not empty, or cannot be created */
  constructor(
    readonly path: string,
    private readonly option: string,
  ) {
    let holds: string[];
    try {
      mkdirSync(path, { recursive: true });
      holds = readdirSync(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        throw new CommandError(`${option} ${path}: is a file, but several files need a folder`);
      }
      throw cannotWrite(error, path, option);
    }
    if (holds.length > 0) throw new CommandError(`${option} ${path}: is not empty`);
  }

  /** Returns an unused name: `wanted`, with a number if necessary. */
  nameFor(wanted: string): string {
    const extension = extname(wanted);
    const stem = basename(wanted, extension);
    let name = `${stem}${extension}`;
    for (let i = 2; this.#taken.has(name); i++) name = `${stem}-${i}${extension}`;
    this.#taken.add(name);
    return name;
  }

  /** Copies a file into the folder, in constant memory. The copy is complete or missing. */
  copy(from: string, name: string): void {
    this.#place(name, (temporary) => copyFileSync(from, temporary, constants.COPYFILE_FICLONE));
  }

  write(name: string, bytes: Uint8Array | string): void {
    this.#place(name, (temporary) => writeFileSync(temporary, bytes));
  }

  #place(name: string, fill: (temporary: string) => void): void {
    const path = join(this.path, name);
    const temporary = join(this.path, `.${name}.tmp`);
    try {
      fill(temporary);
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw cannotWrite(error, path, this.option);
    }
  }
}
