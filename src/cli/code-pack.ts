import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';

/**
 * The code pack: what V8 made of the command's files in an earlier run, so that starting it compiles nothing.
 * Node 22.1 and later do this themselves (`module.enableCompileCache`); this file is for Node 20, and goes
 * when Node 20 does. Measured there: compiling takes 15 of the 40 ms that validating a small file takes over
 * bare Node.
 *
 * The first run of each verb writes a pack for it into the user's cache folder as its process ends; later runs
 * start from it. `NODE_DISABLE_COMPILE_CACHE`, the variable of Node's own cache, turns it off.
 *
 * V8's own check of such data is for versions and flags only, and a flipped bit in it ends the process. So the
 * code is there twice, and both copies must be the same: comparing takes 0.1 ms, where loading zlib for a
 * CRC-32 would take 2. The sources are in it too, and must be those of the files. A folder that others may
 * write to is not used, for code from it would run as the user.
 *
 * Layout: a line of JSON (`Head`), then for all modules the sources, the code, and the code once more.
 *
 * Memory costs more than reading: a page that is touched for the first time takes 1 to 2 µs. So what is only
 * compared goes through a small window, and what V8 copies through a buffer that all modules share. Reading
 * pack and files whole took 2 ms and 3 MB more.
 */

/** One file that the command is made of. */
export interface PackedModule {
  /** Relative to the folder of the built code, with `/`. */
  readonly name: string;
  /** The file as it is: ASCII. */
  readonly source: string;
  /** The script that was made of it, and what `vm.Script.createCachedData` gave for that (start-cached.ts). */
  readonly code: Buffer;
}

interface Head {
  readonly engine: string;
  /** Of the whole pack, in bytes, but for the head. */
  readonly size: number;
  /** Names, lengths of the source and of the code. */
  readonly modules: readonly (readonly [string, number, number])[];
}

const NEWLINE = 0x0a;
/** The head is within them. */
const HEAD_BYTES = 16384;
const WINDOW_BYTES = 65536;

/** Of a pack; one of another may be there from an earlier version. */
const LAYOUT = 2;

/** What has to be the same for code to be of use; V8 looks at flags itself. */
function engine(): string {
  return `${process.version} ${process.platform} ${process.arch} ${LAYOUT}`;
}

/** @throws Error for more modules than a pack is made for */
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

/** Where a module's parts are in the pack. */
interface Place {
  readonly source: number;
  readonly sourceLength: number;
  readonly code: number;
  readonly again: number;
  readonly codeLength: number;
}

/** A pack that is read as its modules are asked for. It stays open: the process is the command's. */
export class CodePack {
  readonly #places = new Map<string, Place>();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  /** For the source of a module, then for its code; as long as the longest of them. */
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

  /** @returns undefined for what is no pack, not whole, or another engine's */
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
      // There is none, or it is damaged.
    }
    if (fd !== undefined) closeSync(fd);
    return undefined;
  }

  get names(): readonly string[] {
    return [...this.#places.keys()];
  }

  /**
   * What V8 made of a file, where that is whole, and made of the file as it is now.
   * @returns what is good until the next call
   */
  code(name: string, path: string): Buffer | undefined {
    return this.#of(name, path, (place) => this.#code(place));
  }

  /** The file, where what is packed was made of it as it is now: to be packed again. Strings of that size are left alone otherwise. */
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

  /** Whether the packed source is that of the file; it is in `#part` then. */
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

  /** Whether these bytes are in a file at `offset`. */
  #isAt(fd: number, offset: number, bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; at += WINDOW_BYTES) {
      const wanted = bytes.subarray(at, at + WINDOW_BYTES);
      const window = this.#window.subarray(0, wanted.length);
      if (!fill(fd, window, offset + at) || !window.equals(wanted)) return false;
    }
    return true;
  }
}

/** Whether there was enough to fill all of it. */
function fill(fd: number, target: Buffer, offset: number): boolean {
  for (let at = 0; at < target.length; ) {
    const read = readSync(fd, target, at, target.length - at, offset + at);
    if (read === 0) return false;
    at += read;
  }
  return true;
}

/** Whether the user alone may write to it. */
export function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
