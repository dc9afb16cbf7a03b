/** Module whose objects cost the least possible work: `empty://N` lists N objects of zero bytes. */
import { memorySource } from 'protomdl';

export const scheme = 'empty';

export function* list(uri) {
  const count = Number(uri.slice('empty://'.length));
  for (let at = 0; at < count; at++) yield { uri: `${uri}/${at}.mdl`, etag: '"empty"', size: 0 };
}

export function open() {
  return memorySource(new Uint8Array());
}
