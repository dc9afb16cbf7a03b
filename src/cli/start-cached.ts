import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import { constants, Script } from 'node:vm';
import { type ChunkScript, chunkScript } from './chunk-script.js';
import { CodePack, isPrivate, type PackedModule, writePack } from './code-pack.js';

type Exports = Record<string, unknown>;
type Require = (id: string) => unknown;
type ChunkFunction = (
  exports: Exports,
  require: Require,
  dynamicImport: (id: string) => Promise<unknown>,
  namespace: (module: object) => object,
) => void;

/**
 * Loads our own chunks as scripts, with cached code if it was made from exactly that source. Node loads all
 * other modules.
 */
class ChunkLoader {
  /** Without the file if the pack has it. */
  readonly #scripts = new Map<
    string,
    { readonly script: Script; readonly file: string | undefined; readonly chunk: ChunkScript }
  >();
  readonly #modules = new Map<string, Exports>();
  #hasNew = false;

  /**
   * @param folder folder of the built code
   * @param native Node's own `require` there
   */
  constructor(
    readonly folder: string,
    readonly native: Require,
    readonly pack?: CodePack,
  ) {}

  /**
   * True if V8 accepts the packed code of a file: it may have been made with other flags.
   * @param name path below the folder, with `/`
   * @returns undefined if the pack has no code for the current file
   */
  accepts(name: string): boolean | undefined {
    const { cachedDataRejected } = this.#compile(name);
    return cachedDataRejected === undefined ? undefined : !cachedDataRejected;
  }

  /** Returns the exports of a file, which is run once. */
  load(name: string): Exports {
    const known = this.#modules.get(name);
    if (known !== undefined) return known;
    const run = this.#compile(name).runInThisContext() as ChunkFunction;
    const exports: Exports = {};
    this.#modules.set(name, exports);
    const require = (id: string) => (id.startsWith('.') ? this.load(named(id, name)) : this.native(id));
    // Node's own `import()` starts its loader of ES modules: modules outside of dist/ are loaded without it.
    const dynamicImport = async (id: string) =>
      id.startsWith('.') ? require(id) : namespace(this.native(id) as object);
    run(exports, require, dynamicImport, namespace);
    return exports;
  }

  /** True if a module was loaded that the pack did not have. */
  get hasNew(): boolean {
    return this.#hasNew;
  }

