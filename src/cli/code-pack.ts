/**
 * The code pack: what V8 made of the command's files in a run at build time, so that starting it compiles
 * nothing. Measured with Node 20: compiling takes 15 of the 40 ms that validating a small file takes over
 * bare Node; V8's own check of such data is for versions and flags only, and a flipped bit in it ends the
 * process. So it is there twice, and both copies must be the same: comparing takes 0.1 ms, where loading
 * zlib for a CRC-32 would take 2. The sources are in it too, and must be those of the files.
 *
 * Layout: a line of JSON (`Head`), then for all modules the sources, the code, and the code once more.
 */

/** One file of the command. */
export interface PackedModule {
  /** Relative to the pack, with `/`. */
  readonly name: string;
  /** ASCII, as `wrapped` makes it of the file. */
  readonly source: Buffer;
  /** What `vm.Script.createCachedData` gave for it. */
  readonly code: Buffer;
}

interface Head {
  readonly engine: string;
  /** Of the whole pack, in bytes, but for the head. */
  readonly size: number;
  /** Names, lengths of the source and of the code. */
  readonly modules: readonly (readonly [string, number, number])[];
}

/** Beside the command's first file. */
export const PACK_FILE = 'code.pack';

const NEWLINE = 0x0a;

/** As Node wraps CommonJS modules; all on the first line, so that line numbers stay. */
export const WRAPPER = {
  before: '(function (exports, require, module, __filename, __dirname) { ',
  after: '\n})',
} as const;

export function wrapped(file: Buffer): Buffer {
  return Buffer.concat([Buffer.from(WRAPPER.before), file, Buffer.from(WRAPPER.after)]);
}

export function unwrapped(source: Buffer): Buffer {
  return source.subarray(WRAPPER.before.length, -WRAPPER.after.length);
}

/** What has to be the same for code to be of use; V8 looks at flags itself. */
export function engine(): string {
  return `${process.version} ${process.platform} ${process.arch}`;
}

export function writePack(modules: readonly PackedModule[]): Uint8Array {
  const code = modules.map((module) => module.code);
  const body = Buffer.concat([...modules.map(({ source }) => source), ...code, ...code]);
  const head: Head = {
    engine: engine(),
    size: body.length,
    modules: modules.map(({ name, source, code }) => [name, source.length, code.length]),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

/** @returns undefined for what is no pack, not whole, damaged, or another engine's */
export function readPack(pack: Buffer): ReadonlyMap<string, PackedModule> | undefined {
  const body = pack.subarray(pack.indexOf(NEWLINE) + 1);
  try {
    const head = JSON.parse(pack.toString('latin1', 0, pack.length - body.length)) as Head;
    if (head.engine !== engine() || head.size !== body.length) return undefined;
    const modules = new Map<string, PackedModule>();
    const sources = head.modules.reduce((sum, [, length]) => sum + length, 0);
    const half = (body.length - sources) / 2;
    if (!body.subarray(sources, sources + half).equals(body.subarray(sources + half))) return undefined;
    let at = 0;
    let codeAt = sources;
    for (const [name, length, codeLength] of head.modules) {
      const code = body.subarray(codeAt, codeAt + codeLength);
      modules.set(name, { name, source: body.subarray(at, at + length), code });
      at += length;
      codeAt += codeLength;
    }
    return codeAt === sources + half ? modules : undefined;
  } catch {
    return undefined;
  }
}
