import { createHash } from 'node:crypto';

/** Returns the SHA-256 in hex, which identifies files. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
