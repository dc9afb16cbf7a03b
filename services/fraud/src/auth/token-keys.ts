import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { Clock, Random } from '@services/kit/clock';
import { randomText } from '@services/kit/clock';
import { writeSecretFile } from '../config/secret-file.js';

export type TokenAlgorithm = 'EdDSA' | 'HS256';

interface StoredKey {
  kid: string;
  alg: TokenAlgorithm;
  createdAt: number;
  /** Time at which a newer key replaced this key. Tokens that this key signed earlier are valid until they expire. */
  retiredAt?: number;
  jwk: JsonWebKey;
}

export interface TokenKey {
  kid: string;
  createdAt: number;
  retiredAt: number | undefined;
  signing: KeyObject;
  verifying: KeyObject;
}

interface KeyFile {
  keys: StoredKey[];
}

/** Keys that sign and verify bearer tokens: the current key, and after a rotation also the previous key. */
export class TokenKeys {
  private keys: TokenKey[] = [];
  private version = '';
  private constructor(
    readonly path: string,
    readonly algorithm: TokenAlgorithm,
  ) {}

  /** Throws if the file is missing, broken, readable by others, or has no key for the algorithm. */
  static async open(path: string, algorithm: TokenAlgorithm): Promise<TokenKeys> {
    const keys = new TokenKeys(path, algorithm);
    await keys.refresh();
    return keys;
  }

  /** Returns the key for new tokens. Another process may have rotated keys, so the file is checked first. */
  async current(): Promise<TokenKey> {
    await this.refresh();
    const [first] = this.keys;
    if (!first)
      throw new Error(`${this.path} holds no key for ${this.algorithm}: run "keys rotate --tokens".`);
    return first;
  }

  /** Returns the key with that id, if tokens that it signed may still be valid. */
  async find(kid: string): Promise<TokenKey | undefined> {
    // The file is checked on each call, so that a key that another process has dropped is refused immediately.
    await this.refresh();
    return this.keys.find((key) => key.kid === kid);
  }

  list(): readonly TokenKey[] {
    return this.keys;
  }

  async refresh(): Promise<void> {
    const { mtimeMs, ino, mode } = await stat(this.path);
    const version = `${ino}:${mtimeMs}`;
    if (version === this.version) return;
    if (mode & 0o077) throw new Error(`${this.path} may be read by others: run "chmod 600" on it.`);
    const { keys } = JSON.parse(await readFile(this.path, 'utf8')) as KeyFile;
    this.keys = keys.filter(({ alg }) => alg === this.algorithm).map(readKey);
    this.version = version;
  }
}

function readKey({ kid, alg, createdAt, retiredAt, jwk }: StoredKey): TokenKey {
  if (alg === 'HS256') {
    const secret = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'));
    return { kid, createdAt, retiredAt, signing: secret, verifying: secret };
  }
  const signing = createPrivateKey({ key: jwk, format: 'jwk' });
  return { kid, createdAt, retiredAt, signing, verifying: createPublicKey(signing) };
}

/**
 * Makes a new key the current one, in a new or an existing file. The previous key stays, because it signed valid
 * tokens, unless `dropOld` is set; older keys are deleted.
 */
export async function rotateTokenKeys(
  path: string,
  algorithm: TokenAlgorithm,
  { clock, random, dropOld = false }: { clock: Clock; random: Random; dropOld?: boolean },
): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"keys":[]}';
    throw error;
  });
  const { keys } = JSON.parse(text) as KeyFile;
  const others = keys.filter(({ alg }) => alg !== algorithm);
  const [previous] = keys.filter(({ alg }) => alg === algorithm);
  const now = clock.now();
  const kid = randomText(random, 12);
  const created: StoredKey = { kid, alg: algorithm, createdAt: now, jwk: newKey(algorithm, random) };
  const kept = previous && !dropOld ? [{ ...previous, retiredAt: now }] : [];
  await writeSecretFile(path, `${JSON.stringify({ keys: [created, ...kept, ...others] }, null, 2)}\n`);
  return kid;
}

function newKey(algorithm: TokenAlgorithm, random: Random): JsonWebKey {
  if (algorithm === 'HS256') {
    return { kty: 'oct', k: Buffer.from(random.bytes(32)).toString('base64url') };
  }
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
}
