import Type from 'typebox';
import { badRequest } from '../../http/errors.js';
import { alias, boolean, id, integer, oneOf, optional, text } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { renderText } from '../../markdown/store.js';
import { requireMessage } from '../access.js';
import { shownTopic } from '../payload.js';
import { messageView } from '../reading/list.js';
import { readContent } from '../sending/rules.js';
import type { ContentEdit } from './content.js';
import { editMessage } from './edit.js';
import { historyOf } from './history.js';
import { PROPAGATE_MODES } from './move.js';

const pathParams = { message_id: integer() };

const attachment = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  path_id: Type.String(),
  size: Type.Integer(),
  create_time: Type.Integer(),
  messages: Type.Array(Type.Object({ id: Type.Integer(), date_name: Type.Integer() })),
});

const state = Type.Object({
  topic: Type.String(),
  content: Type.String(),
  rendered_content: Type.String(),
  timestamp: Type.Integer(),
  user_id: Type.Union([Type.Integer(), Type.Null()]),
  prev_topic: Type.Optional(Type.String()),
  stream: Type.Optional(Type.Integer()),
  prev_stream: Type.Optional(Type.Integer()),
  prev_content: Type.Optional(Type.String()),
  prev_rendered_content: Type.Optional(Type.String()),
  content_html_diff: Type.Optional(Type.String()),
});

/** Content of a message after an edit to an empty text. */
const DELETED = '(deleted)';

export const editRoutes: AnyRoute[] = [
  defineRoute({
    method: 'PATCH',
    path: '/messages/:message_id',
    auth: 'user',
    summary: 'Changes the content of a message, or moves messages to another topic or channel',
    pathParams,
    params: {
      content: optional(text()),
      topic: optional(alias(text(), 'subject')),
      stream_id: optional(id()),
      propagate_mode: optional(oneOf(PROPAGATE_MODES)),
      send_notification_to_old_thread: optional(boolean(), false),
      send_notification_to_new_thread: optional(boolean(), true),
      prev_content_sha256: optional(text()),
    },
    returns: Type.Object({ detached_uploads: Type.Array(attachment) }),
    handler: async ({ app, user, params, path, write }) => {
      let content: ContentEdit | undefined;
      if (params.content !== undefined) {
        const source =
          params.content.trim() === '' ? DELETED : readContent(params.content, app.config.maxMessageLength);
        const rendered = await renderText(app.directory, app.db, user, source);
        content = { content: source, rendered, expected: params.prev_content_sha256 };
      }
      return write(async (tx, actor) => ({
        detached_uploads: await editMessage(app, tx, actor, path.message_id, {
          content,
          topic: params.topic,
          channelId: params.stream_id,
          mode: params.propagate_mode,
          noticeToOld: params.send_notification_to_old_thread,
          noticeToNew: params.send_notification_to_new_thread,
        }),
      }));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/messages/:message_id/history',
    auth: 'user',
    summary: 'All states of a message, oldest first',
    pathParams,
    params: { allow_empty_topic_name: optional(boolean(), false) },
    returns: Type.Object({ message_history: Type.Array(state) }),
    handler: async ({ app, user, params, path }) => {
      const { settings } = await app.directory.organization();
      const policy = settings.message_edit_history_visibility_policy;
      const message = await requireMessage(app.db, user, path.message_id);
      if (policy === 'none') throw badRequest('Message edit history is disabled in this organization');
      const history = await historyOf(app.db, message, policy);
      if (message.channel_id === null) return { message_history: history };
      const view = await messageView(app, { ...params, apply_markdown: true, client_gravatar: true });
      return {
        message_history: history.map((entry) => ({
          ...entry,
          topic: shownTopic(entry.topic, view),
          ...(entry.prev_topic === undefined ? {} : { prev_topic: shownTopic(entry.prev_topic, view) }),
        })),
      };
    },
  }),
];
