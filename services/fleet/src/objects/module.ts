import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Source } from 'protomdl';
import type { Listed } from './listing.js';

/**
 * What a module has to export that brings objects of another scheme (`--module FILE`): another storage, or files that
 * are made up.
 */
export interface ObjectModule {
  /** Before `://`. */
  readonly scheme: string;
  list(uri: string): AsyncIterable<Listed> | Iterable<Listed>;
  /** @throws ProtomdlError with a `source-*` code for an object that cannot be read */
  open(uri: string): Promise<Source> | Source;
}

/** @throws Error for a module that has not what is asked for */
export async function loadModule(file: string): Promise<ObjectModule> {
  const loaded = (await import(pathToFileURL(resolve(file)).href)) as Partial<ObjectModule>;
  const { scheme, list, open } = loaded;
  if (typeof scheme !== 'string' || typeof list !== 'function' || typeof open !== 'function') {
    throw new Error(`${file}: a module for objects exports scheme, list and open`);
  }
  return { scheme, list, open };
}
