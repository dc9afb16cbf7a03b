import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { ExitError } from '@services/kit/cli';
import type { Clock, Random } from '@services/kit/clock';
import { type Database, sql } from '@services/kit/db';
import { rotateTokenKeys } from './auth/token-keys.js';
import type { FraudConfig } from './config/schema.js';
import { keyedHash, keysFolder, openSecrets, secretPaths } from './config/secrets.js';
import { masterKeysPath, tokenKeysPath } from './open-app.js';
import { writeMasterKeyFile } from './vault/master-keys.js';

const REMEDY = 'name the data directory that was made with it, or bring the files back from a backup';

interface Making {
  config: FraudConfig;
  clock: Clock;
  random: Random;
}

/**
 * Makes the keys of a fresh database. A database in use needs the keys with which it was written: new keys could not
 * decrypt the vault or verify the audit. Throws ExitError if keys are missing or wrong.
 */
export async function openKeys(db: Database, dataDir: string, making: Making): Promise<void> {
  const hasMasterFile = making.config.vault.masterKeys === '';
  const paths = [
    tokenKeysPath(dataDir),
    ...(hasMasterFile ? [masterKeysPath(dataDir)] : []),
    ...Object.values(secretPaths(dataDir)),
  ];
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0 && (await isInUse(db))) {
    throw new ExitError(
      3,
      `the database is in use, but its keys are not in ${keysFolder(dataDir)} (${missing.map((path) => basename(path)).join(', ')}): ${REMEDY}`,
    );
  }
  await makeKeys(missing, dataDir, making);
  await proveKeys(db, dataDir);
}

async function makeKeys(missing: readonly string[], dataDir: string, making: Making): Promise<void> {
  const { config, clock, random } = making;
  if (missing.includes(tokenKeysPath(dataDir)))
    await rotateTokenKeys(tokenKeysPath(dataDir), config.tokens.algorithm, { clock, random });
  if (missing.includes(masterKeysPath(dataDir)))
    await writeMasterKeyFile(masterKeysPath(dataDir), [random.bytes(32)]);
}

async function isInUse(db: Database): Promise<boolean> {
  const row = await db.one<{ used: boolean }>(sql`
    select exists (select from key_proofs) or exists (select from users) as used`);
  return row?.used === true;
}

/** The first opening of a database stores a proof for each secret, which later openings compare. */
async function proveKeys(db: Database, dataDir: string): Promise<void> {
  const secrets = Object.entries(await openSecrets(dataDir)).map(([name, key]) => ({
    name,
    proof: keyedHash(key, 'proof'),
  }));
  const kept = await keptProofs(db);
  const unproved = secrets.filter(({ name }) => !kept.has(name));
  for (const { name, proof } of unproved) {
    await db.run(sql`insert into key_proofs (name, proof) values (${name}, ${proof}) on conflict do nothing`);
  }
  // Between the two queries, another process may have stored proofs of its own secrets.
  const known = unproved.length > 0 ? await keptProofs(db) : kept;
  const others = secrets.filter(({ name, proof }) => {
    const proved = known.get(name);
    return !proved || !proof.equals(proved);
  });
  if (others.length === 0) return;
  throw new ExitError(3, `the keys in ${keysFolder(dataDir)} are not those of this database: ${REMEDY}`);
}

async function keptProofs(db: Database): Promise<Map<string, Uint8Array>> {
  const rows = await db.rows<{ name: string; proof: Uint8Array }>(sql`select name, proof from key_proofs`);
  return new Map(rows.map(({ name, proof }) => [name, proof]));
}
