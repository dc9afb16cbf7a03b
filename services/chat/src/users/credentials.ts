import { createHash, timingSafeEqual } from 'node:crypto';
import { type Random, randomText } from '@services/kit/clock';
import { type Queryable, sql } from '@services/kit/db';
import type { WriteTx } from '../db/writer.js';
import type { Directory } from '../organization/directory.js';
import type { Account } from './account.js';
import { apiEmail } from './api-email.js';

export const API_KEY_LENGTH = 32;
/**
 * Maximum number of keys of a user. If a user with this number of keys gets another key, the least recently used key
 * is dropped.
 */
const MAX_KEYS = 10;
/** Number of keys that are cached in memory, so that requests with these keys need no query. */
const MAX_CACHED_KEYS = 10_000;
/** The stored time of a key's last use is updated at most once in this time. */
const USE_WRITTEN_EVERY_MS = 3_600_000;

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
export const emailKey = (email: string): string => email.toLowerCase();

interface KnownKey {
  userId: number;
  hash: Buffer;
  usedAt: number;
}

/** Finds the account of Basic credentials. Keys are random enough (190 bits) for a plain hash. */
export class Credentials {
  readonly #directory: Directory;
  readonly #db: Queryable;
  readonly #publicHost: () => string;
  readonly #keys = new Map<string, KnownKey>();
  #generation = 0;

  constructor(db: Queryable, directory: Directory, publicHost: () => string) {
    this.#db = db;
    this.#directory = directory;
    this.#publicHost = publicHost;
    directory.onChange((changes) => {
      this.#generation++;
      if (changes === 'all') this.#keys.clear();
      else
        for (const [key, known] of this.#keys)
          if (changes.accounts?.includes(known.userId)) this.#keys.delete(key);
    });
  }

  /** Returns the key's owner, active or deactivated; undefined if the address is not the owner's. */
  async byKey(
    email: string,
    key: string,
  ): Promise<{ account: Account; staleUse: Buffer | undefined } | undefined> {
    const hash = sha256(key);
    const known = await this.#known(hash);
    if (known === undefined || !timingSafeEqual(known.hash, hash)) return undefined;
    const account = await this.#directory.account(known.userId);
    if (account === undefined) return undefined;
    const given = emailKey(email);
    if (given !== emailKey(account.email) && given !== emailKey(apiEmail(account, this.#publicHost())))
      return undefined;
    const now = Date.now();
    const stale = now - known.usedAt > USE_WRITTEN_EVERY_MS;
    if (stale) known.usedAt = now;
    return { account, staleUse: stale ? hash : undefined };
  }

  /** Returns the key's owner. For callers that send no address with the key. */
  async byKeyAlone(key: string): Promise<Account | undefined> {
    const known = await this.#known(sha256(key));
    return known === undefined ? undefined : this.#directory.account(known.userId);
  }

  async #known(hash: Buffer): Promise<KnownKey | undefined> {
    const id = hash.toString('base64');
    const cached = this.#keys.get(id);
    if (cached !== undefined) return cached;
    const generation = this.#generation;
    const row = await this.#db.one<{ user_id: number; hash: Uint8Array; used_at: number }>(
      sql`SELECT user_id, hash, used_at FROM api_key WHERE hash = ${hash}`,
    );
    if (row === undefined) return undefined;
    const known = { userId: row.user_id, hash: Buffer.from(row.hash), usedAt: row.used_at };
    if (generation === this.#generation) {
      if (this.#keys.size >= MAX_CACHED_KEYS) this.#keys.delete(this.#keys.keys().next().value!);
      this.#keys.set(id, known);
    }
    return known;
  }
}

/** Creates a further key for the user and returns it. Only its hash is stored, so the key cannot be read later. */
export async function issueKey(tx: WriteTx, random: Random, userId: number): Promise<string> {
  const key = randomText(random, API_KEY_LENGTH);
  await tx.run(sql`INSERT INTO api_key (hash, user_id, created_at, used_at)
    VALUES (${sha256(key)}, ${userId}, ${tx.now}, ${tx.now})`);
  await tx.run(sql`DELETE FROM api_key WHERE hash IN (
    SELECT hash FROM api_key WHERE user_id = ${userId} ORDER BY used_at DESC, created_at DESC, hash OFFSET ${MAX_KEYS})`);
  tx.changed({ accounts: [userId] });
  return key;
}

export async function revokeKeys(tx: WriteTx, userId: number): Promise<void> {
  await tx.run(sql`DELETE FROM api_key WHERE user_id = ${userId}`);
  tx.changed({ accounts: [userId] });
}
