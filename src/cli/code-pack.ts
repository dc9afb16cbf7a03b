import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { constants, Script } from 'node:vm';

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

/** One file of the command. */
export interface PackedModule {
  /** Relative to the pack, with `/`. */
  readonly name: string;
  /** ASCII, as `wrapped` makes it of the file. */
  readonly source: string;
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

const NEWLINE = 0x0a;
/** The head is within them. */
const HEAD_BYTES = 4096;
const WINDOW_BYTES = 65536;

/** As Node wraps CommonJS modules; all on the first line, so that line numbers stay. */
const WRAPPER = {
  before: '(function (exports, require, module, __filename, __dirname) { ',
  after: '\n})',
} as const;

function wrapped(file: string): string {
  return WRAPPER.before + file + WRAPPER.after;
}

/** What has to be the same for code to be of use; V8 looks at flags itself. */
function engine(): string {
  return `${process.version} ${process.platform} ${process.arch}`;
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
   * What is packed for a file, where that is whole, and made of the file as it is now.
   * @returns whose code is good until the next call
   */
  read(name: string, path: string): PackedModule | undefined {
    const place = this.#places.get(name);
    if (place === undefined) return undefined;
    try {
      const source = this.#source(place, path);
      const code = source === undefined ? undefined : this.#code(place);
      return source === undefined || code === undefined ? undefined : { name, source, code };
    } catch {
      return undefined;
    }
  }

  #source({ source, sourceLength }: Place, path: string): string | undefined {
    const part = this.#part.subarray(0, sourceLength);
    if (!fill(this.fd, part, source)) return undefined;
    const file = openSync(path, 'r');
    try {
      const text = part.subarray(WRAPPER.before.length, -WRAPPER.after.length);
      if (fstatSync(file).size !== text.length || !this.#isAt(file, 0, text)) return undefined;
    } finally {
      closeSync(file);
    }
    return part.toString('latin1');
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

type Wrapped = (
  exports: unknown,
  require: (id: string) => unknown,
  module: { exports: unknown },
  filename: string,
  dirname: string,
) => void;

/**
 * Loads the command's own CommonJS files, with code that was made before where there is some for exactly
 * that source. What else they ask for is left to Node.
 */
class ScriptLoader {
  /** By name relative to the folder, with `/`. */
  readonly scripts = new Map<string, { readonly script: Script; readonly source: string }>();
  readonly #modules = new Map<string, { exports: unknown }>();
  #hasNew = false;

  /**
   * @param folder of the command's files
   * @param native Node's own `require` there
   */
  constructor(
    readonly folder: string,
    readonly native: (id: string) => unknown,
    readonly pack?: CodePack,
  ) {}

  /**
   * Whether V8 takes the packed code of a file: it may be made with other flags.
   * @returns undefined where there is none for the file as it is
   */
  accepts(path: string): boolean | undefined {
    const { cachedDataRejected } = this.#compile(path);
    return cachedDataRejected === undefined ? undefined : !cachedDataRejected;
  }

  /** The exports of a file, which is run once. */
  load(path: string): unknown {
    const known = this.#modules.get(path);
    if (known !== undefined) return known.exports;
    const run = this.#compile(path).runInThisContext() as Wrapped;
    const module = { exports: {} as unknown };
    this.#modules.set(path, module);
    const folder = dirname(path);
    const require = (id: string) => (id.startsWith('.') ? this.load(join(folder, id)) : this.native(id));
    run(module.exports, require, module, path, folder);
    return module.exports;
  }

  /** Whether something was loaded that the pack did not have. */
  get hasNew(): boolean {
    return this.#hasNew;
  }

  /** What the next pack is made of: all that was loaded, and what the last one has besides. */
  *packable(): Iterable<PackedModule> {
    for (const [name, { script, source }] of this.scripts) {
      // Only now, so that functions compiled at their first call are in it.
      yield { name, source, code: script.createCachedData() };
    }
    for (const name of this.pack?.names ?? []) {
      const kept = this.scripts.has(name) ? undefined : this.pack?.read(name, join(this.folder, name));
      // Its bytes are good until the next module is read.
      if (kept !== undefined) yield { ...kept, code: Buffer.from(kept.code) };
    }
  }

  #compile(path: string): Script {
    const name = relative(this.folder, path).replaceAll(sep, '/');
    const known = this.scripts.get(name);
    if (known !== undefined) return known.script;
    // V8 itself compares no more of the source than its length.
    const packed = this.pack?.read(name, path);
    const source = packed?.source ?? wrapped(readFileSync(path, 'latin1'));
    this.#hasNew ||= packed === undefined;
    const script = new Script(source, {
      // Node 20 keeps the name that packed code was recorded under, so it is the same wherever we are.
      filename: `protomdl/dist/cli/${name}`,
      columnOffset: -WRAPPER.before.length,
      ...(packed === undefined ? {} : { cachedData: packed.code }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.scripts.set(name, { script, source });
    return script;
  }
}

/**
 * Runs one of the files that lie in the command's folder: from its pack where there is one, and so that one
 * comes to be where there is none.
 * @param verb what the pack is named after: functions that one verb compiled cost the others time
 * @param native Node's own `require` there
 * @returns its exports
 */
export function startCached(folder: string, name: string, verb: string, native: NodeJS.Require): unknown {
  const file = join(folder, name);
  const { enableCompileCache } = native('node:module') as { enableCompileCache?: () => void };
  if (enableCompileCache !== undefined) enableCompileCache();
  else if (name === MAIN) optimizeLater(native('node:v8') as typeof import('node:v8'));
  const path = enableCompileCache === undefined ? packPath(folder, verb) : undefined;
  if (path === undefined) return native(file);
  const loader = new ScriptLoader(folder, native, CodePack.open(path));
  // Made under other flags of V8: those who set them run as if there were none.
  if (loader.accepts(file) === false) return native(file);
  // Workers end with the process, without a word: the command's own thread packs for them too.
  if (name === MAIN) process.once('exit', (code) => keep(path, verb, loader, code));
  return loader.load(file);
}

/**
 * V8 11 has no compiler between the baseline's and the optimising one, and calls this when a function has run through 66 KB
 * of bytecode. For a validation, which is hundreds of functions that meet other kinds of objects in the next file, that is
 * too early: with six times as much a file of 2,600 messages takes 0.75 of the processor time, 1,800 small files 0.78, and
 * 20 MB of actions 0.9 to 1. Packs are made under the same flag, which V8 looks at.
 */
function optimizeLater({ setFlagsFromString }: typeof import('node:v8')): void {
  setFlagsFromString('--interrupt-budget=400000');
}

const MAIN = 'main.js';
const WORKER = 'worker.js';
/** Of all installs and verbs together, the newest: some 60 MB. */
const MAX_PACKS = 32;
/** Exit codes of runs that did what they were asked for. */
const DONE: readonly number[] = [0, 1];

/** @returns undefined where there is no folder for it, or the user wants none */
function packPath(folder: string, verb: string): string | undefined {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const home = XDG_CACHE_HOME || (process.platform === 'win32' ? LOCALAPPDATA : HOME && join(HOME, '.cache'));
  if (!home || !isAbsolute(home) || NODE_DISABLE_COMPILE_CACHE || !/^[a-z-]{0,20}$/.test(verb))
    return undefined;
  const install = folder.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(home, 'protomdl', 'code', `${process.version}-${process.arch}${install}-${verb}.pack`);
}

/** Writes the pack of what was loaded, whole or not at all. A cache that cannot be written is no matter. */
function keep(path: string, verb: string, loader: ScriptLoader, exitCode: number): void {
  if (!DONE.includes(exitCode) || !loader.hasNew) return;
  const folder = dirname(path);
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(statSync(folder))) return;
    // For the threads of this verb; loading it does nothing more.
    if (verb === 'validate') loader.load(join(loader.folder, WORKER));
    try {
      writeFileSync(part, writePack([...loader.packable()]), { mode: 0o600 });
      renameSync(part, path);
    } finally {
      rmSync(part, { force: true });
    }
    const age = (name: string) => -statSync(name).mtimeMs;
    const packs = readdirSync(folder).map((name) => join(folder, name));
    for (const old of packs.sort((a, b) => age(a) - age(b)).slice(MAX_PACKS)) rmSync(old);
  } catch {
    // Nowhere to keep it, or another process was faster.
  }
}

/** Whether the user alone may write to it. */
function isPrivate({ uid, mode }: Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
