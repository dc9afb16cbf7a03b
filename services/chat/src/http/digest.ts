import { createHash } from 'node:crypto';

/** Returns a hash of the parts, in which the boundaries between parts also count. */
export function digestOf(...parts: string[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest();
}
