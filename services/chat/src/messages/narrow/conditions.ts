import { array, type SQL, sql } from '@services/kit/db';
import { RESOLVED_PREFIX } from '../../topics/topic.js';
import { ANY_MENTION, FLAG } from '../flags/bits.js';
import type { ResolvedTerm } from './resolve.js';
import { searchQuery } from './search.js';

/**
 * Returns one condition that is true for messages that match all terms, on `m` (message) and `um` (the viewer's row in
 * user_message, if there is one). The condition does not check that the viewer may see the message; `visibleMessage`
 * does.
 */
export function narrowCondition(terms: readonly ResolvedTerm[], viewerId: number, language: string): SQL {
  if (terms.length === 0) return sql`true`;
  const inTopic = terms.some(({ operator, negated }) => operator === 'topic' && !negated);
  return sql.join(
    terms.map((term) => {
      const condition = termCondition(term, viewerId, language, inTopic);
      return term.negated ? sql`NOT (${condition})` : sql`(${condition})`;
    }),
    sql` AND `,
  );
}

/**
 * Most narrows cover received messages only. These narrows also find messages in public history that the viewer did
 * not receive: a channel, one message, or all public channels.
 */
export function reachesHistory(terms: readonly ResolvedTerm[]): boolean {
  return terms.some(
    ({ operator, negated }) =>
      !negated && (operator === 'channel' || operator === 'channels' || operator === 'id'),
  );
}

/**
 * Returns the columns by which the messages of a narrow are sorted: the columns of the conversation's index, which
 * ends with the id. Each column before the id has the same value in all rows. But the condition on it is written as a
 * range (see `exactly`), so that only the conversation's index can return rows in this order. For an order by the id
 * alone, the planner would read all newer messages of all conversations to find the hundred newest of a quiet
 * conversation.
 */
export function narrowOrder(terms: readonly ResolvedTerm[]): SQL[] {
  const has = (operator: ResolvedTerm['operator']) =>
    terms.some((term) => term.operator === operator && !term.negated);
  if (has('channel') && has('topic')) return [sql`m.channel_id`, sql`m.topic_key`, sql`m.id`];
  if (has('channel') || has('dm')) return [sql`m.recipient_id`, sql`m.id`];
  // If rows are sorted by an index's first column, the planner uses that index.
  return [reachesHistory(terms) ? sql`m.id` : sql`um.message_id`];
}

/**
 * Returns an equality as a range, which the planner does not recognise as an equality. For a plain equality, the
 * planner would drop the column from the order.
 */
function exactly(column: 'channel_id' | 'recipient_id' | 'topic_key', value: number | string): SQL {
  const name = sql.raw(`m.${column}`);
  return sql`${name} >= ${value} AND ${name} <= ${value}`;
}

/**
 * Returns which messages of the narrow's channel the viewer can see: `all` or `none`; undefined if each message must
 * be checked.
 */
export function narrowHistory(terms: readonly ResolvedTerm[]): 'all' | 'none' | undefined {
  for (const term of terms)
    if (
      term.operator === 'channel' &&
      !term.negated &&
      term.history !== undefined &&
      term.history !== 'received'
    )
      return term.history;
  return undefined;
}

function termCondition(term: ResolvedTerm, viewerId: number, language: string, inTopic: boolean): SQL {
  switch (term.operator) {
    case 'channel':
      // Two indexes serve channels: (channel, topic, id) and (recipient, id). The column that the condition names
      // decides which of them PostgreSQL uses.
      return inTopic && !term.negated
        ? exactly('channel_id', term.id)
        : exactly('recipient_id', term.recipientId);
    case 'channels':
      return channelsCondition(term.operand);
    case 'topic':
      return sql`m.channel_id IS NOT NULL AND ${exactly('topic_key', term.key)}`;
    case 'sender':
      return sql`m.sender_id = ${term.id}`;
    case 'id':
      return sql`m.id = ${term.id}`;
    case 'dm':
      return term.recipientId === undefined ? sql`false` : exactly('recipient_id', term.recipientId);
    case 'dm-including':
      return sql`m.channel_id IS NULL AND ${includesAll(term.people)}`;
    case 'group-pm-with':
      return sql`m.channel_id IS NULL AND ${includesAll(term.people)}
        AND (SELECT count(*) FROM recipient_member rm WHERE rm.recipient_id = m.recipient_id) > 2`;
    case 'has':
      if (term.operand === 'reaction') return sql`EXISTS (SELECT FROM reaction r WHERE r.message_id = m.id)`;
      return sql`m.${sql.identifier(`has_${term.operand}`)}`;
    case 'in':
      return term.operand === 'all' ? sql`true` : sql`NOT ${isMuted(viewerId)}`;
    case 'is':
      return isCondition(term.operand, viewerId);
    case 'search':
      return sql`m.search @@ ${searchQuery(term.query, language)}`;
  }
}

function channelsCondition(operand: 'public' | 'web-public' | 'archived'): SQL {
  // Web-public channels do not exist in this service.
  if (operand === 'web-public') return sql`false`;
  const which = operand === 'public' ? sql`NOT c.invite_only` : sql`c.is_archived`;
  return sql`EXISTS (SELECT FROM channel c WHERE c.id = m.channel_id AND ${which})`;
}

function includesAll(people: readonly number[]): SQL {
  return sql`NOT EXISTS (SELECT FROM unnest(${array(people, 'int4')}) AS wanted(id) WHERE NOT EXISTS (
    SELECT FROM recipient_member rm WHERE rm.recipient_id = m.recipient_id AND rm.user_id = wanted.id))`;
}

/**
 * Returns a condition that is true for messages in muted topics, and in muted channels except in unmuted or followed
 * topics.
 */
function isMuted(viewerId: number): SQL {
  return sql`(m.channel_id IS NOT NULL AND coalesce(
    (SELECT CASE WHEN ut.visibility_policy = 0 THEN NULL ELSE ut.visibility_policy = 1 END FROM user_topic ut
      WHERE ut.user_id = ${viewerId} AND ut.channel_id = m.channel_id AND ut.topic_key = m.topic_key),
    (SELECT s.is_muted FROM subscription s WHERE s.user_id = ${viewerId} AND s.channel_id = m.channel_id AND s.is_active),
    false))`;
}

const hasFlag = (bits: number): SQL => sql`coalesce(um.flags & ${sql.raw(String(bits))} <> 0, false)`;

function isCondition(operand: string, viewerId: number): SQL {
  switch (operand) {
    case 'dm':
      return sql`m.channel_id IS NULL`;
    case 'unread':
      return sql`coalesce(um.flags & 1 = 0, false)`;
    case 'starred':
      return hasFlag(FLAG.starred);
    case 'mentioned':
      return hasFlag(ANY_MENTION);
    case 'alerted':
      return hasFlag(FLAG.has_alert_word);
    case 'resolved':
      return sql`m.channel_id IS NOT NULL AND starts_with(m.topic, ${RESOLVED_PREFIX})`;
    case 'followed':
      return sql`EXISTS (SELECT FROM user_topic ut WHERE ut.user_id = ${viewerId}
        AND ut.channel_id = m.channel_id AND ut.topic_key = m.topic_key AND ut.visibility_policy = 3)`;
    default:
      return isMuted(viewerId);
  }
}
