import { array, type Queryable, sql } from '@services/kit/db';
import type { Directory } from '../organization/directory.js';
import { type CompiledLinkifier, compileLinkifier, type Linkifier } from './match.js';

/** Returns linkifiers in the order in which they are tried. */
export function readLinkifiers(db: Queryable): Promise<Linkifier[]> {
  return db.rows<Linkifier>(sql`SELECT id, pattern, url_template FROM linkifier ORDER BY position, id`);
}

export async function insertLinkifier(db: Queryable, pattern: string, urlTemplate: string): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO linkifier (pattern, url_template, position)
    SELECT ${pattern}, ${urlTemplate}, coalesce(max(position), 0) + 1 FROM linkifier RETURNING id`);
  return row!.id;
}

export async function updateLinkifier(
  db: Queryable,
  id: number,
  pattern: string,
  urlTemplate: string,
): Promise<boolean> {
  const changed = await db.run(
    sql`UPDATE linkifier SET pattern = ${pattern}, url_template = ${urlTemplate} WHERE id = ${id}::bigint`,
  );
  return changed > 0;
}

export async function deleteLinkifier(db: Queryable, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM linkifier WHERE id = ${id}::bigint`)) > 0;
}

export async function orderLinkifiers(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.run(sql`UPDATE linkifier SET position = array_position(${array(ids, 'int8')}, id::bigint)`);
}

interface Cache {
  generation: number;
  compiled: readonly CompiledLinkifier[] | undefined;
}

const caches = new WeakMap<Directory, Cache>();

/**
 * Returns the organization's compiled linkifiers. They are read and compiled once after each change of the
 * organization, since each message and each list of topics needs them.
 */
export async function compiledLinkifiers(
  directory: Directory,
  db: Queryable,
): Promise<readonly CompiledLinkifier[]> {
  let cache = caches.get(directory);
  if (cache === undefined) {
    const fresh: Cache = { generation: 0, compiled: undefined };
    caches.set(directory, fresh);
    directory.onChange((changes) => {
      if (changes !== 'all' && !changes.organization) return;
      fresh.generation++;
      fresh.compiled = undefined;
    });
    cache = fresh;
  }
  if (cache.compiled !== undefined) return cache.compiled;
  const { generation } = cache;
  const compiled = (await readLinkifiers(db)).map(compileLinkifier);
  if (generation === cache.generation) cache.compiled = compiled;
  return compiled;
}
