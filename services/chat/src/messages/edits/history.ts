import { type Queryable, sql } from '@services/kit/db';
import type { ActedMessage } from '../access.js';
import { contentDiff } from '../content-diff.js';

/** The state of a message after one edit, with the changes that this edit made. Times are UNIX seconds. */
export interface HistoryEntry {
  topic: string;
  content: string;
  rendered_content: string;
  timestamp: number;
  user_id: number | null;
  prev_topic?: string;
  stream?: number;
  prev_stream?: number;
  prev_content?: string;
  prev_rendered_content?: string;
  content_html_diff?: string;
}

interface Edit {
  user_id: number | null;
  edited_at: number;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
}

/**
 * Returns all states of a message, oldest first. The stored rows have the state before each edit, so the states are
 * computed backwards from the present state. If only moves are requested, past contents are left out.
 */
export async function historyOf(
  db: Queryable,
  message: ActedMessage,
  policy: 'all' | 'moves',
): Promise<HistoryEntry[]> {
  const edits = await db.rows<Edit>(sql`
    SELECT user_id, edited_at, prev_content, prev_rendered_content, prev_topic, topic, prev_channel_id, channel_id
    FROM message_edit WHERE message_id = ${message.id}::bigint ORDER BY id DESC`);
  const state = { topic: message.topic, content: message.content, rendered: message.rendered_content };
  const entries: HistoryEntry[] = [];
  for (const edit of edits) {
    const isMove = edit.prev_topic !== null || edit.prev_channel_id !== null;
    if (policy === 'all' || isMove) entries.push(entryOf(edit, state, policy));
    if (policy === 'all' && edit.prev_content !== null) {
      state.content = edit.prev_content;
      state.rendered = edit.prev_rendered_content ?? '';
    }
    if (edit.prev_topic !== null) state.topic = edit.prev_topic;
  }
  entries.push({
    topic: state.topic,
    content: state.content,
    rendered_content: state.rendered,
    timestamp: seconds(message.sent_at),
    user_id: message.sender_id,
  });
  return entries.reverse();
}

function entryOf(
  edit: Edit,
  after: { topic: string; content: string; rendered: string },
  policy: 'all' | 'moves',
): HistoryEntry {
  const entry: HistoryEntry = {
    topic: after.topic,
    content: after.content,
    rendered_content: after.rendered,
    timestamp: seconds(edit.edited_at),
    user_id: edit.user_id,
  };
  if (edit.prev_topic !== null) entry.prev_topic = edit.prev_topic;
  if (edit.prev_channel_id !== null) {
    entry.prev_stream = edit.prev_channel_id;
    entry.stream = edit.channel_id!;
  }
  if (policy === 'all' && edit.prev_content !== null) {
    entry.prev_content = edit.prev_content;
    entry.prev_rendered_content = edit.prev_rendered_content ?? '';
    entry.content_html_diff = contentDiff(entry.prev_rendered_content, after.rendered);
  }
  return entry;
}

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
