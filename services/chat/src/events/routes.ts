import Type from 'typebox';
import {
  boolean,
  integer,
  json,
  nullIsAbsent,
  optional,
  type Parameter,
  text,
  texts,
} from '../http/parameters.js';
import { defineRoute, RawAnswer } from '../http/route.js';
import { register, registrationNarrow } from './register.js';

const MAX_LIFESPAN_SECONDS = 604_800;

/** Parameter with the value true, false or `partial`; clients send `partial` with or without JSON's quotes. */
function subscriberChoice(): Parameter<boolean | 'partial'> {
  const choice = json(
    Type.Union([Type.Boolean(), Type.Literal('partial')]),
    'is neither a boolean nor partial',
  );
  const word = boolean();
  return {
    ...choice,
    fromText: (text, name) => (/^"?partial"?$/.test(text) ? 'partial' : word.fromText(text, name)),
  };
}

export const eventRoutes = [
  defineRoute({
    method: 'POST',
    path: '/register',
    auth: 'user',
    summary: 'Makes an event queue and returns the state that its events start from',
    params: {
      event_types: nullIsAbsent(texts({ maxItems: 100 })),
      fetch_event_types: nullIsAbsent(texts({ maxItems: 100 })),
      narrow: optional(registrationNarrow()),
      all_public_streams: optional(boolean(), false),
      apply_markdown: optional(boolean(), false),
      client_gravatar: optional(boolean(), true),
      slim_presence: optional(boolean(), false),
      include_subscribers: optional(subscriberChoice(), false),
      client_capabilities: optional(json(Type.Record(Type.String(), Type.Unknown()), 'is not an object')),
      presence_history_limit_days: optional(integer({ min: 0 })),
      queue_lifespan_secs: optional(integer({ min: 0, max: MAX_LIFESPAN_SECONDS })),
    },
    returns: Type.Object(
      {
        queue_id: Type.String(),
        last_event_id: Type.Integer(),
        zulip_version: Type.String(),
        zulip_feature_level: Type.Integer(),
        zulip_merge_base: Type.String(),
      },
      { additionalProperties: true },
    ),
    handler: register,
  }),
  defineRoute({
    method: 'GET',
    path: '/events',
    auth: 'user',
    summary: 'Waits for events of a queue',
    params: {
      queue_id: text(),
      last_event_id: optional(integer()),
      dont_block: optional(boolean(), false),
    },
    returns: Type.Object({
      events: Type.Array(Type.Object({ type: Type.String(), id: Type.Integer() })),
      queue_id: Type.String(),
    }),
    handler: async ({ app, user, params, whenGone }) => {
      const events = await app.events.poll(
        user,
        params.queue_id,
        params.last_event_id,
        params.dont_block,
        whenGone,
      );
      return new RawAnswer(`"events":[${events.join(',')}],"queue_id":${JSON.stringify(params.queue_id)}`);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/events',
    auth: 'user',
    summary: 'Drops an event queue',
    params: { queue_id: text() },
    returns: Type.Object({}),
    handler: async ({ app, user, params }) => {
      await app.events.remove(user, params.queue_id);
      return {};
    },
  }),
];
