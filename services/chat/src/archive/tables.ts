import { type SQL, sql } from '@services/kit/db';

/** A table of the archive, with its excluded columns and included rows. */
export interface ArchivedTable {
  name: string;
  /** Excluded columns: hashes, tokens, and settings that contain tokens, because the archive has no credentials. */
  without?: readonly string[];
  /**
   * Condition on the rows (alias `t`) of an export that does not contain the whole organization. The condition may use
   * the temporary tables of `defineScope`.
   */
  rows?: SQL;
  /** Sort order in which a row only refers to earlier rows of its table. */
  order: string;
}

const ofConsenting = (column: string): SQL => sql`t.${sql.raw(column)} IN (SELECT id FROM exported_user)`;
const ofMessages = sql`t.message_id IN (SELECT id FROM exported_message)`;
const ofChannels = (column: string): SQL => sql`t.${sql.raw(column)} IN (SELECT id FROM exported_channel)`;
const ofAttachments = (column: string): SQL =>
  sql`t.${sql.raw(column)} IN (SELECT am.attachment_id FROM attachment_message am WHERE am.message_id IN (
    SELECT id FROM exported_message))`;

/**
 * Tables in the order in which an import reads them: a row only refers to rows of earlier tables. The archive must not
 * contain credentials, sessions, invitations and their links, push tokens, event queues, jobs and deliveries.
 */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  { name: 'organization', order: 'singleton' },
  {
    name: 'account',
    without: ['password_hash', 'last_login_at', 'can_change_user_emails'],
    order: 'is_bot, id',
  },
  { name: 'user_group', order: 'id' },
  { name: 'user_group_member', order: 'group_id, user_id' },
  { name: 'user_group_subgroup', order: 'group_id, subgroup_id' },
  { name: 'channel_folder', order: 'id' },
  { name: 'recipient', rows: sql`t.id IN (SELECT id FROM exported_recipient)`, order: 'id' },
  {
    name: 'recipient_member',
    rows: sql`t.recipient_id IN (SELECT id FROM exported_recipient)`,
    order: 'recipient_id, user_id',
  },
  { name: 'channel', rows: ofChannels('id'), order: 'id' },
  { name: 'subscription', rows: ofChannels('channel_id'), order: 'channel_id, user_id' },
  { name: 'default_channel_group', order: 'id' },
  { name: 'default_channel_group_member', rows: ofChannels('channel_id'), order: 'group_id, channel_id' },
  { name: 'message', rows: sql`t.id IN (SELECT id FROM exported_message)`, order: 'id' },
  {
    name: 'user_message',
    rows: sql`${ofConsenting('user_id')} AND ${ofMessages}`,
    order: 'message_id, user_id',
  },
  { name: 'topic', rows: ofChannels('channel_id'), order: 'channel_id, topic_key' },
  { name: 'reaction', rows: ofMessages, order: 'id' },
  { name: 'submessage', rows: ofMessages, order: 'id' },
  { name: 'message_edit', rows: ofMessages, order: 'id' },
  {
    name: 'user_topic',
    rows: sql`${ofConsenting('user_id')} AND ${ofChannels('channel_id')}`,
    order: 'user_id, channel_id, topic_key',
  },
  { name: 'muted_user', rows: ofConsenting('user_id'), order: 'user_id, muted_user_id' },
  { name: 'attachment', rows: ofAttachments('id'), order: 'id' },
  { name: 'attachment_message', rows: ofMessages, order: 'attachment_id, message_id' },
  { name: 'emoji', order: 'id' },
  { name: 'linkifier', order: 'id' },
  { name: 'playground', order: 'id' },
  { name: 'profile_field', order: 'id' },
  { name: 'profile_value', order: 'user_id, field_id' },
  { name: 'user_status', order: 'user_id' },
  { name: 'alert_word', rows: ofConsenting('user_id'), order: 'user_id, word' },
  { name: 'snippet', rows: ofConsenting('user_id'), order: 'id' },
  { name: 'navigation_view', rows: ofConsenting('user_id'), order: 'user_id, fragment' },
  { name: 'draft', rows: ofConsenting('user_id'), order: 'id' },
  { name: 'scheduled_message', rows: ofConsenting('user_id'), order: 'id' },
  { name: 'bot_storage', rows: ofConsenting('bot_id'), order: 'bot_id, key' },
  // The URL of an outgoing bot may contain a password.
  { name: 'bot_service', without: ['token'], rows: sql`false`, order: 'bot_id' },
];
