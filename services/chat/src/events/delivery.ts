import { messageFor, type WideMessage } from '../messages/payload.js';
import type { EventBody, NumberedEvent } from './emit.js';
import { matchesNarrow } from './narrow-filter.js';
import type { EventQueue } from './queue.js';

/** Settings that change the form of events for all queues. */
export interface DeliverySettings {
  emptyTopicDisplayName: string;
  defaultAvatar(userId: number): string;
}

/**
 * True if the queue's client requested such events; the caller has already checked that the queue is in the audience.
 */
export function wants(queue: EventQueue, event: NumberedEvent): boolean {
  const { body } = event;
  const { eventTypes, narrow } = queue.options;
  if (eventTypes !== null && !eventTypes.includes(body.type)) return false;
  switch (body.type) {
    case 'message': {
      if (narrow.length === 0) return true;
      const flags = flagsFor(event, queue.userId);
      return matchesNarrow(body.message as WideMessage, flags, narrow);
    }
    case 'muted_topics':
      // The event `muted_topics` is only for clients that do not request its successor, `user_topic`.
      return eventTypes?.includes('user_topic') === false;
    case 'typing':
      return body.message_type !== 'stream' || queue.has('stream_typing_notifications');
    default:
      return true;
  }
}

const flagsFor = (event: NumberedEvent, userId: number): string[] =>
  (event.perUser?.[userId]?.flags as string[] | undefined) ?? [];

/**
 * JSON texts of events, each rendered once for all queues that need the same text. The texts of an event are freed
 * with the event.
 */
const texts = new WeakMap<NumberedEvent, Map<string, string>>();

/**
 * Returns the JSON texts of an event for the queue: one text, except for clients that want one event for each message.
 */
export function deliver(event: NumberedEvent, queue: EventQueue, settings: DeliverySettings): string[] {
  // Receivers of a message without a flag are not listed in `perUser`.
  const own = {
    ...(event.body.type === 'message' ? { flags: [] } : {}),
    ...event.perUser?.[queue.userId],
    ...event.perQueue?.[queue.id],
  };
  if (event.body.type === 'delete_message' && !queue.has('bulk_message_deletion'))
    return singleDeletions(event, queue, settings);
  const members = memberText(event, queue, settings);
  const ownText = JSON.stringify(own).slice(1, -1);
  return [`{${members}${ownText === '' ? '' : `,${ownText}`},"id":${event.id}}`];
}

/**
 * Returns the number of ids that an event needs. A deletion of several messages needs an id for each, because some
 * clients get a separate event for each message.
 */
export function idsNeeded(body: EventBody): number {
  return body.type === 'delete_message' && Array.isArray(body.message_ids)
    ? Math.max(1, body.message_ids.length)
    : 1;
}

function singleDeletions(event: NumberedEvent, queue: EventQueue, settings: DeliverySettings): string[] {
  const { message_ids, ...rest } = present(event.body, queue, settings) as EventBody & {
    message_ids: number[];
  };
  const first = event.id - message_ids.length + 1;
  return message_ids
    .map((message_id, index) => JSON.stringify({ ...rest, message_id, id: first + index }))
    .filter((_text, index) => first + index > queue.acknowledgedId);
}

function memberText(event: NumberedEvent, queue: EventQueue, settings: DeliverySettings): string {
  const { applyMarkdown, clientGravatar } = queue.options;
  const variant = [
    applyMarkdown,
    clientGravatar,
    queue.has('empty_topic_name') ? '' : settings.emptyTopicDisplayName,
    queue.has('notification_settings_null'),
    queue.has('simplified_presence_events') || queue.options.slimPresence,
    queue.options.includeSubscribers,
  ].join('|');
  const known = texts.get(event) ?? new Map<string, string>();
  texts.set(event, known);
  let text = known.get(variant);
  if (text === undefined) {
    text = JSON.stringify(present(event.body, queue, settings)).slice(1, -1);
    known.set(variant, text);
  }
  return text;
}

/** Converts an event's fields to the form that the client's options and capabilities require. */
function present(body: EventBody, queue: EventQueue, settings: DeliverySettings): EventBody {
  const named = (topic: unknown): unknown =>
    topic === '' && !queue.has('empty_topic_name') ? settings.emptyTopicDisplayName : topic;
  switch (body.type) {
    case 'message':
      return {
        ...body,
        message: messageFor(body.message as WideMessage, {
          applyMarkdown: queue.options.applyMarkdown,
          clientGravatar: queue.options.clientGravatar,
          allowEmptyTopicName: queue.has('empty_topic_name'),
          emptyTopicDisplayName: settings.emptyTopicDisplayName,
          defaultAvatar: settings.defaultAvatar,
        }),
      };
    case 'update_message':
      return renamed(body, ['orig_subject', 'subject'], named);
    case 'delete_message':
    case 'typing':
      return renamed(body, ['topic'], named);
    case 'user_topic':
      return renamed(body, ['topic_name'], named);
    case 'typing_edit_message':
      return { ...body, recipient: renamed(body.recipient as object, ['topic'], named) };
    case 'update_message_flags':
      return body.message_details === undefined
        ? body
        : {
            ...body,
            message_details: Object.fromEntries(
              Object.entries(body.message_details as object).map(([id, details]) => [
                id,
                renamed(details as object, ['topic'], named),
              ]),
            ),
          };
    case 'subscription':
      return presentSubscriptions(body, queue);
    case 'realm_user':
      return presentPerson(body, queue, settings);
    case 'presence':
      return presentPresence(body, queue);
    default:
      return body;
  }
}

function renamed<T extends object>(fields: T, names: string[], named: (topic: unknown) => unknown): T {
  const copy = { ...fields } as Record<string, unknown>;
  for (const name of names) if (name in copy) copy[name] = named(copy[name]);
  return copy as T;
}

function presentSubscriptions(body: EventBody, queue: EventQueue): EventBody {
  if (body.op !== 'add') return body;
  const subscriptions = (body.subscriptions as Record<string, unknown>[]).map((subscription) => {
    const copy = { ...subscription };
    if (!queue.options.includeSubscribers) delete copy.subscribers;
    if (!queue.has('notification_settings_null') && copy.wildcard_mentions_notify === null)
      copy.wildcard_mentions_notify = false;
    return copy;
  });
  return { ...body, subscriptions };
}

function presentPerson(body: EventBody, queue: EventQueue, settings: DeliverySettings): EventBody {
  const person = body.person as Record<string, unknown> | undefined;
  if (person === undefined || person.avatar_url !== null || queue.options.clientGravatar) return body;
  return { ...body, person: { ...person, avatar_url: settings.defaultAvatar(Number(person.user_id)) } };
}

/** Presence has an older and a newer form; each client gets one of them. */
function presentPresence(body: EventBody, queue: EventQueue): EventBody {
  const { presences, ...old } = body;
  if (!queue.has('simplified_presence_events') && !queue.options.slimPresence) return old as EventBody;
  return { type: body.type, presences };
}
