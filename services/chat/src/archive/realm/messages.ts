import { sql } from '@services/kit/db';
import { type Emoji, EXTRA_EMOJI, isUnicodeCode } from '../../emoji/table.js';
import { isMeMessage, type Rendered } from '../../markdown/context.js';
import { renderText } from '../../markdown/store.js';
import { FLAG } from '../../messages/flags/bits.js';
import { searchableText, vectorOf } from '../../messages/narrow/search.js';
import { seenName } from '../../names.js';
import { readOrganization } from '../../organization/settings.js';
import { NO_TOPIC, onlyResolves, topicKey } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { field, type Row } from './export.js';
import { type Intake, insertAll, withPaths } from './intake.js';
import { type Place, Places, topicOf } from './places.js';
import { Widgets } from './widgets.js';

/**
 * Pairs of a bit of the other server's flags, and the flag of this service. All other bits are internal to the other
 * server.
 */
const FLAGS = [
  [1, FLAG.read],
  [2, FLAG.starred],
  [4, FLAG.collapsed],
  [8, FLAG.mentioned],
  [16, FLAG.stream_wildcard_mentioned],
  [32, FLAG.topic_wildcard_mentioned],
  // The other server sets this bit for members of a mentioned group.
  [64, FLAG.mentioned],
  [512, FLAG.has_alert_word],
  [1024, FLAG.historical],
] as const;

/**
 * Reads messages file by file, since an export may have any number of messages. Returns the ids of the
 * messages that were read.
 */
export async function readMessages(intake: Intake): Promise<Set<number>> {
  const { data, report } = intake;
  const places = new Places(intake);
  const clients = new Map(
    data.rows('zerver_client').map((row) => [field.id(row, 'id'), field.text(row, 'name')]),
  );
  const { default_language } = (await readOrganization(intake.tx)).settings;
  const ids = new Set<number>();
  const widgets = new Widgets(intake);
  for (const file of await data.messageFiles()) {
    const {
      zerver_message = [],
      zerver_usermessage = [],
      zerver_submessage = [],
      ...rest
    } = await data.tables(file);
    for (const [table, rows] of Object.entries(rest))
      report.left(`rows of ${table} in files of messages`, 'this service has no place for them', rows.length);
    const batch = new Batch(intake, widgets, clients, default_language);
    for (const row of zerver_message) await batch.add(row, await places.of(row));
    await places.insertNew();
    await batch.insert();
    await insertFlags(intake, batch.ids, zerver_usermessage);
    widgets.add(zerver_submessage);
    for (const id of batch.ids) ids.add(id);
  }
  widgets.add(data.rows('zerver_submessage'));
  await widgets.insert();
  report.read('messages', ids.size);
  return ids;
}

/** Reads the messages of one file, with their edits, widgets and attachments. */
class Batch {
  readonly ids = new Set<number>();
  readonly #intake: Intake;
  readonly #clients: ReadonlyMap<number | undefined, string>;
  readonly #language: string;
  readonly #messages: object[] = [];
  readonly #edits: object[] = [];
  readonly #widgets: Widgets;
  readonly #attachments: object[] = [];

  constructor(
    intake: Intake,
    widgets: Widgets,
    clients: ReadonlyMap<number | undefined, string>,
    language: string,
  ) {
    this.#intake = intake;
    this.#widgets = widgets;
    this.#clients = clients;
    this.#language = language;
  }

