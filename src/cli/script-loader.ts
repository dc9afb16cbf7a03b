import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { constants, Script } from 'node:vm';
import { type CodePack, WRAPPER, wrapped } from './code-pack.js';

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
export class ScriptLoader {
  /** By name relative to the folder, with `/`. */
  readonly scripts = new Map<string, { readonly script: Script; readonly source: string }>();
  readonly #modules = new Map<string, { exports: unknown }>();

  /**
   * @param folder of the command's files
   * @param native Node's own `require` there
   */
  constructor(
    readonly folder: string,
    readonly native: (id: string) => unknown,
    readonly pack?: CodePack,
  ) {}

  /** Whether V8 takes the packed code of a file; it may be of another build of V8, or made with other flags. */
  accepts(path: string): boolean {
    return this.#compile(path).cachedDataRejected === false;
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

  /** Forgets what was run, not what was compiled. */
  forget(): void {
    this.#modules.clear();
  }

  #compile(path: string): Script {
    const name = relative(this.folder, path).replaceAll(sep, '/');
    const known = this.scripts.get(name);
    if (known !== undefined) return known.script;
    // V8 itself compares no more of the source than its length.
    const packed = this.pack?.read(name, path);
    const source = packed?.source ?? wrapped(readFileSync(path, 'latin1'));
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
