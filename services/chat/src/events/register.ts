import { sql } from '@services/kit/db';
import Type from 'typebox';
import type { App } from '../app.js';
import { badNarrow, invalidVariable } from '../http/errors.js';
import { parseJson } from '../http/json-text.js';
import { custom, type Parameter } from '../http/parameters.js';
import { Directory } from '../organization/directory.js';
import { SNAPSHOT_PARTS } from '../snapshot-parts.js';
import type { Actor } from '../users/account.js';
import { VERSION_FIELDS } from '../version.js';
import { filterTerm, type NarrowTerm } from './narrow-filter.js';
import { CAPABILITIES, type QueueOptions } from './queue.js';

interface RegisterParameters {
  event_types?: string[] | undefined;
  fetch_event_types?: string[] | undefined;
  narrow?: NarrowTerm[] | undefined;
  all_public_streams: boolean;
  apply_markdown: boolean;
  client_gravatar: boolean;
  slim_presence: boolean;
  include_subscribers: boolean | 'partial';
  client_capabilities?: Record<string, unknown> | undefined;
  queue_lifespan_secs?: number | undefined;
}

/** Opens a queue and reads the snapshot from which it starts. Each event is either in the queue or in the snapshot. */
export async function register(call: {
  app: App;
  user: Actor;
  clientName: string;
  params: RegisterParameters;
}) {
  const { app, user, params } = call;
  const options = queueOptions(params);
  const fetchTypes = params.fetch_event_types ?? params.event_types;
  const registration = app.events.beginRegistration();
  try {
    const { lastEventId, snapshot } = await app.db.tx(
      async (db) => {
        const counter = await db.one<{ last_event_id: number }>(sql`SELECT last_event_id FROM counter`);
        const lastEventId = counter?.last_event_id ?? 0;
        const context = {
          db,
          directory: Directory.within(db),
          app,
          user,
          now: app.clock.now(),
          options,
          lastEventId,
        };
        const snapshot: Record<string, unknown> = {};
        for (const part of SNAPSHOT_PARTS)
          if (fetchTypes === undefined || part.types.some((type) => fetchTypes.includes(type)))
            Object.assign(snapshot, await part.read(context));
        return { lastEventId, snapshot };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
    const lifespanSeconds = params.queue_lifespan_secs || app.config.eventQueueLifespanSeconds;
    const queue = await app.events.open(
      user,
      registration,
      lastEventId,
      lifespanSeconds * 1000,
      call.clientName,
      options,
    );
    return { ...snapshot, ...VERSION_FIELDS, queue_id: queue.id, last_event_id: lastEventId };
  } finally {
    app.events.endRegistration(registration);
  }
}

function queueOptions(params: RegisterParameters): QueueOptions {
  const asked = params.client_capabilities ?? {};
  return {
    eventTypes: params.event_types ?? null,
    narrow: params.narrow ?? [],
    allPublicStreams: params.all_public_streams,
    applyMarkdown: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    slimPresence: params.slim_presence,
    includeSubscribers: params.include_subscribers !== false,
    capabilities: CAPABILITIES.filter((name) => asked[name] === true),
  };
}

/** `[operator, operand]` pairs or objects; accepts only operators that can be decided from one message. */
export function registrationNarrow(): Parameter<NarrowTerm[]> {
  return custom<NarrowTerm[]>({
    schema: Type.Array(Type.Unknown()),
    decode: (text, name) => {
      const value = parseJson(text);
      if (value === undefined) throw invalidVariable(name, 'is not valid JSON');
      return value;
    },
    check: (value, name) => {
      if (!Array.isArray(value) || value.length > 20) throw invalidVariable(name, 'is not a list of terms');
      return value.map((term) => {
        const known = filterTerm(readTerm(term, name));
        if (known === undefined) throw badNarrow(`a queue cannot be narrowed by ${JSON.stringify(term)}`);
        return known;
      });
    },
  });
}

function readTerm(term: unknown, name: string): NarrowTerm {
  const [operator, operand, negated] = Array.isArray(term)
    ? [term[0], term[1], false]
    : typeof term === 'object' && term !== null
      ? [
          (term as NarrowTerm).operator,
          (term as NarrowTerm).operand,
          (term as Partial<NarrowTerm>).negated === true,
        ]
      : [];
  if (typeof operator !== 'string' || (typeof operand !== 'string' && typeof operand !== 'number'))
    throw invalidVariable(name, 'has a term that is no pair of operator and operand');
  return { operator, operand, negated: negated ?? false };
}
