import { type Queryable, type SQL, sql } from '@services/kit/db';
import type { App } from '../app.js';
import { topicLinks } from '../linkifiers/match.js';
import { compiledLinkifiers } from '../linkifiers/store.js';
import type { DirectoryView } from '../organization/directory.js';
import type { EditEntry, Reaction, WideMessage } from './payload.js';
import { displayPerson } from './people.js';
import type { Submessage } from './submessages/store.js';

/** Columns of `message` that a payload needs. Times are UNIX milliseconds. */
export interface MessageRow {
  id: number;
  sender_id: number;
  recipient_id: number;
  channel_id: number | null;
  topic: string;
  content: string;
  rendered_content: string;
  client: string;
  sent_at: number;
  content_edited_at: number | null;
  moved_at: number | null;
  is_me_message: boolean;
}

/** Data of a message that come from other tables. */
export interface MessageCompany {
  /** Name of the channel; null for a direct message. */
  channelName: string | null;
  /** Ids of all people of a direct conversation. */
  people: readonly number[];
  reactions: readonly Reaction[];
  edits: readonly EditEntry[];
  submessages: readonly Submessage[];
}

/** Access to the data that payloads need: the app, the database, and the directory of the running transaction. */
export interface PayloadSource {
  readonly app: App;
  readonly db: Queryable;
  readonly directory: DirectoryView;
}

export async function wideMessage(
  source: PayloadSource,
  row: MessageRow,
  company: MessageCompany,
): Promise<WideMessage> {
  const sender = await displayPerson(source, row.sender_id);
  const { settings } = await source.directory.organization();
  const history = shownHistory(company.edits, settings.message_edit_history_visibility_policy);
  const shared = {
    id: row.id,
    sender_id: row.sender_id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    // Zulip servers with several organizations name the subdomain here; this service has a single organization.
    sender_realm_str: '',
    avatar_url: sender.avatarUrl,
    client: row.client,
    content: row.content,
    rendered_content: row.rendered_content,
    recipient_id: row.recipient_id,
    is_me_message: row.is_me_message,
    timestamp: seconds(row.sent_at),
    ...(row.content_edited_at === null ? {} : { last_edit_timestamp: seconds(row.content_edited_at) }),
    ...(row.moved_at === null ? {} : { last_moved_timestamp: seconds(row.moved_at) }),
    ...(history.length === 0 ? {} : { edit_history: history }),
    reactions: [...company.reactions],
    submessages: [...company.submessages],
  };
  if (row.channel_id === null) {
    const people = await Promise.all(company.people.map((id) => displayPerson(source, id)));
    return {
      ...shared,
      type: 'private',
      display_recipient: people.map(({ id, email, full_name }) => ({
        id,
        email,
        full_name,
        is_mirror_dummy: false,
      })),
      subject: '',
      topic_links: [],
    };
  }
  const linkifiers = await compiledLinkifiers(source.app.directory, source.db);
  return {
    ...shared,
    type: 'stream',
    display_recipient: company.channelName ?? '',
    stream_id: row.channel_id,
    subject: row.topic,
    topic_links: linkifiers.length === 0 ? [] : topicLinks(row.topic, linkifiers),
  };
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** Selects the edits in the result: `moves` leaves out previous contents; `none` leaves out all edits. */
function shownHistory(edits: readonly EditEntry[], policy: 'all' | 'moves' | 'none'): EditEntry[] {
  if (policy === 'none') return [];
  if (policy === 'all') return [...edits];
  return edits
    .filter((edit) => edit.topic !== undefined || edit.stream !== undefined)
    .map(({ prev_content: _, prev_rendered_content: __, ...move }) => move);
}

interface FullRow extends MessageRow {
  flags: number;
  channel_name: string | null;
  people: number[];
  /**
   * Null if the message has no reactions: an empty list would have to be aggregated, which took a third of the query's
   * time for a hundred messages.
   */
  reactions: Reaction[] | null;
  edits: EditEntry[] | null;
  submessages: Submessage[] | null;
}

/**
 * Loads the messages whose ids and flags the query `hits` selects, ascending by id. The query must also check that the
 * reader may see the messages. All data are loaded in one round trip, because a round trip costs the embedded database
 * as much as reading twenty messages. OFFSET makes PostgreSQL look up each message separately: the planner of a
 * prepared statement does not know the limit of `hits` and would otherwise read the whole table.
 */
export async function loadMessages(
  source: PayloadSource,
  hits: SQL,
): Promise<{ message: WideMessage; flags: number }[]> {
  const rows = await source.db.rows<FullRow>(sql`
    SELECT m.id, hit.flags, m.sender_id, m.recipient_id, m.channel_id, m.topic, m.content, m.rendered_content, m.client,
      m.sent_at, m.content_edited_at, m.moved_at, m.is_me_message, c.name AS channel_name,
      CASE WHEN m.channel_id IS NULL THEN ARRAY(
        SELECT rm.user_id FROM recipient_member rm WHERE rm.recipient_id = m.recipient_id ORDER BY rm.user_id)
        ELSE '{}' END AS people,
      CASE WHEN EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id) THEN (
        SELECT json_agg(json_build_object('emoji_name', r.emoji_name, 'emoji_code', r.emoji_code,
        'reaction_type', r.reaction_type, 'user_id', r.user_id) ORDER BY r.id)
        FROM reaction r WHERE r.message_id = m.id) END AS reactions,
      CASE WHEN EXISTS (SELECT FROM message_edit e WHERE e.message_id = m.id) THEN (
        SELECT json_agg(json_strip_nulls(json_build_object('user_id', e.user_id,
        'timestamp', e.edited_at / 1000, 'prev_content', e.prev_content,
        'prev_rendered_content', e.prev_rendered_content, 'prev_stream', e.prev_channel_id, 'stream', e.channel_id,
        'prev_topic', e.prev_topic, 'topic', e.topic)) ORDER BY e.id DESC)
        FROM message_edit e WHERE e.message_id = m.id) END AS edits,
      CASE WHEN EXISTS (SELECT FROM submessage s WHERE s.message_id = m.id) THEN (
        SELECT json_agg(json_build_object('id', s.id, 'message_id', s.message_id, 'sender_id', s.sender_id,
        'msg_type', s.msg_type, 'content', s.content) ORDER BY s.id)
        FROM submessage s WHERE s.message_id = m.id) END AS submessages
    FROM (${hits}) hit CROSS JOIN LATERAL (SELECT * FROM message WHERE id = hit.id OFFSET 0) m
      LEFT JOIN channel c ON c.id = m.channel_id
    ORDER BY m.id`);
  // The linkifiers are loaded here, so that the following messages do not each load them.
  if (rows.length > 0) await compiledLinkifiers(source.app.directory, source.db);
  return Promise.all(
    rows.map(async (row) => ({
      message: await wideMessage(source, row, {
        channelName: row.channel_name,
        people: row.people,
        reactions: row.reactions ?? [],
        edits: row.edits ?? [],
        submessages: row.submessages ?? [],
      }),
      flags: row.flags,
    })),
  );
}
