import { array, type Queryable, sql } from '@services/kit/db';
import type { KnownFindings } from 'protomdl';
import type { Known } from './known.js';
import { digestOf } from './settings.js';

/** Files of a baseline that are stored together. */
const CHUNK = 2_000;

/** Keeps what a baseline knows, for all runs that were made with it. @param digest of its text, in hexadecimal */
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

/** What a baseline knows of files by these names, in their order. */
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

/** Deletes baselines of runs that are gone. */
export async function dropBaselines(tx: Queryable): Promise<void> {
  await tx.run(sql`
    delete from fleet.baseline b where not exists (
      select from fleet.run r where r.settings ->> 'baseline' = encode(b.digest, 'hex'))`);
}

function plain(known: KnownFindings): Known {
  return Object.fromEntries([...known].map(([code, counts]) => [code, Object.fromEntries(counts)]));
}
