import type { Account } from '../users/account.js';

/** A user's visibility policies for a topic, by their numbers in the API. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type Policy = (typeof POLICY)[keyof typeof POLICY];

/**
 * Values of the two settings that change a policy automatically: when the user takes part in a topic, sends to it,
 * starts it, or never.
 */
const WHEN = { participates: 1, sends: 2, starts: 3, never: 4 } as const;

/** A user's action in a topic. Starting a topic counts as sending to it, and every action counts as taking part. */
export type Act = 'reacted' | 'sent' | 'started';

const COVERED: Readonly<Record<Act, readonly number[]>> = {
  reacted: [WHEN.participates],
  sent: [WHEN.participates, WHEN.sends],
  started: [WHEN.participates, WHEN.sends, WHEN.starts],
};

const FOLLOW_BY_DEFAULT = WHEN.participates;
const UNMUTE_BY_DEFAULT = WHEN.sends;

/**
 * Returns the user's policy after the act, by the user's settings; undefined if the act does not change it. An act
 * never lowers a policy. A topic that the user muted stays muted. An act only unmutes a topic if its channel is muted.
 */
export function policyAfter(
  act: Act,
  settings: Account['settings'],
  current: number | null,
  channelIsMuted: boolean,
): Policy | undefined {
  const now = current ?? POLICY.none;
  if (now === POLICY.muted || now === POLICY.followed) return undefined;
  const follow = Number(settings.automatically_follow_topics_policy ?? FOLLOW_BY_DEFAULT);
  if (COVERED[act].includes(follow)) return POLICY.followed;
  const unmute = Number(settings.automatically_unmute_topics_in_muted_streams_policy ?? UNMUTE_BY_DEFAULT);
  if (now === POLICY.none && channelIsMuted && COVERED[act].includes(unmute)) return POLICY.unmuted;
  return undefined;
}

/** Returns a mentioned user's policy after the mention; undefined if the mention does not change it. */
export function policyAfterMention(
  settings: Account['settings'],
  current: number | null,
): Policy | undefined {
  if (settings.automatically_follow_topics_where_mentioned === false) return undefined;
  const now = current ?? POLICY.none;
  return now === POLICY.muted || now === POLICY.followed ? undefined : POLICY.followed;
}
