import { openFile } from '../../base/source/file.js';
import type { Input } from '../../base/source/input.js';
import { type Model, type OpenOptions, openModel as openInput } from './open.js';

/**
 * Opens a model by the path of its file, or from any input that `openModel` of `protomdl` accepts.
 * @throws ProtomdlError with the codes of `openModel` in `protomdl`, and of files: `source-not-found`, …
 */
export async function openModel(input: string | Input, options: OpenOptions = {}): Promise<Model> {
  return openInput(typeof input === 'string' ? await openFile(input) : input, options);
}
