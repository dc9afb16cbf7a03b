import { randomText } from '@services/kit/clock';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/max';
import type { App } from '../app.js';
import { keyedHash } from '../config/secrets.js';
import { invalidRequest } from '../http/api-error.js';
import { openText, type SealContext, seal } from './envelope.js';
import { findByLookup, findRecord, insertRecord, type VaultRecord, type VaultType } from './store.js';

const DAY_MS = 86_400_000;
const TOKEN_CHARACTERS = 32;

/** Matches a local part, @, and a domain of at least two labels, which is the rule of most forms on the web. */
const ADDRESS = /^[^\s@"(),:;<>[\]\\]{1,64}@(?=.{3,255}$)[^\s@.]+(?:\.[^\s@.]+)+$/u;

const contextOf = ({
  userId,
  type,
  token,
  expiresAt,
}: Pick<VaultRecord, 'userId' | 'type' | 'token' | 'expiresAt'>): SealContext => ({
  tenant: userId,
  type,
  id: token,
  expiresAt,
});

/**
 * Returns a normalised form, which is the same for data that mean the same. The data are stored as they were sent.
 * Throws INVALID_REQUEST for an invalid address or number.
 */
export function normalise(type: VaultType, data: string, region: string): string {
  if (!data.isWellFormed()) throw invalidRequest('/data', 'must be text without lone surrogates');
  switch (type) {
    case 'email': {
      const address = data.trim();
      if (!ADDRESS.test(address)) throw invalidRequest('/data', 'must be an e-mail address');
      return address.toLowerCase();
    }
    case 'phone': {
      const number = parsePhoneNumber(data, region as CountryCode);
      if (!number?.isPossible()) throw invalidRequest('/data', 'must be a possible phone number');
      return number.number + (number.ext ? `;ext=${number.ext}` : '');
    }
    case 'custom':
      return data;
  }
}

/** Returns the existing token for the data, or a new one. */
export async function tokenize(
  app: App,
  userId: number,
  { data, type }: { data: string; type: VaultType },
): Promise<{ token: string; expiresAt: number }> {
  const { tokenDays, unique, defaultRegion } = app.config.vault;
  const normal = normalise(type, data, defaultRegion);
  const lookup = unique ? null : keyedHash(app.secrets.lookup, String(userId), type, normal);
  const now = app.clock.now();
  if (lookup) {
    const known = await findByLookup(app.db, lookup, now);
    if (known) return known;
  }
  const token = `tok_${randomText(app.random, TOKEN_CHARACTERS)}`;
  const life = { token, userId, type, createdAt: now, expiresAt: now + tokenDays * DAY_MS };
  const record: VaultRecord = {
    ...life,
    sealed: await seal(app.masterKeys, app.random, data, contextOf(life)),
  };
  if (await insertRecord(app.db, record, lookup)) return { token, expiresAt: record.expiresAt };
  const first = await findByLookup(app.db, lookup!, now);
  if (!first) throw new Error('a vault record of equal data appeared and vanished');
  return first;
}

/**
 * Returns the data of a valid token; undefined for an unknown or expired one. Throws VaultError for a changed record.
 */
export async function detokenize(
  app: Pick<App, 'db' | 'clock' | 'masterKeys'>,
  token: string,
): Promise<string | undefined> {
  const record = await findRecord(app.db, token, app.clock.now());
  if (!record) return undefined;
  return openText(app.masterKeys, record.sealed, contextOf(record));
}
