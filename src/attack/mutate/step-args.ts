import { ProtomdlError } from '../../base/diagnostics/error.js';
import type { Position } from './tree-site.js';

/**
 * The choices of a mutator, as plain data that JSON preserves exactly. The choices and the file determine the
 * result of a mutation. 64-bit values are decimal strings, bytes are base64.
 */
export type StepArgs = Readonly<Record<string, string | number | boolean | readonly number[]>>;

/** Arguments from a log, which is untrusted input: every read checks the argument. */
export class Args {
  constructor(
    readonly mutator: string,
    private readonly values: StepArgs,
  ) {}

  has(name: string): boolean {
    return Object.hasOwn(this.values, name);
  }

  /** Returns a whole number from 0 to `most`. */
  number(name: string, most = 0xffff_ffff): number {
    const value = this.#value(name);
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
    throw this.#wrong(name, `a whole number from 0 to ${most}`);
  }

  flag(name: string): boolean {
    const value = this.#value(name);
    if (typeof value === 'boolean') return value;
    throw this.#wrong(name, 'true or false');
  }

  word<T extends string>(name: string, words: readonly T[]): T {
    const value = this.#value(name);
    const word = words.find((one) => one === value);
    if (word !== undefined) return word;
    throw this.#wrong(name, `one of ${words.join(', ')}`);
  }

  /** Returns an unsigned value of at most 64 bits. */
  bits(name: string): bigint {
    const value = this.#value(name);
    if (typeof value === 'string' && /^\d{1,20}$/.test(value)) {
      const bits = BigInt(value);
      if (bits < 1n << 64n) return bits;
    }
    throw this.#wrong(name, 'an unsigned 64-bit number as a decimal string');
  }

  bytes(name: string): Uint8Array {
    const value = this.#value(name);
    const bytes = typeof value === 'string' ? fromBase64(value) : undefined;
    if (bytes !== undefined) return bytes;
    throw this.#wrong(name, 'bytes in base64');
  }

  numbers(name: string): readonly number[] {
    const value = this.#value(name);
    if (Array.isArray(value) && value.every((item) => Number.isSafeInteger(item) && item >= 0)) return value;
    throw this.#wrong(name, 'a list of whole numbers');
  }

  /** Returns an argument that is the position of a record or of a message. */
  position(name = 'at'): Position {
    return this.numbers(name);
  }

  #value(name: string): unknown {
    return this.has(name) ? this.values[name] : undefined;
  }

  #wrong(name: string, wanted: string): ProtomdlError {
    return new ProtomdlError('replay-mismatch', `${this.mutator}: its argument ${name} is not ${wanted}`);
  }
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  // Chunks keep the number of arguments small, because arguments are on the stack.
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    const characters = atob(text);
    const bytes = new Uint8Array(characters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}