  async add(row: Row, place: Place | undefined): Promise<void> {
    const { report, accounts } = this.#intake;
    const id = field.id(row, 'id');
    const sender = accounts.get(field.id(row, 'sender') ?? -1);
    if (id === undefined || sender === undefined || place === undefined) {
      report.left('messages', 'their sender or recipients are not part of the export', 1, id);
      return;
    }
    const content = withPaths(this.#intake, field.text(row, 'content'));
    const rendered = await this.#render(sender, content);
    const topic = place.channelId === null ? '' : topicOf(row);
    if (
      place.channelId !== null &&
      topic !== field.text(row, 'subject') &&
      field.text(row, 'subject') !== NO_TOPIC
    )
      report.changed('topics of messages', 'they had invalid characters', id);
    const uploads = new Set(rendered.uploads.flatMap((path) => this.#intake.attachments.get(path) ?? []));
    const edits = await this.#editsOf(id, row, sender);
    this.ids.add(id);
    for (const attachment_id of uploads) this.#attachments.push({ attachment_id, message_id: id });
    this.#widgets.note(id, sender.id, content);
    this.#messages.push({
      id,
      sender_id: sender.id,
      recipient_id: place.recipientId,
      channel_id: place.channelId,
      topic,
      topic_key: topicKey(topic),
      content,
      rendered_content: rendered.html,
      client: this.#clients.get(field.id(row, 'sending_client')) || 'import',
      sent_at: field.time(row, 'date_sent') ?? field.time(row, 'pub_date') ?? this.#intake.now,
      ...edits,
      is_me_message: isMeMessage(content),
      has_link: rendered.hasLink,
      has_image: rendered.hasImage,
      has_attachment: uploads.size > 0,
      words: searchableText(rendered.html, topic),
    });
  }

  /** Renders the source of a message again. HTML of another server is never served. */
  #render(sender: Account, content: string): Promise<Rendered> {
    const { app, tx } = this.#intake;
    return renderText(app.directory, tx, sender, content);
  }

