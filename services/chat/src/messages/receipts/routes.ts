import { type Queryable, sql } from '@services/kit/db';
import Type from 'typebox';
import { badRequest } from '../../http/errors.js';
import { integer } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { requireMessage } from '../access.js';
import { FLAG } from '../flags/bits.js';

/**
 * Returns the users who have read a message: its receivers, except its sender, bots, users who mute the reader or whom
 * the reader mutes, and users whose settings hide their receipts.
 */
async function readersOf(
  db: Queryable,
  reader: { id: number },
  message: { id: number; sender_id: number },
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    SELECT a.id FROM user_message u JOIN account a ON a.id = u.user_id
    WHERE u.message_id = ${message.id}::bigint AND u.flags & ${sql.raw(String(FLAG.read | FLAG.historical))} = ${sql.raw(String(FLAG.read))}
      AND a.id <> ${message.sender_id} AND a.is_active AND NOT a.is_bot
      AND coalesce((a.settings->>'send_read_receipts')::boolean, true)
      AND NOT EXISTS (SELECT FROM muted_user mu WHERE mu.user_id = a.id AND mu.muted_user_id = ${reader.id}
        OR mu.user_id = ${reader.id} AND mu.muted_user_id = a.id)
    ORDER BY a.id`);
  return rows.map((row) => row.id);
}

export const receiptRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/messages/:message_id/read_receipts',
    auth: 'user',
    summary: 'Ids of users who have read a message',
    pathParams: { message_id: integer() },
    params: {},
    returns: Type.Object({ user_ids: Type.Array(Type.Integer()) }),
    handler: async ({ app, user, path }) => {
      const message = await requireMessage(app.db, user, path.message_id);
      const { settings } = await app.directory.organization();
      if (!settings.enable_read_receipts)
        throw badRequest('Read receipts are disabled in this organization.');
      return { user_ids: await readersOf(app.db, user, message) };
    },
  }),
];
