import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Source } from 'protomdl';
import { type Listed, UnusableSource } from './listing.js';

/**
 * Exports of the module for another scheme (`--module FILE`), which reads another storage or generates files.
 */
export interface ObjectModule {
  /** The part of a URL before `://`. */
  readonly scheme: string;
  list(uri: string): AsyncIterable<Listed> | Iterable<Listed>;
  /** @throws ProtomdlError with a `source-*` code for an object that cannot be read */
  open(uri: string): Promise<Source> | Source;
}

/** The module of `--module` is missing, or is invalid. */
export class ModuleError extends UnusableSource {
  override readonly name = 'ModuleError';
}

/**
 * @param file name of the module file, as given; undefined without the option
 * @param wanted scheme of the objects: the part of the URL before `://`
 * @throws ModuleError
 */
export async function loadModule(file: string | undefined, wanted: string): Promise<ObjectModule> {
  if (file === undefined) throw new ModuleError(`${wanted}:// needs --module FILE, which brings it`);
  let loaded: Partial<ObjectModule>;
  try {
    loaded = (await import(pathToFileURL(resolve(file)).href)) as Partial<ObjectModule>;
  } catch (error) {
    throw new ModuleError(`--module ${file}: ${(error as Error).message}`, { cause: error });
  }
  const { scheme, list, open } = loaded;
  if (typeof scheme !== 'string' || typeof list !== 'function' || typeof open !== 'function') {
    throw new ModuleError(`--module ${file}: a module for objects exports scheme, list and open`);
  }
  if (scheme !== wanted) throw new ModuleError(`--module ${file}: brings ${scheme}://, not ${wanted}://`);
  return { scheme, list, open };
}
