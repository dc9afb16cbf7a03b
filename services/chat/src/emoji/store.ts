import { type Queryable, sql } from '@services/kit/db';
import { pictureUrl } from '../pictures/encode.js';
import type { KnownCustomEmoji } from './choose.js';

/** A custom emoji in its form for clients. */
export interface RealmEmoji {
  id: string;
  name: string;
  source_url: string;
  /** URL of the first frame of an animated emoji; null if the emoji is not animated. */
  still_url: string | null;
  deactivated: boolean;
  author_id: number;
}

/** Returns all custom emoji, including deactivated emoji, which old messages and reactions show. The keys are ids. */
export async function realmEmoji(db: Queryable): Promise<Record<string, RealmEmoji>> {
  const rows = await db.rows<{
    id: number;
    name: string;
    path: string;
    still_path: string | null;
    deactivated: boolean;
    author_id: number;
  }>(sql`SELECT id, name, path, still_path, deactivated, author_id FROM emoji ORDER BY id`);
  return Object.fromEntries(
    rows.map(({ path, still_path, ...row }) => [
      String(row.id),
      {
        ...row,
        id: String(row.id),
        source_url: pictureUrl(path),
        still_url: still_path === null ? null : pictureUrl(still_path),
      },
    ]),
  );
}

/**
 * Returns the custom emoji that `chooseEmoji` needs: those with the given name, or with the given code as their id.
 */
export function customEmojiFor(
  db: Queryable,
  choice: { emoji_name?: string | undefined; emoji_code?: string | undefined },
): Promise<KnownCustomEmoji[]> {
  const id = /^[0-9]{1,9}$/.test(choice.emoji_code ?? '') ? Number(choice.emoji_code) : null;
  return db.rows<KnownCustomEmoji>(sql`
    SELECT id::text AS id, name, deactivated FROM emoji WHERE name = ${choice.emoji_name ?? null}::text OR id = ${id}::integer
    ORDER BY id`);
}

export function activeEmoji(
  db: Queryable,
  name: string,
): Promise<{ id: number; author_id: number } | undefined> {
  return db.one(sql`SELECT id, author_id FROM emoji WHERE name = ${name} AND NOT deactivated`);
}

export async function insertEmoji(
  db: Queryable,
  emoji: { name: string; authorId: number; path: string; stillPath: string | null; now: number },
): Promise<void> {
  await db.run(sql`
    INSERT INTO emoji (name, author_id, path, still_path, created_at)
    VALUES (${emoji.name}, ${emoji.authorId}, ${emoji.path}, ${emoji.stillPath}, ${emoji.now}::bigint)`);
}

export async function deactivateEmoji(db: Queryable, id: number): Promise<void> {
  await db.run(sql`UPDATE emoji SET deactivated = true WHERE id = ${id}`);
}
