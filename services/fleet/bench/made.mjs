/** Module for models in memory: `made://N` lists N objects, all with the content of the same small file. */
import { readFileSync } from 'node:fs';
import { memorySource } from 'protomdl';

const BYTES = new Uint8Array(readFileSync(new URL('../../../corpus/valid/one-context.mdl', import.meta.url)));

export const scheme = 'made';

export function* list(uri) {
  const count = Number(uri.slice('made://'.length));
  for (let at = 0; at < count; at++) yield { uri: `${uri}/${at}.mdl`, etag: '"made"', size: BYTES.length };
}

export function open() {
  return memorySource(BYTES);
}
