import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { VerdictStore } from './oracle.js';

/** First line of the file, which identifies the version of its layout. */
const FORMAT = 'protomdl verdicts 1';

/**
 * Maximum size of a hashed file. Files that a check depends on are identified by their hash; larger files, by
 * size and time.
 */
const MAX_HASHED = 64 * 1024 * 1024;

/**
 * Stores the verdicts of one check in a file, one on each line, so that an interrupted reduction can continue
 * without repeating checks. An incomplete last line is ignored.
 */
export class VerdictFile implements VerdictStore {
  readonly #known = new Map<string, boolean>();
  readonly #fd: number;
  #problem: string | undefined;

  /**
   * @param folder created if it does not exist
   * @param identity all inputs of the check except the candidate
   * @throws an error of the file system
   */
  constructor(folder: string, identity: readonly string[]) {
    mkdirSync(folder, { recursive: true });
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 24);
    const path = join(folder, `${name}.verdicts`);
    const isGood = this.#load(path);
    this.#fd = openSync(path, isGood ? 'a' : 'w');
    if (!isGood) this.#write(`${FORMAT}\n`);
    // Ends an incomplete line; empty lines are ignored.
    else this.#write('\n');
  }

  get size(): number {
    return this.#known.size;
  }

  /** Reason why verdicts are no longer stored, such as a full disk. */
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

  /** Writes to the file. An error disables later writes, and the reduction continues. */
  #write(text: string): void {
    if (this.#problem !== undefined) return;
    try {
      writeSync(this.#fd, text);
    } catch (error) {
      this.#problem = (error as Error).message;
    }
  }
}

/**
 * Returns all inputs of a command's verdicts: its words, and the contents of files that are among the words
 * (scripts).
 */
export function identityOfCommand(argv: readonly string[]): string[] {
  return argv.flatMap((word) => [word, contentName(word)]);
}

function contentName(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    if (size > MAX_HASHED) return `${size} ${mtimeMs}`;
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return ''; // The word is not a file; it is an option, or a program in PATH.
  }
}
