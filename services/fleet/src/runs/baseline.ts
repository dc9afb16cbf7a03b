import { array, type Queryable, sql } from '@services/kit/db';
import type { KnownFindings } from 'protomdl';
import type { Known } from './known.js';
import { digestOf } from './settings.js';

/** Number of baseline files that are stored together. */
const CHUNK = 2_000;

/**
 * Stores the entries of a baseline for all runs that use the baseline.
 * @param digest digest of the baseline's text, in hexadecimal
 */
export async function keepBaseline(
  tx: Queryable,
  digest: string,
  files: ReadonlyMap<string, KnownFindings>,
): Promise<void> {
  const entries = [...files].filter(([, known]) => known.size > 0);
  for (let at = 0; at < entries.length; at += CHUNK) {
    const chunk = entries.slice(at, at + CHUNK);
    const names = chunk.map(([name]) => digestOf(name));
    const known = chunk.map(([, codes]) => JSON.stringify(plain(codes)));
    await tx.run(sql`
      insert into fleet.baseline (digest, name, known)
      select decode(${digest}, 'hex'), name, known::jsonb
      from unnest(${array(names, 'bytea')}, ${array(known, 'text')}) as k (name, known)
      on conflict do nothing`);
  }
}

/** Returns the baseline's entry for each name of a file, in the order of the names; undefined for an unknown file. */
export async function knownOf(
  db: Queryable,
  digest: string,
  names: readonly string[],
): Promise<(Known | undefined)[]> {
  const digests = names.map(digestOf);
  const rows = await db.rows<{ name: Uint8Array; known: Known }>(sql`
    select name, known from fleet.baseline
    where digest = decode(${digest}, 'hex') and name = any(${array(digests, 'bytea')})`);
  const found = new Map(rows.map(({ name, known }) => [Buffer.from(name).toString('hex'), known]));
  return digests.map((name) => found.get(name.toString('hex')));
}

/** Deletes baselines that neither a run nor a schedule uses. */
export async function dropBaselines(tx: Queryable): Promise<void> {
  await tx.run(sql`
    delete from fleet.baseline b where not exists (
      select from fleet.run r where r.settings ->> 'baseline' = encode(b.digest, 'hex'))
      and not exists (select from fleet.schedule s where s.settings ->> 'baseline' = encode(b.digest, 'hex'))`);
}

function plain(known: KnownFindings): Known {
  return Object.fromEntries([...known].map(([code, counts]) => [code, Object.fromEntries(counts)]));
}
