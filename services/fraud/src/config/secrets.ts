import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { secretKeyFile } from './secret-file.js';

/** Keys of hashes that identify data without revealing it. Each key has one purpose. */
export interface Secrets {
  /** Hashes the content of checks, and the bodies of requests with an Idempotency-Key. */
  contentHash: Uint8Array;
  /** Hashes data, to find the vault token that it already has. */
  lookup: Uint8Array;
  /** Derives a page's CSRF value from its session. */
  csrf: Uint8Array;
  /**
   * Chains the rows of the vault's audit: a person who can write to the database, but does not have this key, cannot
   * change rows without being noticed.
   */
  audit: Uint8Array;
}

export const keysFolder = (dataDir: string) => join(dataDir, 'keys');

export function secretPaths(dataDir: string): Record<keyof Secrets, string> {
  const path = (name: string) => join(keysFolder(dataDir), `${name}.key`);
  return {
    contentHash: path('content-hash'),
    lookup: path('lookup'),
    csrf: path('csrf'),
    audit: path('audit'),
  };
}

export async function openSecrets(dataDir: string): Promise<Secrets> {
  const secrets = {} as Secrets;
  for (const [name, path] of Object.entries(secretPaths(dataDir)))
    secrets[name as keyof Secrets] = await secretKeyFile(path);
  return secrets;
}

/** Returns the HMAC-SHA256 of the parts, each preceded by its length. */
export function keyedHash(key: Uint8Array, ...parts: (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hmac.update(`${bytes.length}:`).update(bytes);
  }
  return hmac.digest();
}