  /** Contents of the next pack: all loaded modules, and the other modules of the last pack. */
  *packable(): Iterable<PackedModule> {
    const { pack } = this;
    for (const [name, { script, file, chunk }] of this.#scripts) {
      const source = file ?? pack?.source(name, this.#path(name));
      // Only now, so that functions compiled at their first call are included.
      if (source !== undefined) yield { name, source, code: joined(chunk, script.createCachedData()) };
    }
    for (const name of pack?.names ?? []) {
      if (this.#scripts.has(name)) continue;
      const source = pack?.source(name, this.#path(name));
      const code = pack?.code(name, this.#path(name));
      // The buffer is valid until the next module is read.
      if (source !== undefined && code !== undefined) yield { name, source, code: Buffer.from(code) };
    }
  }

  #path(name: string): string {
    return `${this.folder}/${name}`;
  }

  #compile(name: string): Script {
    const known = this.#scripts.get(name);
    if (known !== undefined) return known.script;
    const path = this.#path(name);
    // V8 itself compares only the length of the source.
    const packed = this.pack?.code(name, path);
    this.#hasNew ||= packed === undefined;
    const { file, chunk, cachedData } = packed === undefined ? translated(path) : taken(packed);
    const script = new Script(chunk.source, {
      // Node 20 keeps the name that packed code was recorded under, so it is the same everywhere.
      filename: `protomdl/dist/${name}`,
      columnOffset: chunk.columnOffset,
      ...(cachedData === undefined ? {} : { cachedData }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.#scripts.set(name, { script, file, chunk });
    return script;
  }
}

/**
 * Name of an imported file: chunks are in a folder, all other files beside that folder. Node's functions for
 * paths work character by character, which takes a fortieth of a start.
 */
function named(id: string, from: string): string {
  return id.startsWith('../') ? id.slice(3) : from.slice(0, from.lastIndexOf('/') + 1) + id.slice(2);
}

/** Column and length of the script, stored before it; V8's code is aligned, which saves a copy. */
const NUMBERS_LENGTH = 8;

/** Script and code in one: making the script again takes 2 ms of a start. */
function joined({ source, columnOffset }: ChunkScript, cachedData: Buffer): Buffer {
  const at = dataAt(source.length);
  const all = Buffer.alloc(at + cachedData.length);
  all.writeInt32LE(columnOffset, 0);
  all.writeInt32LE(source.length, 4);
  all.write(source, NUMBERS_LENGTH, 'latin1');
  cachedData.copy(all, at);
  return all;
}

/** A file that has to be compiled, or its packed code. */
interface Readable {
  readonly file?: string;
  readonly chunk: ChunkScript;
  readonly cachedData?: Buffer;
}

function translated(path: string): Readable {
  const file = readFileSync(path, 'latin1');
  return { file, chunk: chunkScript(file) };
}

function taken(all: Buffer): Readable {
  const length = all.readInt32LE(4);
  const source = all.toString('latin1', NUMBERS_LENGTH, NUMBERS_LENGTH + length);
  return {
    chunk: { source, columnOffset: all.readInt32LE(0) },
    cachedData: all.subarray(dataAt(length)),
  };
}

function dataAt(length: number): number {
  return NUMBERS_LENGTH + 8 * Math.ceil(length / 8);
}

/** Exports of a module outside of dist/, as `import()` would return them. */
function namespace(module: object): object {
  return isModuleNamespaceObject(module) ? module : Object.create(module, { default: { value: module } });
}

/**
 * Runs one of the command's files: from its pack if there is one; otherwise a pack is made.
 * @param folder of the built code
 * @param verb name of the pack: functions that one verb compiled cost the others time
 * @param native Node's own `require` there
 * @returns its exports
 */
export async function startCached(
  folder: string,
  name: string,
  verb: string,
  native: NodeJS.Require,
): Promise<unknown> {
  const { enableCompileCache } = native('node:module') as { enableCompileCache?: () => void };
  if (enableCompileCache !== undefined) {
    enableCompileCache();
    return import(pathToFileURL(join(folder, name)).href);
  }
  const builtIn = name === MAIN ? optimizingLater(native) : native;
  const path = packPath(folder, verb);
  const pack = path === undefined ? undefined : CodePack.open(path);
  const loader = new ChunkLoader(folder, builtIn, pack);
  // Made under other flags of V8: with such flags, the pack is ignored.
  if (loader.accepts(name) === false) return new ChunkLoader(folder, builtIn).load(name);
  // Workers end with the process, without notice: the command's own thread packs for them too.
  if (path !== undefined && name === MAIN)
    process.once('exit', (code) => {
      budget.set(LATE_BUDGET);
      keep(path, verb, loader, code);
    });
  return loader.load(name);
}

/** Bytes of bytecode that a function runs before V8 optimises it. V8 keeps its default until `start`. */
class Budget {
  bytes = LATE_BUDGET;
  #setFlags: ((flags: string) => void) | undefined;

  start(setFlags: (flags: string) => void): void {
    this.#setFlags = setFlags;
    this.set(this.bytes);
  }

  set(bytes: number): void {
    this.bytes = bytes;
    this.#setFlags?.(`--interrupt-budget=${bytes}`);
  }
}

/**
 * V8 11 has no compiler between the baseline's and the optimising one, and optimises a function after 66 KB
 * of executed bytecode. For a validation, with hundreds of functions that receive other kinds of objects in
 * the next file, that is too early: with a limit six times as high, a file of 2,600 messages takes 0.75 of
 * the processor time, 1,800 small files 0.78, and 20 MB of actions 0.9 to 1. Packs are made under the same
 * flag, which V8 checks.
 *
 * Node's own precompiled modules depend on the flag too: one that is loaded under another flag is compiled
 * again, which takes two to four times as long (8 ms for `node:crypto`). They are loaded under their original
 * flag.
 * @returns Node's own `require`, for Node's modules
 */
function optimizingLater(native: Require): Require {
  const { setFlagsFromString } = native('node:v8') as typeof import('node:v8');
  budget.start(setFlagsFromString);
  return (id) => {
    const { bytes } = budget;
    budget.set(DEFAULT_BUDGET);
    try {
      return native(id);
    } finally {
      budget.set(bytes);
    }
  };
}

/**
 * Makes V8 optimise sooner. It helps in a run of seconds only: 10,000 files of 130 KB take 0.7 of the time,
 * 4,000 take 0.88, but 2,000 take 1.25.
 */
export function optimizeSooner(): void {
  budget.set(EARLY_BUDGET);
}

const EARLY_BUDGET = 15_000;
const LATE_BUDGET = 400_000;
/** Default of V8 11.3; with another default, only Node's modules take as long as they would have taken. */
const DEFAULT_BUDGET = 67_584;
const budget = new Budget();

const MAIN = 'command.js';
const WORKER = 'worker.js';
/** Limit on packs of all installs and verbs together, keeping the newest: some 60 MB. */
const MAX_PACKS = 32;
/** Exit codes of successful runs. */
const DONE: readonly number[] = [0, 1];

/** @returns undefined if there is no folder for packs, or the user has disabled them */
function packPath(folder: string, verb: string): string | undefined {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const home = XDG_CACHE_HOME || (process.platform === 'win32' ? LOCALAPPDATA : HOME && join(HOME, '.cache'));
  if (!home || !isAbsolute(home) || NODE_DISABLE_COMPILE_CACHE || !/^[a-z_-]{0,20}$/.test(verb))
    return undefined;
  const install = folder.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(home, 'protomdl', 'code', `${process.version}-${process.arch}${install}-${verb}.pack`);
}

/**
 * Writes a pack of the loaded modules, whole or not at all. A cache that cannot be written is not an error.
 */
function keep(path: string, verb: string, loader: ChunkLoader, exitCode: number): void {
  if (!DONE.includes(exitCode) || !loader.hasNew) return;
  const folder = dirname(path);
  const part = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(statSync(folder))) return;
    // For the threads of this verb; loading it has no further effect.
    if (verb === 'validate') loader.load(WORKER);
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
    // The folder cannot be written, or another process was faster.
  }
}
