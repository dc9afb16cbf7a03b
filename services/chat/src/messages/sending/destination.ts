import type { ChannelRef } from '../../channels/store.js';
import { badRequest } from '../../http/errors.js';

/** Decoded value of `to`. */
export type To = string | number | readonly string[] | readonly number[];

export type MessageType = 'direct' | 'private' | 'channel' | 'stream';

export const isChannelType = (type: MessageType): type is 'channel' | 'stream' =>
  type === 'channel' || type === 'stream';

/** People other than the sender. */
export const MAX_DIRECT_RECIPIENTS = 20;

/** People as named in a request: all by id or all by address. */
export type People = readonly number[] | readonly string[];

/** Returns the channel of a channel message. A list must contain exactly one channel. */
export function channelDestination(to: To): ChannelRef {
  const [first, ...others] = typeof to === 'object' ? to : [to];
  if (first === undefined || others.length > 0) throw badRequest('Expected exactly one channel');
  return typeof first === 'number' ? { id: first } : { name: first };
}

/** An empty list means a note to self. Text that is not JSON consists of addresses separated by commas. */
export function directDestination(to: To): People {
  const list: People = typeof to === 'object' ? to : typeof to === 'number' ? [to] : [to];
  const people = list.flatMap((who): (string | number)[] =>
    typeof who === 'number'
      ? [who]
      : who
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== ''),
  );
  return people as unknown as People;
}
