import * as fs from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isModuleNamespaceObject } from 'node:util/types';
import { constants, Script } from 'node:vm';
import { type ChunkScript, chunkScript } from './chunk-script.js';
import { optimizeForPack, optimizingLater } from './optimizer.js';

/**
 * Starts the command from code that V8 compiled in an earlier run. Node 22.1 and later have such a cache
 * (`module.enableCompileCache`). Node 20 cannot cache the code of ES modules, and its loader of ES modules
 * takes 5 ms to start. In Node 20, the chunks of this package therefore run as scripts, until support for
 * Node 20 ends.
 *
 * At its end, the first run of each verb writes a pack into the user's cache folder: a line of JSON (entries
 * and `ENGINE`), the script and the code of each chunk, and a copy of all these bytes. V8 only checks
 * versions and flags of such code, and a flipped bit in the code would end the process. Both copies in a pack
 * must therefore be equal. A CRC-32 would need zlib, which takes 2 ms to load. `NODE_DISABLE_COMPILE_CACHE`,
 * the variable of Node's cache, also disables packs.
 */
type Entry = readonly [name: string, state: string, column: number, length: number, codeLength: number];

interface PackedChunk {
  /** Size and time of change of the chunk's file. */
  readonly state: string;
  readonly columnOffset: number;
  readonly source: Buffer;
  readonly code: Buffer;
}

/** Returns the exports of a module outside of dist/ in the form that `import()` returns. */
const namespace = (module: object): object =>
  isModuleNamespaceObject(module) ? module : Object.create(module, { default: { value: module } });

/**
 * Loads the chunks of this package as scripts, with packed code for unchanged files. Node loads all other
 * modules.
 */
class ChunkLoader {
  readonly #scripts = new Map<string, readonly [script: Script, state: string, chunk: ChunkScript]>();
  readonly #modules = new Map<string, Record<string, unknown>>();
  #hasNew = false;
  /** True if the pack is from a V8 with other flags. */
  #isRefused = false;

  constructor(
    readonly folder: string,
    readonly native: (id: string) => unknown,
    readonly pack: ReadonlyMap<string, PackedChunk>,
  ) {}

  /** Runs a file at the first call, and returns its exports. */
  load(name: string): object {
    const known = this.#modules.get(name);
    if (known !== undefined) return known;
    const run = this.#compile(name).runInThisContext();
    const exports = {};
    this.#modules.set(name, exports);
    // Node's functions for paths are avoided: they work character by character, which takes a fortieth of the
    // command's start time.
    const named = (id: string) =>
      id.startsWith('../') ? id.slice(3) : name.slice(0, name.lastIndexOf('/') + 1) + id.slice(2);
    const require = (id: string) => (id.startsWith('.') ? this.load(named(id)) : this.native(id));
    // Modules outside of dist/ are loaded without Node's `import()`, which would start the loader of ES
    // modules.
    const dynamicImport = async (id: string) =>
      id.startsWith('.') ? require(id) : namespace(this.native(id) as object);
    run(exports, require, dynamicImport, namespace);
    return exports;
  }

  /** True if a new pack would save time. */
  get isWorthKeeping(): boolean {
    return this.#hasNew && !this.#isRefused;
  }

