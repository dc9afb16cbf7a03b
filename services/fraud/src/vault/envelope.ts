import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * A record under envelope encryption: a separate data key encrypts the data (AES-256-GCM), and a master key wraps the
 * data key. All members except `v` and `k` are base64.
 */
export interface Sealed {
  /**
   * Version of this layout. The version is part of the authenticated data. In version 2, the record's time of expiry
   * is part of it as well.
   */
  v: 1 | 2;
  /** Id of the master key that wraps the data key. */
  k: string;
  /** The wrapped data key: nonce (12 bytes), ciphertext (32), tag (16). */
  w: string;
  n: string;
  c: string;
  t: string;
}

/** Identity of a record, which is authenticated with its data. A record cannot be opened under another identity. */
export interface SealContext {
  tenant: number;
  type: string;
  id: string;
  /** Time of expiry, for records that have one. */
  expiresAt?: number;
}

/** Provider of master keys: a local file, or a remote key management service. */
export interface MasterKeys {
  /** Returns the id of the key that wraps new records. */
  currentKeyId(): Promise<string>;
  wrap(dataKey: Uint8Array, authenticated: Uint8Array): Promise<{ keyId: string; wrapped: Uint8Array }>;
  /** Throws VaultError for an unknown key or a changed record. */
  unwrap(keyId: string, wrapped: Uint8Array, authenticated: Uint8Array): Promise<Uint8Array>;
}

/** A record cannot be opened: it was changed, belongs to another owner, or its master key is missing. */
export class VaultError extends Error {
  override name = 'VaultError';
}

export interface RandomBytes {
  bytes(n: number): Uint8Array;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Encrypts with AES-256-GCM; returns nonce, ciphertext and tag concatenated. */
export function encrypt(
  key: Uint8Array,
  plain: Uint8Array,
  authenticated: Uint8Array,
  random: RandomBytes,
): Buffer {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(authenticated);
  const body = cipher.update(plain);
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts the result of `encrypt`; throws VaultError if any bit was changed. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, authenticated: Uint8Array): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new VaultError('The encrypted record is too short.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(authenticated);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const body = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    throw new VaultError('The encrypted record was changed, or its key or owner is not the right one.');
  }
}

function authenticatedData(context: SealContext, version: number): Uint8Array {
  if (version !== 1 && version !== 2) throw new VaultError(`Version ${version} of the record is unknown.`);
  const life = version === 2 ? [context.expiresAt] : [];
  // The fields are joined as JSON, because plain text would not distinguish ("a", "bc") from ("ab", "c").
  return Buffer.from(JSON.stringify([context.tenant, context.type, context.id, version, ...life]));
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Unused bits of the last character must be zero: Buffer ignores them, so a changed character could go undetected. */
function exactBytes(text: unknown, name: string): Buffer {
  const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
  if (bytes.toString('base64') !== text) throw new VaultError(`Member ${name} of the record is not base64.`);
  return bytes;
}

/** Encrypts under a fresh data key. `plain` may be empty. */
export async function seal(
  keys: MasterKeys,
  random: RandomBytes,
  plain: Uint8Array | string,
  context: SealContext,
): Promise<Sealed> {
  const v = context.expiresAt === undefined ? 1 : 2;
  const authenticated = authenticatedData(context, v);
  const dataKey = random.bytes(KEY_BYTES);
  const { keyId, wrapped } = await keys.wrap(dataKey, authenticated);
  const whole = encrypt(dataKey, Buffer.from(plain), authenticated, random);
  dataKey.fill(0);
  return {
    v,
    k: keyId,
    w: base64(wrapped),
    n: base64(whole.subarray(0, NONCE_BYTES)),
    c: base64(whole.subarray(NONCE_BYTES, whole.length - TAG_BYTES)),
    t: base64(whole.subarray(whole.length - TAG_BYTES)),
  };
}

/** Opens a record; throws VaultError unless all members of the record, and the context, are those of `seal`. */
export async function open(keys: MasterKeys, sealed: Sealed, context: SealContext): Promise<Buffer> {
  const authenticated = authenticatedData(context, sealed.v);
  const parts = [exactBytes(sealed.n, 'n'), exactBytes(sealed.c, 'c'), exactBytes(sealed.t, 't')] as const;
  if (parts[0].length !== NONCE_BYTES || parts[2].length !== TAG_BYTES) {
    throw new VaultError('Nonce or tag of the record has the wrong length.');
  }
  const dataKey = await keys.unwrap(sealed.k, exactBytes(sealed.w, 'w'), authenticated);
  return decrypt(dataKey, Buffer.concat(parts), authenticated);
}

export async function openText(keys: MasterKeys, sealed: Sealed, context: SealContext): Promise<string> {
  return (await open(keys, sealed, context)).toString();
}

/** Returns the same record under the current master key. The data itself is not decrypted. */
export async function rewrap(keys: MasterKeys, sealed: Sealed, context: SealContext): Promise<Sealed> {
  const authenticated = authenticatedData(context, sealed.v);
  const dataKey = await keys.unwrap(sealed.k, exactBytes(sealed.w, 'w'), authenticated);
  const { keyId, wrapped } = await keys.wrap(dataKey, authenticated);
  dataKey.fill(0);
  return { ...sealed, k: keyId, w: base64(wrapped) };
}
