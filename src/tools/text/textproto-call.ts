import { suggestion } from '../../check/config/nearest.js';
import type { BlobReference } from './blob-input.js';
import { INT, STRING_TOKEN, SYMBOL } from './textproto-tokens.js';

/** Reads `$file("name", 123)` or `$bytes(123, "hash")`, each of which replaces a string, token by token. */
export class TextprotoCall {
  reference: BlobReference | undefined;
  readonly #isFile: boolean;
  readonly #given: string[] = [];

  /** @param name `$file` or `$bytes`: see `mistakeIn` */
  constructor(name: string) {
    this.#isFile = name === FILE;
  }

  /** Returns the error for a name that is not the name of a call; undefined if the name is valid. */
  static mistakeIn(name: string): string | undefined {
    return NAMES.includes(name)
      ? undefined
      : `${name} is not a name of this mapping${suggestion(name, NAMES)}`;
  }

  /** Syntax of the call, for an error message. */
  get form(): string {
    return this.#isFile ? '$file("name", length)' : '$bytes(length, "hash")';
  }

  /**
   * Takes the next token after the name.
   * @param text the token; for a string, its content
   * @returns true if the token is allowed there
   */
  take(kind: number, text: string): boolean {
    const given = this.#given;
    // A call may end after its first argument: the length of bytes without a hash, or the name of a file.
    const isEnd = kind === SYMBOL && text === ')' && (given.length === 2 || given.length === 4);
    if (!isEnd && !this.#isDue(kind, text)) return false;
    given.push(text);
    if (!isEnd) return true;
    const [, first] = given;
    if (this.#isFile) {
      this.reference = { file: first, length: given.length > 3 ? Number(given[3]) : undefined };
    } else this.reference = { file: undefined, length: Number(first) };
    return true;
  }

  #isDue(kind: number, text: string): boolean {
    const due = (this.#isFile ? FILE_PARTS : BYTES_PARTS)[this.#given.length];
    if (due === 'name') return kind === STRING_TOKEN;
    if (due === 'length') return kind === INT && /^(0|[1-9]\d{0,15})$/.test(text);
    return kind === SYMBOL && text === due;
  }
}

const FILE = '$file';
const NAMES = [FILE, '$bytes'];
const FILE_PARTS = ['(', 'name', ',', 'length'];
const BYTES_PARTS = ['(', 'length', ',', 'name'];
