import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import type { Clock, Random } from '@services/kit/clock';
import { randomText } from '@services/kit/clock';
import { SecretFile, textOf, writeSecretFile } from '../config/secret-file.js';

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

/** Keys that sign and verify bearer tokens: the current key, and after a rotation also the previous key. */
export class TokenKeys {
  readonly #file: SecretFile<TokenKey[]>;

  private constructor(
    path: string,
    readonly algorithm: TokenAlgorithm,
  ) {
    this.#file = new SecretFile(path, (text) =>
      keysOf(text)
        .filter(({ alg }) => alg === algorithm)
        .map(readKey),
    );
  }

  /** Throws if the file is missing, broken, or readable by others. */
  static async open(path: string, algorithm: TokenAlgorithm): Promise<TokenKeys> {
    const keys = new TokenKeys(path, algorithm);
    await keys.list();
    return keys;
  }

  /** Returns the key for new tokens. */
  async current(): Promise<TokenKey> {
    const [first] = await this.list();
    if (first) return first;
    throw new Error(`${this.#file.path} holds no key for ${this.algorithm}: run "keys rotate --tokens".`);
  }

  /** Returns the key with that id, if tokens that it signed may still be valid. */
  async find(kid: string): Promise<TokenKey | undefined> {
    return (await this.list()).find((key) => key.kid === kid);
  }

  /** The file is checked on each call, so that a key that another process has dropped is refused immediately. */
  list(): Promise<readonly TokenKey[]> {
    return this.#file.read();
  }
}

const keysOf = (text: string) => (JSON.parse(text) as { keys: StoredKey[] }).keys;

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
  const keys = keysOf((await textOf(path)) ?? '{"keys":[]}');
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
