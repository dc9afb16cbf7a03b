import { type Queryable, sql } from '@services/kit/db';

/** Status that a user sets. An empty text means "not set". */
export interface UserStatus {
  status_text: string;
  away: boolean;
  emoji_name: string;
  emoji_code: string;
  reaction_type: string;
}

export const NO_STATUS: UserStatus = {
  status_text: '',
  away: false,
  emoji_name: '',
  emoji_code: '',
  reaction_type: '',
};

export async function statusOf(db: Queryable, userId: number): Promise<UserStatus> {
  const row = await db.one<UserStatus>(sql`
    SELECT status_text, away, emoji_name, emoji_code, reaction_type FROM user_status WHERE user_id = ${userId}`);
  return row ?? NO_STATUS;
}

export function allStatuses(db: Queryable): Promise<(UserStatus & { user_id: number })[]> {
  return db.rows(
    sql`SELECT user_id, status_text, away, emoji_name, emoji_code, reaction_type FROM user_status`,
  );
}

export async function writeStatus(db: Queryable, userId: number, status: UserStatus): Promise<void> {
  await db.run(sql`
    INSERT INTO user_status (user_id, status_text, away, emoji_name, emoji_code, reaction_type)
    VALUES (${userId}, ${status.status_text}, ${status.away}, ${status.emoji_name}, ${status.emoji_code},
      ${status.reaction_type})
    ON CONFLICT (user_id) DO UPDATE SET status_text = excluded.status_text, away = excluded.away,
      emoji_name = excluded.emoji_name, emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`);
}

/** Returns the fields that are set, in the form for clients. */
export function shownStatus(status: UserStatus): Partial<UserStatus> {
  const { status_text, away, emoji_name, emoji_code, reaction_type } = status;
  return {
    ...(away ? { away } : {}),
    ...(status_text === '' ? {} : { status_text }),
    ...(emoji_name === '' ? {} : { emoji_name, emoji_code, reaction_type }),
  };
}