  /** Adds rows for the edit history; the export lists the newest edit first. Returns the times of the last changes. */
  async #editsOf(
    id: number,
    row: Row,
    sender: Account,
  ): Promise<{ content_edited_at: number | null; moved_at: number | null }> {
    const times = { content_edited_at: null as number | null, moved_at: null as number | null };
    const given = row.edit_history;
    if (given === null || given === undefined || given === '') return times;
    let history: unknown;
    try {
      history = typeof given === 'string' ? JSON.parse(given) : given;
    } catch {
      history = undefined;
    }
    if (!Array.isArray(history)) {
      this.#intake.report.left('histories of messages', 'they are not valid JSON', 1, id);
      return times;
    }
    for (const edit of (history as Row[]).toReversed()) {
      const edited_at = field.time(edit, 'timestamp') ?? this.#intake.now;
      const content =
        typeof edit.prev_content === 'string'
          ? withPaths(this.#intake, field.text(edit, 'prev_content'))
          : null;
      // Until 2022, the field for the former topic was `prev_subject`, and exports did not record the new topic.
      const before = edit.prev_topic ?? edit.prev_subject;
      const prev_topic = typeof before === 'string' ? seenName(before) : null;
      const topic = typeof edit.topic === 'string' ? seenName(edit.topic) : null;
      const isMoved = typeof edit.prev_stream === 'number';
      if (content !== null) times.content_edited_at = edited_at;
      if (isMoved || (prev_topic !== null && !(topic !== null && onlyResolves(prev_topic, topic))))
        times.moved_at = edited_at;
      this.#edits.push({
        message_id: id,
        user_id: this.#intake.accounts.get(field.id(edit, 'user_id') ?? -1)?.id ?? null,
        edited_at,
        prev_content: content,
        prev_rendered_content: content === null ? null : (await this.#render(sender, content)).html,
        prev_topic,
        topic: prev_topic === null ? null : (topic ?? topicOf(row)),
        prev_channel_id: isMoved ? edit.prev_stream : null,
        channel_id: isMoved ? (field.id(edit, 'stream') ?? null) : null,
      });
    }
    return times;
  }

  async insert(): Promise<void> {
    const { tx } = this.#intake;
    const lines = JSON.stringify(this.#messages);
    await tx.run(sql`
      INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content, client,
        sent_at, content_edited_at, moved_at, is_me_message, has_link, has_image, has_attachment, search)
      SELECT id, sender_id, recipient_id, channel_id, topic, topic_key, content, rendered_content, client,
        sent_at, content_edited_at, moved_at, is_me_message, has_link, has_image, has_attachment,
        ${vectorOf(sql.raw('words'), this.#language)}
      FROM jsonb_to_recordset(${lines}::jsonb) AS m (id bigint, sender_id int, recipient_id int, channel_id int, topic text,
        topic_key text, content text, rendered_content text, client text, sent_at bigint, content_edited_at bigint,
        moved_at bigint, is_me_message boolean, has_link boolean, has_image boolean, has_attachment boolean, words text)`);
    await insertAll(tx, 'message_edit', this.#edits);
    await insertAll(tx, 'attachment_message', this.#attachments);
  }
}

async function insertFlags(intake: Intake, ids: ReadonlySet<number>, rows: readonly Row[]): Promise<void> {
  const { tx, report, accounts } = intake;
  const flags = new Map<string, { user_id: number; message_id: number; flags: number }>();
  for (const row of rows) {
    const message_id = field.id(row, 'message') ?? -1;
    const account = accounts.get(field.id(row, 'user_profile') ?? -1);
    if (account === undefined || !ids.has(message_id)) {
      report.left('marks of messages', 'their user or message is not part of the export');
      continue;
    }
    const there = field.id(row, 'flags_mask') ?? 0;
    const bits = FLAGS.reduce((sum, [bit, here]) => (there & bit ? sum | here : sum), 0);
    flags.set(`${account.id} ${message_id}`, { user_id: account.id, message_id, flags: bits });
  }
  await insertAll(tx, 'user_message', [...flags.values()]);
}

/** Reads reactions, and counts the messages of topics and channels. */
export async function finishMessages(intake: Intake, ids: ReadonlySet<number>): Promise<void> {
  const { tx, data, report } = intake;
  const seen = new Set<string>();
  const rows = data.rows('zerver_reaction').flatMap((row) => {
    const message_id = field.id(row, 'message') ?? -1;
    const user_id = intake.accounts.get(field.id(row, 'user_profile') ?? -1)?.id;
    const emoji = emojiOf(intake, row);
    const key = `${message_id} ${user_id} ${emoji?.reaction_type} ${emoji?.emoji_code}`;
    if (user_id === undefined || !ids.has(message_id) || seen.has(key)) {
      report.left('reactions', 'their user or message is not part of the export', 1, message_id);
      return [];
    }
    if (emoji === undefined) {
      report.left('reactions', 'their emoji is not known', 1, field.text(row, 'emoji_name'));
      return [];
    }
    seen.add(key);
    return [{ message_id, user_id, ...emoji }];
  });
  await insertAll(tx, 'reaction', rows);
  report.read('reactions', rows.length);
  await tx.run(sql`INSERT INTO topic (channel_id, topic_key, name, max_message_id, message_count)
    SELECT channel_id, topic_key, (array_agg(topic ORDER BY id DESC))[1], max(id), count(*) FROM message
    WHERE channel_id IS NOT NULL GROUP BY channel_id, topic_key`);
  await tx.run(sql`UPDATE channel c SET first_message_id = m.first, last_message_at = m.last
    FROM (SELECT channel_id, min(id) AS first, max(sent_at) AS last FROM message GROUP BY channel_id) m
    WHERE m.channel_id = c.id`);
  await tx.run(sql`UPDATE attachment a SET unreferenced_at = NULL
    WHERE EXISTS (SELECT FROM attachment_message am WHERE am.attachment_id = a.id)`);
}

/** Returns the emoji of a reaction or a status, for this service; undefined for an emoji that this service lacks. */
export function emojiOf({ emoji }: Intake, row: Row): Emoji | undefined {
  const emoji_code = field.text(row, 'emoji_code');
  const emoji_name = field.text(row, 'emoji_name') || emoji_code;
  switch (row.reaction_type) {
    case 'realm_emoji':
      return emoji.has(Number(emoji_code))
        ? { emoji_name, emoji_code, reaction_type: 'realm_emoji' }
        : undefined;
    case 'zulip_extra_emoji':
      return EXTRA_EMOJI.has(emoji_code)
        ? { emoji_name, emoji_code, reaction_type: 'service_extra_emoji' }
        : undefined;
    default:
      return isUnicodeCode(emoji_code)
        ? { emoji_name, emoji_code, reaction_type: 'unicode_emoji' }
        : undefined;
  }
}
