import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { VerdictStore } from './oracle.js';

/** Of the first line: a file of another version is not taken for this one. */
const FORMAT = 'protomdl verdicts 1';

/** Files that are part of a check are distinguished by their bytes, up to this size; by size and time from there on. */
const MAX_HASHED = 64 * 1024 * 1024;

/**
 * Verdicts of one check in a file, a line each, so that a reduction that was interrupted goes through what it had
 * done without asking again. A last line that was not written whole is left out.
 */
export class VerdictFile implements VerdictStore {
  readonly #known = new Map<string, boolean>();
  readonly #fd: number;
  #problem: string | undefined;

  /**
   * @param folder made where it is not there
   * @param identity all that the verdicts depend on but the candidate
   * @throws an error of the file system
   */
  constructor(folder: string, identity: readonly string[]) {
    mkdirSync(folder, { recursive: true });
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
    const path = join(folder, `${name}.verdicts`);
    const isGood = this.#load(path);
    this.#fd = openSync(path, isGood ? 'a' : 'w');
    if (!isGood) this.#write(`${FORMAT}\n`);
    // Ends a line that was cut; an empty one says nothing.
    else this.#write('\n');
  }

  /** Verdicts that are known. */
  get size(): number {
    return this.#known.size;
  }

  /** Why verdicts are not kept any more: a full disk, say. */
  get problem(): string | undefined {
    return this.#problem;
  }

  get(key: string): boolean | undefined {
    return this.#known.get(key);
  }

  set(key: string, verdict: boolean): void {
    this.#known.set(key, verdict);
    this.#write(`${key} ${verdict ? 1 : 0}\n`);
  }

  close(): void {
    closeSync(this.#fd);
  }

  #load(path: string): boolean {
    let text: string;
    try {
      text = readFileSync(path, 'latin1');
    } catch {
      return false;
    }
    const [format, ...lines] = text.split('\n');
    if (format !== FORMAT) return false;
    for (const line of lines) {
      const [, key, verdict] = /^([0-9a-f]{16}-\d+) ([01])$/.exec(line) ?? [];
      if (key !== undefined) this.#known.set(key, verdict === '1');
    }
    return true;
  }

  /** What cannot be kept is not worth losing a reduction for. */
  #write(text: string): void {
    if (this.#problem !== undefined) return;
    try {
      writeSync(this.#fd, text);
    } catch (error) {
      this.#problem = (error as Error).message;
    }
  }
}

/** What a command's verdicts depend on: its words, and the contents of the files among them (scripts). */
export function identityOfCommand(argv: readonly string[]): string[] {
  return argv.flatMap((word) => [word, contentName(word)]);
}

function contentName(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    if (size > MAX_HASHED) return `${size} ${mtimeMs}`;
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return ''; // No file: an option, or a program from PATH.
  }
}
