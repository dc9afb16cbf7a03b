import { topicKey } from '../places/conversation.js';
import { session } from '../session.svelte.js';

export interface Tallies {
  /** Number of unread messages; muted messages do not count. */
  total: number;
  /**
   * Returns the number of unread messages of a channel. Muted messages do not count, unless the channel itself is
   * muted.
   */
  channel(id: number): number;
  topic(channelId: number, topic: string): number;
}

export function tallies(): Tallies {
  const { unread, channels } = session.team;
  const { counts } = unread;
  const byChannel = new Map<number, number>();
  let total = 0;
  for (const [key, count] of counts) {
    if (!key.startsWith('c:')) {
      total += count;
      continue;
    }
    const id = Number(key.split(':')[1]);
    const isMuted = channels.isTopicMuted(id, unread.topicOf(key));
    if (!isMuted) total += count;
    if (!isMuted || channels.all.get(id)?.is_muted) byChannel.set(id, (byChannel.get(id) ?? 0) + count);
  }
  return {
    total,
    channel: (id) => byChannel.get(id) ?? 0,
    topic: (channelId, topic) => counts.get(topicKey(channelId, topic)) ?? 0,
  };
}
