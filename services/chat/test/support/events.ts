import type { TestUser } from './chat.js';
import type { Answer } from './client.js';

/** Registers a queue; `next` returns the events since its last call. */
export async function listen(user: TestUser, eventTypes: string[], more: object = {}) {
  const registered = await user.client.ok('post', '/register', { event_types: eventTypes, ...more });
  let last = registered.last_event_id as number;
  return {
    registered,
    /** Returns the events since the last call, without ids. */
    async next(): Promise<Answer['body'][]> {
      const { events } = await user.client.ok('get', '/events', {
        queue_id: registered.queue_id,
        last_event_id: last,
        dont_block: true,
      });
      if (events.length > 0) last = events.at(-1).id;
      return events.map(({ id: _id, ...event }: Answer['body']) => event);
    },
  };
}

/** Returns the events that `act` causes in a queue of the user. */
export async function eventsOf(
  user: TestUser,
  eventTypes: string[],
  act: () => Promise<unknown>,
  more: object = {},
): Promise<Answer['body'][]> {
  const { next } = await listen(user, eventTypes, more);
  await act();
  return next();
}
