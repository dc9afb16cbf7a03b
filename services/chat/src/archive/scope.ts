import { type SQL, sql, type Transaction } from '@services/kit/db';

/**
 * Content of an archive. `all`: everything, for the operator of the server; `public`: content that all members can
 * read; `consent`: public content, and the content of users whose settings allow the export.
 */
export type ArchiveScope = 'all' | 'public' | 'consent';

/**
 * Creates the temporary tables to which the conditions in `tables.ts` refer; the end of the transaction drops them.
 */
export async function defineScope(tx: Transaction, scope: ArchiveScope): Promise<void> {
  const make = (name: string, query: SQL) =>
    tx.run(sql`CREATE TEMPORARY TABLE ${sql.raw(name)} ON COMMIT DROP AS ${query}`);
  const consents = sql`coalesce((a.settings->>'allow_private_data_export')::boolean, false)`;
  await make(
    'exported_user',
    scope === 'public'
      ? sql`SELECT a.id FROM account a WHERE false`
      : sql`SELECT a.id FROM account a LEFT JOIN account o ON o.id = a.bot_owner_id
          WHERE ${consents} OR coalesce((o.settings->>'allow_private_data_export')::boolean, false)`,
  );
  // A channel is exported when all members can read it, or when a consenting user is subscribed.
  await make(
    'exported_channel',
    sql`SELECT c.id FROM channel c WHERE NOT c.invite_only OR EXISTS (
      SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active AND s.user_id IN (
        SELECT id FROM exported_user))`,
  );
  // The condition follows the rule of visibility in access/visibility.ts. Bit 128 marks messages that a user read in
  // the history, but did not receive.
  await make(
    'exported_message',
    sql`SELECT m.id, m.recipient_id FROM message m LEFT JOIN channel c ON c.id = m.channel_id
      WHERE CASE WHEN m.channel_id IS NULL THEN EXISTS (
          SELECT FROM recipient_member r WHERE r.recipient_id = m.recipient_id AND r.user_id IN (
            SELECT id FROM exported_user))
        ELSE NOT c.invite_only OR EXISTS (
          SELECT FROM subscription s WHERE s.channel_id = c.id AND s.is_active
            AND s.user_id IN (SELECT id FROM exported_user)
            AND (c.history_public_to_subscribers OR EXISTS (
              SELECT FROM user_message u WHERE u.user_id = s.user_id AND u.message_id = m.id AND u.flags & 128 = 0))) END`,
  );
  await make(
    'exported_recipient',
    sql`SELECT recipient_id AS id FROM exported_message
      UNION SELECT c.recipient_id FROM channel c WHERE c.id IN (SELECT id FROM exported_channel)`,
  );
}
