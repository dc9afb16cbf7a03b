import { createHash } from 'node:crypto';
import { SecretFile, writeSecretFile } from '../config/secret-file.js';
import { decrypt, encrypt, type MasterKeys, type RandomBytes, VaultError } from './envelope.js';

const KEY_BYTES = 32;

interface MasterKey {
  id: string;
  bytes: Uint8Array;
}

/**
 * Returns the id of a key. It is derived from the key's bytes, so that a key has the same id in the file and in the
 * environment; its 32 bits are enough to distinguish keys.
 */
export function masterKeyId(bytes: Uint8Array): string {
  return createHash('sha256').update('fraud master key id\0').update(bytes).digest('hex').slice(0, 8);
}

/**
 * Reads one key from each line in base64, the current one first. Throws VaultError naming the bad line's number, never
 * its text.
 */
export function parseMasterKeys(text: string): MasterKey[] {
  const lines = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) throw new VaultError('There is no master key.');
  return lines.map((line, index) => {
    const bytes = Buffer.from(line, 'base64');
    if (bytes.length !== KEY_BYTES) {
      throw new VaultError(`Master key ${index + 1} is not ${KEY_BYTES} bytes in base64.`);
    }
    return { id: masterKeyId(bytes), bytes };
  });
}

/** Keys in memory: the first key wraps data keys, and all keys can unwrap them. */
export class LocalMasterKeys implements MasterKeys {
  protected keys: MasterKey[];
  constructor(
    keys: MasterKey[],
    protected readonly random: RandomBytes,
  ) {
    this.keys = keys;
  }

  static fromText(text: string, random: RandomBytes): LocalMasterKeys {
    return new LocalMasterKeys(parseMasterKeys(text), random);
  }

  async currentKeyId(): Promise<string> {
    return this.current().id;
  }

  async wrap(dataKey: Uint8Array, authenticated: Uint8Array) {
    const key = this.current();
    return { keyId: key.id, wrapped: encrypt(key.bytes, dataKey, bound(authenticated), this.random) };
  }

  async unwrap(keyId: string, wrapped: Uint8Array, authenticated: Uint8Array): Promise<Uint8Array> {
    const key = this.keys.find(({ id }) => id === keyId);
    if (!key) throw new VaultError(`The record needs a master key that is not here (id ${keyId}).`);
    return decrypt(key.bytes, wrapped, bound(authenticated));
  }

  keyIds(): string[] {
    return this.keys.map(({ id }) => id);
  }

  private current(): MasterKey {
    const [first] = this.keys;
    if (!first) throw new VaultError('There is no master key.');
    return first;
  }
}

/** A wrapped data key must not open as the data of the same record, nor the data as a key. */
function bound(authenticated: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from('wrap\0'), authenticated]);
}

/**
 * Keys in a file of mode 0600. After a change, the file is read again, so that a rotation by another process is
 * noticed.
 */
export class FileMasterKeys extends LocalMasterKeys {
  readonly #file: SecretFile<MasterKey[]>;

  private constructor(
    readonly path: string,
    random: RandomBytes,
  ) {
    super([], random);
    this.#file = new SecretFile(path, parseMasterKeys, VaultError);
  }

  /** Throws VaultError if users other than the owner can read the file. */
  static async open(path: string, random: RandomBytes): Promise<FileMasterKeys> {
    const keys = new FileMasterKeys(path, random);
    await keys.refresh();
    return keys;
  }

  async refresh(): Promise<void> {
    this.keys = await this.#file.read();
  }

  override async wrap(dataKey: Uint8Array, authenticated: Uint8Array) {
    await this.refresh();
    return super.wrap(dataKey, authenticated);
  }

  override async currentKeyId(): Promise<string> {
    await this.refresh();
    return super.currentKeyId();
  }

  override async unwrap(keyId: string, wrapped: Uint8Array, authenticated: Uint8Array) {
    if (!this.keyIds().includes(keyId)) await this.refresh();
    return super.unwrap(keyId, wrapped, authenticated);
  }

  /**
   * Puts a new key first and returns its id. `stillUsed` has the ids of the keys that records need. Other keys are
   * dropped, except the previous current key.
   */
  async rotate(stillUsed: Iterable<string>): Promise<string> {
    await this.refresh();
    const needed = new Set([...stillUsed, this.keys[0]?.id]);
    const bytes = this.random.bytes(KEY_BYTES);
    const kept = this.keys.filter(({ id }) => needed.has(id));
    await writeMasterKeyFile(this.path, [bytes, ...kept.map((key) => key.bytes)]);
    await this.refresh();
    return masterKeyId(bytes);
  }
}

/** Replaces the file in one step: after a crash, the file has the old keys or the new ones. */
export async function writeMasterKeyFile(path: string, keys: Uint8Array[]): Promise<void> {
  await writeSecretFile(path, `${keys.map((key) => Buffer.from(key).toString('base64')).join('\n')}\n`);
}
