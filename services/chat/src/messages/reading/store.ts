import { array, type Queryable, type SQL, sql } from '@services/kit/db';
import { visibleMessage } from '../../access/visibility.js';
import type { Account } from '../../users/account.js';
import { HISTORICAL_FLAGS } from '../flags/bits.js';
import { narrowCondition, narrowHistory, narrowOrder, reachesHistory } from '../narrow/conditions.js';
import type { ResolvedTerm } from '../narrow/resolve.js';
import { NEWEST, type Range } from './anchor.js';

type Reader = Pick<Account, 'id' | 'role'>;

/** A message of a narrow, with its flags for the reader. */
export interface Hit {
  id: number;
  flags: number;
}

export interface Page {
  /** Hits in ascending order of their ids. */
  hits: Hit[];
  anchor: number;
  foundAnchor: boolean;
  foundOldest: boolean;
  foundNewest: boolean;
}

/**
 * Selects the messages of a narrow that the reader can see, as `FROM … WHERE …` with the columns `m.id` and
 * `um.flags`. For a narrow of received messages, the query starts at the reader's rows of `user_message`, which are
 * few compared with all messages.
 */
function matching(reader: Reader, terms: readonly ResolvedTerm[], language: string): SQL {
  const join = reachesHistory(terms)
    ? sql`message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${reader.id}::int`
    : sql`user_message um JOIN message m ON m.id = um.message_id`;
  const own = reachesHistory(terms) ? sql`true` : sql`um.user_id = ${reader.id}::int`;
  return sql`FROM ${join} WHERE ${own} AND ${narrowCondition(terms, reader.id, language)} AND ${visible(reader, terms)}`;
}

/**
 * Returns a condition on the messages that the reader can see. In most narrows all or none of a channel's messages are
 * visible, so that single messages need no check.
 */
function visible(reader: Reader, terms: readonly ResolvedTerm[]): SQL {
  const history = narrowHistory(terms);
  return history === undefined ? visibleMessage(reader) : history === 'all' ? sql`true` : sql`false`;
}

const FLAGS = sql.raw(`coalesce(um.flags, ${HISTORICAL_FLAGS}) AS flags`);

/** A query for a part of a narrow. */
export interface Selection {
  /** Rows of `Hit`; undefined if the range is empty. */
  query: SQL | undefined;
  anchor: number;
}

/** Selects a part of a narrow, before and after the anchor, in one query. */
export async function selectPage(
  db: Queryable,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  range: Range,
  language: string,
): Promise<Selection> {
  const from = matching(reader, terms, language);
  const anchor = range.anchor === 'first_unread' ? await firstUnread(db, from) : range.anchor;
  const columns = narrowOrder(terms);
  const id = columns.at(-1)!;
  const ascending = sql.join(columns, sql`, `);
  const descending = sql`${sql.join(columns, sql` DESC, `)} DESC`;
  const parts: SQL[] = [];
  const before = (condition: SQL, limit: number) =>
    sql`(SELECT m.id, ${FLAGS} ${from} AND ${id} ${condition} ORDER BY ${descending} LIMIT ${limit}::int)`;
  const after = (condition: SQL, limit: number) =>
    sql`(SELECT m.id, ${FLAGS} ${from} AND ${id} ${condition} ORDER BY ${ascending} LIMIT ${limit}::int)`;
  if (range.before > 0 && anchor > 0) parts.push(before(sql`< ${anchor}::bigint`, range.before));
  if (range.includeAnchor && anchor < NEWEST) parts.push(after(sql`= ${anchor}::bigint`, 1));
  if (range.after > 0 && anchor < NEWEST) parts.push(after(sql`> ${anchor}::bigint`, range.after));
  return { query: parts.length === 0 ? undefined : sql`${sql.join(parts, sql` UNION ALL `)}`, anchor };
}

/** Returns the position of the page, whose messages have these ids, in its narrow. */
export function placeOf(ids: readonly number[], anchor: number, range: Range): Omit<Page, 'hits'> {
  const count = (test: (id: number) => boolean) => ids.filter(test).length;
  return {
    anchor,
    foundAnchor: ids.includes(anchor),
    foundOldest: anchor === 0 || count((id) => id < anchor) < range.before,
    foundNewest: anchor >= NEWEST || count((id) => id > anchor) < range.after,
  };
}

export async function readPage(
  db: Queryable,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  range: Range,
  language: string,
): Promise<Page> {
  const { query, anchor } = await selectPage(db, reader, terms, range, language);
  const hits = query === undefined ? [] : await db.rows<Hit>(query);
  hits.sort((a, b) => a.id - b.id);
  const ids = hits.map((hit) => hit.id);
  return { hits, ...placeOf(ids, anchor, range) };
}

async function firstUnread(db: Queryable, from: SQL): Promise<number> {
  const row = await db.one<{ id: number | null }>(sql`SELECT min(m.id) AS id ${from} AND um.flags & 1 = 0`);
  return row?.id ?? NEWEST;
}

/** Returns the query for those of the given messages that are visible to the reader and match the terms. */
export function selectHits(
  reader: Reader,
  ids: readonly number[],
  terms: readonly ResolvedTerm[] = [],
  language = 'simple',
): SQL {
  return sql`SELECT m.id, ${FLAGS}
    FROM message m LEFT JOIN user_message um ON um.message_id = m.id AND um.user_id = ${reader.id}::int
    WHERE m.id = ANY(${array(ids, 'int8')}) AND ${narrowCondition(terms, reader.id, language)}
      AND ${visible(reader, terms)}`;
}
