import { array, type Queryable, sql } from '@services/kit/db';
import type { Place } from '../http/route.js';
import type { Decision } from '../judge/index.js';
import { having, olderThan } from '../rows.js';

export type DataType = 'email' | 'sms' | 'phone';

export interface StoredCheck {
  requestId: string;
  userId: number;
  createdAt: number;
  dataType: DataType;
  isFraud: boolean;
  /** Score from 0 to 1, with 4 decimals. */
  confidenceScore: number;
  indicators: string[];
  decision: Decision;
  /** Label that the caller gave to the result, if any. */
  feedback?: 'fraud' | 'legitimate' | null;
}

export interface NewCheck extends StoredCheck {
  contentHash: Uint8Array;
  modelVersion: string;
}

export const CHECK_COLUMNS = sql`request_id as "requestId", checks.user_id as "userId",
  checks.created_at as "createdAt", data_type as "dataType", is_fraud as "isFraud",
  score::float8 / 10000 as "confidenceScore", indicators, checks.decision,
  (select label from feedback where feedback.request_id = checks.request_id) as feedback`;

/** Writes all rows in one statement, whose text is the same for any number of rows. */
export async function insertChecks(db: Queryable, checks: readonly NewCheck[]): Promise<void> {
  const column = (value: (check: NewCheck) => unknown, type: 'int4' | 'int8' | 'text' | 'bool' | 'bytea') =>
    array(checks.map(value), type);
  // The codes of each row are passed as one text, separated by commas, because PostgreSQL's arrays cannot have rows of
  // different lengths.
  await db.run(sql`
    insert into checks (request_id, user_id, created_at, data_type, is_fraud, score, indicators, content_hash,
      model_version, decision)
    select id, owner, at, kind, fraud, score, string_to_array(codes, ','), hash, model, decided
    from unnest(${column(({ requestId }) => requestId, 'text')}, ${column(({ userId }) => userId, 'int8')},
      ${column(({ createdAt }) => createdAt, 'int8')}, ${column(({ dataType }) => dataType, 'text')},
      ${column(({ isFraud }) => isFraud, 'bool')},
      ${column(({ confidenceScore }) => Math.round(confidenceScore * 10_000), 'int4')},
      ${column(({ indicators }) => indicators.join(','), 'text')},
      ${column(({ contentHash }) => contentHash, 'bytea')}, ${column(({ modelVersion }) => modelVersion, 'text')},
      ${column(({ decision }) => decision, 'text')})
      as given (id, owner, at, kind, fraud, score, codes, hash, model, decided)`);
}

/** Returns a result of the user; undefined if the user has no such result. */
export async function findCheck(
  db: Queryable,
  userId: number,
  requestId: string,
): Promise<StoredCheck | undefined> {
  return db.one<StoredCheck>(sql`
    select ${CHECK_COLUMNS} from checks where request_id = ${requestId} and user_id = ${userId}`);
}

/** Returns the caller's results that are older than the result with the id `cursor`, newest first. */
export async function listChecks(
  db: Queryable,
  userId: number,
  { cursor, decision, limit }: Place & { decision?: Decision | undefined },
): Promise<StoredCheck[]> {
  return db.rows<StoredCheck>(sql`
    select ${CHECK_COLUMNS} from checks where user_id = ${userId} ${olderThan(cursor, 'request_id')} ${having('decision', decision)}
    order by request_id desc limit ${limit}`);
}

/** Deletes at most `limit` results older than `before`; returns their number. */
export async function deleteChecksBefore(db: Queryable, before: number, limit: number): Promise<number> {
  return db.run(sql`
    delete from checks where request_id in
      (select request_id from checks where created_at < ${before} limit ${limit})`);
}

export async function deleteChecksOf(db: Queryable, userId: number): Promise<number> {
  return db.run(sql`delete from checks where user_id = ${userId}`);
}
