import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { visibleMessage } from '../../access/visibility.js';
import type { Account } from '../../users/account.js';
import { HISTORICAL_FLAGS } from '../flags/bits.js';
import { narrowCondition, reachesHistory } from '../narrow/conditions.js';
import type { ResolvedTerm } from '../narrow/resolve.js';
import { NEWEST, type Range } from './anchor.js';

type Reader = Pick<Account, 'id' | 'role'>;

/** A message of a narrow with the reader's flags. */
export interface Hit {
  id: number;
  flags: number;
}

export interface Page {
  /** Ascending. */
  hits: Hit[];
  anchor: number;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
}

/**
 * The messages of a narrow that the reader can see, as `FROM … WHERE …` with the columns `m.id` and `um.flags`. A
 * narrow that stays with what was received starts at the reader's own rows, which are few beside all messages.
 */
function matching(reader: Reader, terms: readonly ResolvedTerm[], language: string): SQL {
  const join = reachesHistory(terms)
    ? sql`message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${reader.id}::int`
    : sql`user_message um JOIN message m ON m.id = um.message_id`;
  const own = reachesHistory(terms) ? sql`true` : sql`um.user_id = ${reader.id}::int`;
  return sql`FROM ${join} WHERE ${own} AND ${narrowCondition(terms, reader.id, language)} AND ${visibleMessage(reader)}`;
}

const FLAGS = sql.raw(`coalesce(um.flags, ${HISTORICAL_FLAGS}) AS flags`);

/** A part of a narrow: so many messages before the anchor and after it, one query for both. */
export async function readPage(
  db: Queryable,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  range: Range,
  language: string,
): Promise<Page> {
  const from = matching(reader, terms, language);
  const anchor = range.anchor === 'first_unread' ? await firstUnread(db, from) : range.anchor;
  // Sorting by the column that the narrow starts at lets its index answer.
  const id = reachesHistory(terms) ? sql`m.id` : sql`um.message_id`;
  const parts: SQL[] = [];
  const before = (condition: SQL, limit: number) =>
    sql`(SELECT m.id, ${FLAGS} ${from} AND ${id} ${condition} ORDER BY ${id} DESC LIMIT ${limit}::int)`;
  const after = (condition: SQL, limit: number) =>
    sql`(SELECT m.id, ${FLAGS} ${from} AND ${id} ${condition} ORDER BY ${id} LIMIT ${limit}::int)`;
  if (range.before > 0 && anchor > 0) parts.push(before(sql`< ${anchor}::bigint`, range.before));
  if (range.includeAnchor && anchor < NEWEST) parts.push(after(sql`= ${anchor}::bigint`, 1));
  if (range.after > 0 && anchor < NEWEST) parts.push(after(sql`> ${anchor}::bigint`, range.after));
  const hits = parts.length === 0 ? [] : await db.rows<Hit>(sql`${sql.join(parts, sql` UNION ALL `)}`);
  hits.sort((a, b) => a.id - b.id);
  const count = (test: (id: number) => boolean) => hits.filter((hit) => test(hit.id)).length;
  return {
    hits,
    anchor,
    foundAnchor: count((id) => id === anchor) > 0,
    foundOldest: anchor === 0 || count((id) => id < anchor) < range.before,
    foundNewest: anchor >= NEWEST || count((id) => id > anchor) < range.after,
  };
}

async function firstUnread(db: Queryable, from: SQL): Promise<number> {
  const row = await db.one<{ id: number | null }>(sql`SELECT min(m.id) AS id ${from} AND um.flags & 1 = 0`);
  return row?.id ?? NEWEST;
}

/** Those of the messages that are visible, with flags, ascending; narrowed by terms. */
export function readHits(
  db: Queryable,
  reader: Reader,
  ids: readonly number[],
  terms: readonly ResolvedTerm[] = [],
  language = 'simple',
): Promise<Hit[]> {
  return db.rows<Hit>(sql`SELECT m.id, ${FLAGS}
    FROM message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${reader.id}::int
    WHERE m.id = ANY(${array(ids, 'int8')}) AND ${narrowCondition(terms, reader.id, language)}
      AND ${visibleMessage(reader)} ORDER BY m.id`);
}
