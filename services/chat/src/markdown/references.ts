import { plainName } from './context.js';

/**
 * Names to which a source may refer, as they are written in the source. Names in code are included too: looking them
 * up is unnecessary, but harmless.
 */
export interface References {
  users: Set<string>;
  userIds: Set<number>;
  groups: Set<string>;
  channels: Set<string>;
  emoji: Set<string>;
}

const USER = /@_?\*\*([^*\n]{1,120})\*\*/g;
const GROUP = /@_?\*([^*\n]{1,120})\*/g;
const CHANNEL = /#\*\*([^*\n]{1,200})\*\*/g;
const EMOJI = /:([a-z0-9._+-]{1,100})(?=:)/g;

/**
 * The name of a channel may contain `>`, so `channel>topic` can be split in several ways; this is the maximum number
 * to try.
 */
const MAX_SPLITS = 5;

export function collectReferences(source: string): References {
  const found: References = {
    users: new Set(),
    userIds: new Set(),
    groups: new Set(),
    channels: new Set(),
    emoji: new Set(),
  };
  for (const [, text] of source.matchAll(USER)) {
    const { name, id } = splitMention(text!);
    found.users.add(plainName(text!));
    if (id !== undefined) {
      found.users.add(plainName(name));
      found.userIds.add(id);
    }
  }
  for (const [, text] of source.matchAll(GROUP)) found.groups.add(plainName(text!));
  for (const [, text] of source.matchAll(CHANNEL)) {
    for (const { channel } of channelSplits(text!)) found.channels.add(plainName(channel));
  }
  for (const [, name] of source.matchAll(EMOJI)) found.emoji.add(name!);
  return found;
}

/** Splits a mention such as `Name|12` into the name and the user's id. A bare name does not have an id. */
export function splitMention(text: string): { name: string; id?: number } {
  const match = /^(.*)\|([0-9]{1,15})$/.exec(text);
  return match === null ? { name: text } : { name: match[1]!, id: Number(match[2]) };
}

/**
 * Returns the ways to read `text` as a channel, or as a channel with a topic. The way with the longest channel name
 * comes first.
 */
export function channelSplits(text: string): { channel: string; topic?: string }[] {
  const splits: { channel: string; topic?: string }[] = [{ channel: text }];
  let at = text.lastIndexOf('>');
  while (at > 0 && splits.length <= MAX_SPLITS) {
    splits.push({ channel: text.slice(0, at), topic: text.slice(at + 1) });
    at = text.lastIndexOf('>', at - 1);
  }
  return splits;
}
