import type { Checksum } from '../container/checksum.js';
import { MD5 } from './md5.gen.js';

/**
 * MD5 (RFC 1321) for small files in a process that has just been started. Node's own takes 3 to 4 ms until it can
 * hash a byte, for all of `node:crypto` is loaded with it, and in JavaScript that runs for the first time a
 * hundred kilobytes take longer than that. This one is WebAssembly (scripts/md5), 64 steps in a row, which takes
 * a third of a millisecond to compile.
 */
export class SmallMd5 implements Checksum {
  readonly #memory: Uint8Array;
  readonly #words: DataView;
  readonly #digestBlocks: (end: number) => void;
  #filled = 0;
  #length = 0;

  constructor() {
    module ??= new WebAssembly.Module(Buffer.from(MD5, 'base64'));
    const { memory, blocks } = new WebAssembly.Instance(module).exports as unknown as Md5Exports;
    this.#memory = new Uint8Array(memory.buffer);
    this.#words = new DataView(memory.buffer);
    this.#digestBlocks = blocks;
    INITIAL.forEach((word, i) => void this.#words.setUint32(4 * i, word, true));
  }

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + BUFFER_SIZE - this.#filled);
      this.#memory.set(part, BUFFER + this.#filled);
      this.#filled += part.length;
      at += part.length;
      this.#digestWhole();
    }
  }

  digest(): string {
    const bits = this.#length * 8;
    const padding = new Uint8Array(BLOCK + ((2 * BLOCK - 9 - (this.#length % BLOCK)) % BLOCK) - (BLOCK - 9));
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, bits % 2 ** 32, true);
    view.setUint32(padding.length - 4, Math.floor(bits / 2 ** 32), true);
    this.update(padding);
    let digits = '';
    for (let i = 0; i < 16; i++) digits += (this.#memory[i] as number).toString(16).padStart(2, '0');
    return digits;
  }

  /** Goes through the blocks that are whole, and keeps what is left. */
  #digestWhole(): void {
    const end = BUFFER + this.#filled - (this.#filled % BLOCK);
    if (end === BUFFER) return;
    this.#digestBlocks(end);
    this.#memory.copyWithin(BUFFER, end, BUFFER + this.#filled);
    this.#filled %= BLOCK;
  }
}

interface Md5Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  /** Takes what lies between BUFFER and `end` into the state. */
  blocks(end: number): void;
}

let module: WebAssembly.Module | undefined;

const BLOCK = 64;
/** In memory: the state in the first 16 bytes, and blocks from here on. */
const BUFFER = 64;
const BUFFER_SIZE = 65_536 - BUFFER;
const INITIAL = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
