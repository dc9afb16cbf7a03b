/** The flags of a message for one user, as bits of `user_message.flags`. */
export const FLAG = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  stream_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  has_alert_word: 64,
  historical: 128,
} as const;

export type FlagName = keyof typeof FLAG;

/** Flags that clients may set and clear; only the server changes the others. */
export const CLIENT_FLAGS = ['read', 'starred', 'collapsed'] as const;
export type ClientFlag = (typeof CLIENT_FLAGS)[number];

/** Flags of a message that a reader finds in the public history, and never received. */
export const HISTORICAL_FLAGS = FLAG.read | FLAG.historical;

export const ANY_WILDCARD = FLAG.stream_wildcard_mentioned | FLAG.topic_wildcard_mentioned;
export const ANY_MENTION = FLAG.mentioned | ANY_WILDCARD;

/** Returns the names of the set bits. Clients before feature level 224 read the name `wildcard_mentioned`. */
export function flagNames(bits: number): string[] {
  const names: string[] = [];
  for (const name of Object.keys(FLAG) as FlagName[]) if (bits & FLAG[name]) names.push(name);
  if (bits & ANY_WILDCARD) names.push('wildcard_mentioned');
  return names;
}
