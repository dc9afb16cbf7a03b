import { type Queryable, type SQL, sql } from '@services/kit/db';
import { topicKey } from '../../topics/topic.js';
import { visibleChannel, type Viewer, visibleMessage } from '../../access/visibility.js';
import { NarrowError, type Term } from './terms.js';

/** A term whose names are ids: what is left can be said in SQL without asking anything. */
export type ResolvedTerm = { negated: boolean } & (
  | { operator: 'channel' | 'sender' | 'id'; id: number }
  | { operator: 'channels'; operand: 'public' | 'web-public' | 'archived' }
  | { operator: 'topic'; key: string }
  | { operator: 'search'; query: string }
  /** Ids of all people of the conversation, ascending, the viewer included. */
  | { operator: 'dm'; people: number[] }
  | { operator: 'dm-including' | 'group-pm-with'; people: number[] }
  | { operator: 'has' | 'in' | 'is'; operand: string }
);

/**
 * Looks up what the terms name. A channel that the viewer may not know of and an unknown user are NarrowErrors, so
 * that a narrow tells nothing of what exists. `near` only moves a client's view and drops out here.
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
        resolved.push({ operator, negated, id: await channelId(db, viewer, term.operand) });
        break;
      case 'sender':
        resolved.push({ operator, negated, id: await userId(db, viewer, term.operand) });
        break;
      case 'dm':
        resolved.push({ operator, negated, people: conversation(await userIds(db, term.operand), viewer) });
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
 * `with` follows a message to where it is now: its conversation replaces the one that the other terms name. A
 * message that is gone or hidden leaves those terms in force.
 */
async function inConversationOf(
  db: Queryable,
  viewer: Viewer,
  id: number,
  terms: ResolvedTerm[],
): Promise<ResolvedTerm[]> {
  const place = await db.one<{ channel_id: number | null; topic_key: string; people: number[] }>(sql`
    SELECT m.channel_id, m.topic_key,
      ARRAY(SELECT rm.user_id FROM recipient_member rm WHERE rm.recipient_id = m.recipient_id ORDER BY 1) AS people
    FROM message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${viewer.id}
    WHERE m.id = ${id} AND ${visibleMessage(viewer)}`);
  const isPlace = ({ operator, negated }: ResolvedTerm) =>
    !negated && (operator === 'channel' || operator === 'topic' || operator === 'dm');
  if (place === undefined) {
    if (terms.some(isPlace)) return terms;
    throw new NarrowError(`Operand of 'with' is not a message that you can see`);
  }
  const others = terms.filter((term) => !isPlace(term));
  if (place.channel_id === null) return [{ operator: 'dm', people: place.people, negated: false }, ...others];
  return [
    { operator: 'channel', id: place.channel_id, negated: false },
    { operator: 'topic', key: place.topic_key, negated: false },
    ...others,
  ];
}

export function topicOperandKey(operand: string, emptyTopicDisplayName: string): string {
  const key = topicKey(operand.trim());
  return key === topicKey(emptyTopicDisplayName) ? '' : key;
}

async function channelId(db: Queryable, viewer: Viewer, operand: string | number): Promise<number> {
  const found = await db.one<{ id: number }>(
    sql`SELECT c.id FROM channel c WHERE ${channelCalled(operand)} AND ${visibleChannel(viewer)}`,
  );
  if (found === undefined) throw new NarrowError(`Unknown channel '${operand}'`);
  return found.id;
}

function channelCalled(operand: string | number): SQL {
  if (typeof operand === 'number') return sql`c.id = ${operand}`;
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
      ? sql`SELECT id, email_key FROM account WHERE id = ANY(${sql.param(names)}::int[])`
      : sql`SELECT id, email_key FROM account WHERE email_key = ANY(${sql.param(names)}::text[])`,
  );
  const byName = new Map(rows.map((row) => [numbers ? row.id : row.email_key, row.id]));
  return [...new Set(names)].map((name) => {
    const id = byName.get(name);
    if (id === undefined) throw new NarrowError(`Unknown user '${name}'`);
    return id;
  });
}

function conversation(people: readonly number[], viewer: Viewer): number[] {
  return [...new Set([...people, viewer.id])].sort((a, b) => a - b);
}
