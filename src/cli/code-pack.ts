import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/**
 * The code pack: V8's compiled code of the command's files from an earlier run, so that starting the command
 * compiles nothing. Node 22.1 and later do this themselves (`module.enableCompileCache`); this file is for
 * Node 20, and can be deleted when support for Node 20 ends. Measured there: validating a small file takes 40
 * ms more than bare Node, of which compiling takes 15.
 *
 * At its end, the first run of each verb writes a pack for the verb into the user's cache folder; later runs
 * start from the pack. `NODE_DISABLE_COMPILE_CACHE`, the variable of Node's own cache, turns it off.
 *
 * V8 itself checks such data for versions and flags only, and a flipped bit in the data ends the process. So
 * the code is stored twice, and both copies must be equal: comparing takes 0.1 ms, while loading zlib for a
 * CRC-32 would take 2. The pack also holds the sources, which must equal the files. A folder that other users
 * may write to is not used, because code from it would run as the user.
 *
 * Layout: a line of JSON (`Head`), then for all modules the sources, the code, and the code once more.
 *
 * Memory costs more than reading: the first access to a page takes 1 to 2 µs. So data that is only compared
 * goes through a small window, and data that V8 copies through a buffer that all modules share. Reading pack
 * and files whole took 2 ms and 3 MB more.
 */

/** One file of the command. */
export interface PackedModule {
  /** Path relative to the folder of the built code, with `/`. */
  readonly name: string;
  /** The unchanged file: ASCII. */
  readonly source: string;
  /** Script made from the file, and its `vm.Script.createCachedData` (start-cached.ts). */
  readonly code: Buffer;
}

interface Head {
  readonly engine: string;
  /** Size of the pack in bytes, without the head. */
  readonly size: number;
  /** Name, length of the source, and length of the code. */
  readonly modules: readonly (readonly [string, number, number])[];
}

const NEWLINE = 0x0a;
/** The head is shorter than this. */
const HEAD_BYTES = 16384;
const WINDOW_BYTES = 65536;

/** Version of the pack's layout; a pack of an earlier version may exist. */
const LAYOUT = 2;

/** Conditions under which code can be reused; V8 checks flags itself. */
function engine(): string {
  return `${process.version} ${process.platform} ${process.arch} ${LAYOUT}`;
}

/** @throws Error if there are more modules than a pack can hold */
export function writePack(modules: readonly PackedModule[]): Uint8Array {
  const sources = modules.map(({ source }) => Buffer.from(source, 'latin1'));
  const code = modules.map((module) => module.code);
  const body = Buffer.concat([...sources, ...code, ...code]);
  const head: Head = {
    engine: engine(),
    size: body.length,
    modules: modules.map(({ name, source, code }) => [name, source.length, code.length]),
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  if (line.length > HEAD_BYTES) throw new Error(`the head of a code pack takes ${line.length} bytes`);
  return Buffer.concat([line, body]);
}

/** Positions of a module's parts in the pack. */
interface Place {
  readonly source: number;
  readonly sourceLength: number;
  readonly code: number;
  readonly again: number;
  readonly codeLength: number;
}

/** A pack that is read module by module. It stays open until the process ends. */
export class CodePack {
  readonly #places = new Map<string, Place>();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  /** Holds the source of a module, then its code; as long as the longest part. */
  readonly #part: Buffer;

  private constructor(
    private readonly fd: number,
    { modules }: Head,
    at: number,
  ) {
    const codes = modules.reduce((sum, [, , length]) => sum + length, 0);
    let source = at;
    let code = at + modules.reduce((sum, [, length]) => sum + length, 0);
    let longest = 0;
    for (const [name, sourceLength, codeLength] of modules) {
      this.#places.set(name, { source, sourceLength, code, again: code + codes, codeLength });
      source += sourceLength;
      code += codeLength;
      longest = Math.max(longest, sourceLength, codeLength);
    }
    this.#part = Buffer.allocUnsafeSlow(longest);
  }

  /** @returns undefined for a file that is not a pack, is incomplete, or is for another engine */
  static open(path: string): CodePack | undefined {
    let fd: number | undefined;
    try {
      fd = openSync(path, 'r');
      const stats = fstatSync(fd);
      const start = Buffer.allocUnsafeSlow(HEAD_BYTES);
      const line = start.subarray(0, readSync(fd, start)).indexOf(NEWLINE);
      const head = JSON.parse(start.toString('latin1', 0, line)) as Head;
      const size = head.modules.reduce((sum, [, source, code]) => sum + source + 2 * code, 0);
      const all = line + 1 + head.size;
      if (isPrivate(stats) && head.engine === engine() && head.size === size && stats.size === all) {
        return new CodePack(fd, head, line + 1);
      }
    } catch {
      // The pack is missing or damaged.
    }
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }

  get names(): readonly string[] {
    return [...this.#places.keys()];
  }

  /**
   * V8's code of a file, if it is complete and was made from the current file.
   * @returns a buffer that is valid until the next call
   */
  code(name: string, path: string): Buffer | undefined {
    return this.#of(name, path, (place) => this.#code(place));
  }

  /**
   * Source of a file, if its packed code is up to date: for packing it again. Otherwise strings of this size
   * are not made.
   */
  source(name: string, path: string): string | undefined {
    return this.#of(name, path, ({ sourceLength }) => this.#part.toString('latin1', 0, sourceLength));
  }

  #of<T>(name: string, path: string, part: (place: Place) => T | undefined): T | undefined {
    const place = this.#places.get(name);
    try {
      return place !== undefined && this.#isOf(place, path) ? part(place) : undefined;
    } catch {
      return undefined;
    }
  }

  /** True if the packed source equals the file; it is in `#part` then. */
  #isOf({ source, sourceLength }: Place, path: string): boolean {
    const part = this.#part.subarray(0, sourceLength);
    if (!fill(this.fd, part, source)) return false;
    const file = openSync(path, 'r');
    try {
      return fstatSync(file).size === sourceLength && this.#isAt(file, 0, part);
    } finally {
      closeSync(file);
    }
  }

  #code({ code, again, codeLength }: Place): Buffer | undefined {
    const part = this.#part.subarray(0, codeLength);
    return fill(this.fd, part, code) && this.#isAt(this.fd, again, part) ? part : undefined;
  }

  /** True if a file has these bytes at `offset`. */
  #isAt(fd: number, offset: number, bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
      const wanted = bytes.subarray(at, at + WINDOW_BYTES);
      const window = this.#window.subarray(0, wanted.length);
      if (!fill(fd, window, offset + at) || !window.equals(wanted)) return false;
    }
    return true;
  }
}

/** True if the file had enough bytes to fill the target. */
function fill(fd: number, target: Buffer, offset: number): boolean {
  for (let at = 0; at < target.length; ) {
    const read = readSync(fd, target, at, target.length - at, offset + at);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

/** True if no other user may write to the file. */
export function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