  /**
   * Returns all loaded chunks, and the other chunks of the last pack, unless their files have changed or are
   * gone.
   */
  packable(): ReadonlyMap<string, PackedChunk> {
    const all = new Map([...this.pack].filter(([name, { state }]) => this.#state(name) === state));
    // Code is taken only now, so that it includes functions that were compiled at their first call.
    for (const [name, [script, state, { source, columnOffset }]] of this.#scripts) {
      const code = script.createCachedData();
      all.set(name, { state, columnOffset, source: Buffer.from(source, 'latin1'), code });
    }
    return all;
  }

  /** Returns the size and time of change of a file; undefined if the file is gone. */
  #state(name: string): string | undefined {
    const found = fs.statSync(`${this.folder}/${name}`, { throwIfNoEntry: false });
    return found && `${found.size} ${found.ctimeMs}`;
  }

  #compile(name: string): Script {
    const state = this.#state(name) ?? '';
    const packed = this.pack.get(name);
    const known = packed?.state === state ? packed : undefined;
    const chunk =
      known === undefined
        ? chunkScript(fs.readFileSync(`${this.folder}/${name}`, 'latin1'))
        : { source: known.source.toString('latin1'), columnOffset: known.columnOffset };
    const script = new Script(chunk.source, {
      // The name does not depend on the folder, because Node 20 keeps the name from the time at which the
      // code was packed.
      filename: `protomdl/dist/${name}`,
      columnOffset: chunk.columnOffset,
      ...(known && { cachedData: known.code }),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    this.#hasNew ||= known === undefined;
    this.#isRefused ||= script.cachedDataRejected === true;
    this.#scripts.set(name, [script, state, chunk]);
    return script;
  }
}

/**
 * Matches verbs with short runs, options, and an empty command line. For these, Node's module `v8`, which
 * sets the flag, takes longer to load (4 ms) than the flag saves.
 */
const BRIEF = /^(query|init|completion|__complete|help|-.*|)$/;

/**
 * Runs one of the command's files.
 * @param folder folder of the built code
 * @param verb name of the pack; each verb has a separate pack, because loading functions that only other
 * verbs need would take time
 * @param native Node's own `require` in that folder
 * @returns the exports of the file
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
  // The main thread also packs code for workers, because workers end with the process, without notice.
  const isMain = name === 'command.js';
  const path = packPath(folder, verb);
  const loader = new ChunkLoader(
    folder,
    isMain && !BRIEF.test(verb) ? optimizingLater(native) : native,
    readPack(path),
  );
  if (path !== undefined && isMain) {
    process.once('exit', (code) => {
      optimizeForPack();
      if ((code === 0 || code === 1) && loader.isWorthKeeping) keep(path, verb, loader);
    });
  }
  return loader.load(name);
}

/** @returns undefined if no folder for packs exists, or the user has disabled packs */
function packPath(folder: string, verb: string): string | undefined {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const home = XDG_CACHE_HOME || (process.platform === 'win32' ? LOCALAPPDATA : HOME && join(HOME, '.cache'));
  if (!home || !isAbsolute(home) || NODE_DISABLE_COMPILE_CACHE || !/^[a-z_-]{0,20}$/.test(verb)) return;
  const install = folder.replace(/[^A-Za-z0-9]+/g, '-').slice(-100);
  return join(home, 'protomdl', 'code', `${process.version}-${process.arch}${install}-${verb}.pack`);
}

const ENGINE = `${process.version} ${process.platform} ${process.arch} 3`;
/**
 * Maximum number of packs for all installations and verbs, of which the newest are kept. The packs take some
 * 60 MB.
 */
const MAX_PACKS = 32;

/** Returns the chunks of a pack; empty if the pack is missing, damaged or for another engine. */
function readPack(path: string | undefined): ReadonlyMap<string, PackedChunk> {
  const pack = new Map<string, PackedChunk>();
  try {
    if (path === undefined || !isPrivate(fs.statSync(path))) return pack;
    const both = fs.readFileSync(path);
    const bytes = both.subarray(0, both.length / 2);
    if (!bytes.equals(both.subarray(both.length / 2))) return pack;
    let at = bytes.indexOf('\n') + 1;
    const { engine, chunks } = JSON.parse(bytes.toString('latin1', 0, at));
    if (engine !== ENGINE) return pack;
    for (const [name, state, columnOffset, length, codeLength] of chunks as Entry[]) {
      const source = bytes.subarray(at, at + length);
      at += length;
      pack.set(name, { state, columnOffset, source, code: bytes.subarray(at, at + codeLength) });
      at += codeLength;
    }
    return at === bytes.length ? pack : new Map();
  } catch {
    // The pack is missing or damaged.
    return new Map();
  }
}

/** Writes a pack, whole or not at all. A cache that cannot be written is not an error. */
function keep(path: string, verb: string, loader: ChunkLoader): void {
  const folder = dirname(path);
  const part = `${path}.${process.pid}`;
  try {
    // `worker.js` is loaded, because the worker threads of this verb need it. Loading the file has no other
    // effect.
    if (verb === 'validate') loader.load('worker.js');
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(fs.statSync(folder))) return;
    const pack = loader.packable();
    const chunks: Entry[] = [];
    const parts: Uint8Array[] = [Buffer.of()];
    for (const [name, { state, columnOffset, source, code }] of pack) {
      chunks.push([name, state, columnOffset, source.length, code.length]);
      parts.push(source, code);
    }
    parts[0] = Buffer.from(`${JSON.stringify({ engine: ENGINE, chunks })}\n`);
    try {
      fs.writeFileSync(part, Buffer.concat([...parts, ...parts]), { mode: 0o600 });
      fs.renameSync(part, path);
    } finally {
      fs.rmSync(part, { force: true });
    }
    const age = (name: string) => -fs.statSync(name).mtimeMs;
    const packs = fs.readdirSync(folder).map((file) => join(folder, file));
    for (const old of packs.sort((a, b) => age(a) - age(b)).slice(MAX_PACKS)) fs.rmSync(old);
  } catch {
    // No cache is written if its folder is not writable, or if another process was faster.
  }
}

/**
 * True if no other user may write to the file, because code in the file runs with the rights of this user.
 */
export function isPrivate({ uid, mode }: fs.Stats): boolean {
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
