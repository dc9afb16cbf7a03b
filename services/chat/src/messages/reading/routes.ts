import Type from 'typebox';
import { badRequest } from '../../http/errors.js';
import { boolean, integer, integers, optional } from '../../http/parameters.js';
import { type AnyRoute, defineRoute } from '../../http/route.js';
import { narrow } from '../narrow/parameter.js';
import { highlight } from '../narrow/search.js';
import { MESSAGE } from '../schema.js';
import { MAX_MESSAGES, RANGE_PARAMETERS, readRange } from './anchor.js';
import { listMessages, resolveTerms, searchQueries } from './list.js';
import { placeOf, selectHits, selectPage } from './store.js';

const MAX_IDS = MAX_MESSAGES;

export const readingRoutes: AnyRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/messages',
    auth: 'user',
    summary: 'Messages of a narrow around an anchor, or by their ids',
    params: {
      ...RANGE_PARAMETERS,
      narrow: optional(narrow(), []),
      message_ids: optional(integers({ min: 0, maxItems: MAX_IDS })),
      client_gravatar: optional(boolean(), true),
      apply_markdown: optional(boolean(), true),
      allow_empty_topic_name: optional(boolean(), false),
    },
    returns: Type.Object({
      messages: Type.Array(MESSAGE),
      anchor: Type.Optional(Type.Integer()),
      found_anchor: Type.Boolean(),
      found_oldest: Type.Boolean(),
      found_newest: Type.Boolean(),
      history_limited: Type.Boolean(),
    }),
    handler: async ({ app, user, params }) => {
      const { db } = app;
      const { default_language: language } = (await app.directory.organization()).settings;
      const ids = params.message_ids;
      const range = ids === undefined ? readRange(params) : undefined;
      const terms = await resolveTerms(app.directory, db, user, params.narrow);
      const selected =
        range === undefined
          ? { query: selectHits(user, ids ?? [], terms, language), anchor: undefined }
          : await selectPage(db, user, terms, range, language);
      const { query, anchor } = selected;
      const messages = query === undefined ? [] : await listMessages(app, db, query, terms, params);
      const found = messages.map((message) => message.id);
      const place = range === undefined || anchor === undefined ? undefined : placeOf(found, anchor, range);
      return {
        messages,
        ...(anchor === undefined ? {} : { anchor }),
        found_anchor: place?.foundAnchor ?? false,
        found_oldest: place?.foundOldest ?? false,
        found_newest: place?.foundNewest ?? false,
        history_limited: false,
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/messages/matches_narrow',
    auth: 'user',
    summary: 'Which messages a narrow has, with the words that were found',
    params: { msg_ids: integers({ min: 0, maxItems: MAX_IDS }), narrow: narrow() },
    returns: Type.Object({
      messages: Type.Record(
        Type.String(),
        Type.Object({ match_content: Type.String(), match_subject: Type.String() }),
      ),
    }),
    handler: async ({ app, user, params }) => {
      const { default_language: language } = (await app.directory.organization()).settings;
      const terms = await resolveTerms(app.directory, app.db, user, params.narrow);
      const hits = selectHits(user, params.msg_ids, terms, language);
      const choice = { apply_markdown: true, client_gravatar: true, allow_empty_topic_name: true };
      const found = await listMessages(app, app.db, hits, [], choice);
      const matches = await highlight(app.db, found, searchQueries(terms), language);
      return {
        messages: Object.fromEntries(found.map((message, index) => [String(message.id), matches[index]!])),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/messages/:message_id',
    auth: 'user',
    summary: 'One message, with its source',
    pathParams: { message_id: integer() },
    params: {
      apply_markdown: optional(boolean(), true),
      allow_empty_topic_name: optional(boolean(), false),
    },
    returns: Type.Object({ raw_content: Type.String(), message: MESSAGE }),
    handler: async ({ app, user, params, path }) => {
      const hits = selectHits(user, [path.message_id]);
      const choice = { ...params, client_gravatar: true };
      const [message] = await listMessages(app, app.db, hits, [], choice);
      if (message === undefined) throw badRequest('Invalid message(s)');
      const [source] = await listMessages(app, app.db, hits, [], { ...choice, apply_markdown: false });
      return { raw_content: source!.content, message };
    },
  }),
];
