import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { channelHistory, knownChannel, visibleMessage } from '../../access/visibility.js';
import { topicKey } from '../../topics/topic.js';
import type { Account } from '../../users/account.js';
import { NarrowError, type Term } from './terms.js';

type Viewer = Pick<Account, 'id' | 'role'>;

/** A term with ids instead of names, from which SQL is built without further look-ups. */
export type ResolvedTerm = { negated: boolean } & (
  | {
      operator: 'channel';
      id: number;
      recipientId: number;
      /** The messages of the channel that the viewer can see (all or none), if that is known for the whole channel. */
      history?: ReturnType<typeof channelHistory>;
    }
  | { operator: 'sender' | 'id'; id: number }
  | { operator: 'channels'; operand: 'public' | 'web-public' | 'archived' }
  | { operator: 'topic'; key: string }
  | { operator: 'search'; query: string }
  /** Id of the conversation; undefined if these people have no conversation yet. */
  | { operator: 'dm'; recipientId: number | undefined }
  | { operator: 'dm-including' | 'group-pm-with'; people: number[] }
  | { operator: 'has' | 'in' | 'is'; operand: string }
);

/**
 * Looks up the channels, users and messages that the terms name. Throws NarrowError for an unknown user, and for a
 * channel that the viewer may not know of. Terms with `near` are removed, because they only move a client's view.
 */
export async function resolveNarrow(
  db: Queryable,
  viewer: Viewer,
  terms: readonly Term[],
  emptyTopicDisplayName: string,
): Promise<ResolvedTerm[]> {
  const resolved: ResolvedTerm[] = [];
  for (const term of terms) {
    const { negated, operator } = term;
    switch (operator) {
      case 'channel':
        resolved.push({ operator, negated, ...(await channelOf(db, viewer, term.operand)) });
        break;
      case 'sender':
        resolved.push({ operator, negated, id: await userId(db, viewer, term.operand) });
        break;
      case 'dm':
        resolved.push({ operator, negated, recipientId: await conversation(db, viewer, term.operand) });
        break;
      case 'dm-including':
      case 'group-pm-with':
        resolved.push({ operator, negated, people: await userIds(db, term.operand) });
        break;
      case 'topic':
        resolved.push({ operator, negated, key: topicOperandKey(term.operand, emptyTopicDisplayName) });
        break;
      case 'search':
        resolved.push({ operator, negated, query: term.operand });
        break;
      case 'id':
        resolved.push({ operator, negated, id: term.operand });
        break;
      case 'channels':
        resolved.push({ operator, negated, operand: term.operand });
        break;
      case 'has':
      case 'in':
      case 'is':
        resolved.push({ operator, negated, operand: term.operand });
        break;
    }
  }
  const anchors = terms.filter((term) => term.operator === 'with');
  if (anchors.length === 0) return resolved;
  if (anchors.length > 1) throw new NarrowError("Operator 'with' is given twice");
  return inConversationOf(db, viewer, anchors[0]!.operand as number, resolved);
}

/**
 * `with` names a message; the message's present conversation replaces the conversation that the other terms name. If
 * the message is deleted, or hidden from the viewer, the other terms stay as they are.
 */
async function inConversationOf(
  db: Queryable,
  viewer: Viewer,
  id: number,
  terms: ResolvedTerm[],
): Promise<ResolvedTerm[]> {
  const place = await db.one<{ channel_id: number | null; topic_key: string; recipient_id: number }>(sql`
    SELECT m.channel_id, m.topic_key, m.recipient_id FROM message m WHERE m.id = ${id} AND ${visibleMessage(viewer)}`);
  const isPlace = ({ operator, negated }: ResolvedTerm) =>
    !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm');
  if (place === undefined) {
    if (terms.some(isPlace)) return terms;
    throw new NarrowError(`Operand of 'with' is not a message that you can see`);
  }
  const others = terms.filter((term) => !isPlace(term));
  const recipientId = place.recipient_id;
  if (place.channel_id === null) return [{ operator: 'dm', recipientId, negated: false }, ...others];
  return [
    { operator: 'channel', id: place.channel_id, recipientId, negated: false },
    { operator: 'topic', key: place.topic_key, negated: false },
    ...others,
  ];
}

export function topicOperandKey(operand: string, emptyTopicDisplayName: string): string {
  const key = topicKey(operand.trim());
  return key === topicKey(emptyTopicDisplayName) ? '' : key;
}

async function channelOf(db: Queryable, viewer: Viewer, operand: string | number) {
  const found = await db.one<FoundChannel>(sql`
    SELECT c.id, c.recipient_id, c.invite_only, c.history_public_to_subscribers, EXISTS (SELECT FROM subscription s
      WHERE s.channel_id = c.id AND s.user_id = ${viewer.id}::int AND s.is_active) AS is_subscribed
    FROM channel c WHERE ${channelCalled(operand)} AND ${knownChannel(viewer)}`);
  if (found === undefined) throw new NarrowError(`Unknown channel '${operand}'`);
  const { id, recipient_id: recipientId } = found;
  return { id, recipientId, history: channelHistory(viewer, found, found.is_subscribed) };
}

interface FoundChannel {
  id: number;
  recipient_id: number;
  invite_only: boolean;
  history_public_to_subscribers: boolean;
  is_subscribed: boolean;
}

function channelCalled(operand: string | number): SQL {
  if (typeof operand === 'number') return sql`c.id = ${operand}::bigint`;
  return sql`c.name_key = ${topicKey(operand.trim())}`;
}

async function userId(db: Queryable, viewer: Viewer, operand: string | number): Promise<number> {
  if (operand === 'me') return viewer.id;
  const [id] = await userIds(db, typeof operand === 'number' ? [operand] : [operand]);
  return id!;
}

async function userIds(db: Queryable, operand: readonly string[] | readonly number[]): Promise<number[]> {
  if (operand.length === 0) return [];
  const names = operand.map((who) => (typeof who === 'string' ? who.toLowerCase() : who));
  const numbers = typeof names[0] === 'number';
  const rows = await db.rows<{ id: number; email_key: string }>(
    numbers
      ? sql`SELECT id, email_key FROM account WHERE id = ANY(${array(names, 'int8')})`
      : sql`SELECT id, email_key FROM account WHERE email_key = ANY(${array(names, 'text')})`,
  );
  const byName = new Map(rows.map((row) => [numbers ? row.id : row.email_key, row.id]));
  return [...new Set(names)].map((name) => {
    const id = byName.get(name);
    if (id === undefined) throw new NarrowError(`Unknown user '${name}'`);
    return id;
  });
}

async function conversation(db: Queryable, viewer: Viewer, operand: readonly string[] | readonly number[]) {
  const people = new Set([...(await userIds(db, operand)), viewer.id]);
  const key = [...people].sort((a, b) => a - b).join(',');
  return (await db.one<{ id: number }>(sql`SELECT id FROM recipient WHERE member_key = ${key}`))?.id;
}
