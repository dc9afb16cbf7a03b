/** Limit for the names that are remembered; later names are distinguished by a hash. */
const MAX_NAMES = 1 << 17;

/** Characters of made-up names. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Further characters when the letters are used up, because letters alone give only 26 names of one byte. */
const MORE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.+,:;=@#$%&()[]{}<>!?*~^|`\'" \\';

const SLASH = 0x2f;

/**
 * Replaces names by made-up names of the same length in bytes. Equal names get the same made-up name. Parts
 * between slashes are replaced separately, because full names consist of names. Different names stay
 * different.
 */
export class NameTable {
  readonly #known = new Map<string, string>();
  readonly #made: number[] = [];

  replace(bytes: Uint8Array): void {
    let from = 0;
    for (let at = 0; at <= bytes.length; at++) {
      // A byte 0 also ends a part, because some readers end names there.
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

  /** Returns the next name of a length: aaaa, baaa, … */
  #next(length: number): string {
    const count = this.#made[length] ?? 0;
    this.#made[length] = count + 1;
    // Letters alone first, then all characters that a name may have.
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

/** Returns two FNV-1a hashes of the name in letters, repeated to the name's length. */
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
