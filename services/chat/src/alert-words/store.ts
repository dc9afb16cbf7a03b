import { array, type Queryable, sql } from '@services/kit/db';

export async function alertWordsOf(db: Queryable, userId: number): Promise<string[]> {
  const rows = await db.rows<{ word: string }>(
    sql`SELECT word FROM alert_word WHERE user_id = ${userId} ORDER BY word`,
  );
  return rows.map((row) => row.word);
}

export async function insertAlertWords(db: Queryable, userId: number, words: string[]): Promise<void> {
  await db.run(sql`INSERT INTO alert_word (user_id, word)
    SELECT ${userId}::integer, w.word FROM unnest(${array(words, 'text')}) AS w(word)`);
}

/** Deletes words, ignoring case. */
export async function deleteAlertWords(db: Queryable, userId: number, words: string[]): Promise<number> {
  return db.run(sql`DELETE FROM alert_word WHERE user_id = ${userId}
    AND lower(word) = ANY(SELECT lower(w.word) FROM unnest(${array(words, 'text')}) AS w(word))`);
}
