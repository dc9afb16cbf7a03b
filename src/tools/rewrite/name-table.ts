/** Names that are remembered one by one; what comes after them is distinguished by a hash. */
const MAX_NAMES = 1 << 17;

/** Letters of made-up names. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Those of more names, where letters are used up: of one byte there are 26. */
const MORE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+,:;=@#$%&()[]{}<>!?*~^|`\'" \\';

const SLASH = 0x2f;

/**
 * Made-up names of the same length in bytes, the same for the same name. Parts between slashes are made up one by
 * one, for full names are made of names; so what is equal stays equal, and what is not stays different.
 */
export class NameTable {
  readonly #known = new Map<string, string>();
  /** Names made up so far, by length. */
  readonly #made: number[] = [];

  /** Puts a made-up name where a name is. */
  replace(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at <= bytes.length; at++) {
      // A byte 0 ends names for some readers.
      if (at < bytes.length && bytes[at] !== SLASH && bytes[at] !== 0) continue;
      if (at > from) this.#part(bytes, from, at);
      from = at + 1;
    }
  }

  #part(bytes: Uint8Array, from: number, to: number): void {
    let key = '';
    for (let at = from; at < to; at++) key += String.fromCharCode(bytes[at] as number);
    let name = this.#known.get(key);
    if (name === undefined) {
      name = this.#known.size < MAX_NAMES ? this.#next(to - from) : hashed(key);
      if (this.#known.size < MAX_NAMES) this.#known.set(key, name);
    }
    for (let i = 0; i < name.length; i++) bytes[from + i] = name.charCodeAt(i);
  }

  /** The next name of a length: aaaa, baaa, … */
  #next(length: number): string {
    const count = this.#made[length] ?? 0;
    this.#made[length] = count + 1;
    // Letters alone as long as they last, then whatever may stand in a name.
    const plain = LETTERS.length ** length;
    let [rest, alphabet] = count < plain ? [count, LETTERS] : [count - plain, MORE];
    let name = '';
    for (let i = 0; i < length; i++) {
      name += alphabet[rest % alphabet.length] as string;
      rest = Math.floor(rest / alphabet.length);
    }
    return name;
  }
}

/** Two runs of FNV-1a over the name, in letters, over and over. */
function hashed(name: string): string {
  let [a, b] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < name.length; i++) {
    a = Math.imul(a ^ name.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ name.charCodeAt(i), 0x01000193) + i;
  }
  let text = '';
  for (let i = 0; i < name.length; i++) {
    a = Math.imul(a ^ (a >>> 15), 0x2c1b3c6d) + b;
    b = Math.imul(b ^ (b >>> 13), 0x297a2d39) + i;
    text += LETTERS[(a >>> 0) % LETTERS.length];
  }
  return text;
}
