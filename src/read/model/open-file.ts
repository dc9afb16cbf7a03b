import { openFile } from '../../base/source/file.js';
import type { Input } from '../../base/source/input.js';
import { type Model, type OpenOptions, openModel as openInput } from './open.js';

/**
 * Opens a model by its path, or as `openModel` of `protomdl` does.
 * @throws ProtomdlError with the codes of that function and those of files: `source-not-found`, …
 */
export async function openModel(input: string | Input, options: OpenOptions = {}): Promise<Model> {
  return openInput(typeof input === 'string' ? await openFile(input) : input, options);
}
