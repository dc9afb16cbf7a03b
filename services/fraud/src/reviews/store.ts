import { json, type Queryable, sql } from '@services/kit/db';
import { CHECK_COLUMNS, type StoredCheck } from '../checks/store.js';
import type { Place } from '../http/route.js';
import { olderThan } from '../rows.js';
import type { Sealed } from '../vault/envelope.js';

export type ReviewState = 'waiting' | 'decided' | 'all';

/** A check that a person should review, with the decision if there is one. */
export interface Review extends StoredCheck {
  outcome: 'allow' | 'block' | null;
  assignee: string | null;
  note: Sealed | null;
}

const SELECT = sql`
  select ${CHECK_COLUMNS}, check_reviews.decision as outcome, assignee, note
  from checks left join check_reviews using (request_id)`;

export async function listReviews(
  db: Queryable,
  userId: number,
  { cursor, state, limit }: Place & { state: ReviewState },
): Promise<Review[]> {
  const wanted = {
    all: sql``,
    decided: sql`and check_reviews.decision is not null`,
    waiting: sql`and check_reviews.decision is null`,
  }[state];
  return db.rows<Review>(sql`
    ${SELECT} where checks.user_id = ${userId} and checks.decision = 'review' ${olderThan(cursor, 'request_id')} ${wanted}
    order by request_id desc limit ${limit}`);
}

export async function findReview(
  db: Queryable,
  userId: number,
  requestId: string,
): Promise<Review | undefined> {
  return db.one<Review>(sql`
    ${SELECT} where request_id = ${requestId} and checks.user_id = ${userId} and checks.decision = 'review'`);
}

/** Claims or decides a review, in one statement. @returns false if the check does not wait for a review */
export async function decideReview(
  db: Queryable,
  userId: number,
  requestId: string,
  change: { decision: 'allow' | 'block' | null; assignee: string; note: Sealed | null; updatedAt: number },
): Promise<boolean> {
  const { decision, assignee, note, updatedAt } = change;
  const rows = await db.run(sql`
    insert into check_reviews (request_id, user_id, decision, assignee, note, updated_at)
    select request_id, user_id, ${decision}, ${assignee}, ${note && json(note)}, ${updatedAt} from checks
    where request_id = ${requestId} and user_id = ${userId} and decision = 'review'
    on conflict (request_id) do update set decision = excluded.decision, assignee = excluded.assignee,
      note = coalesce(excluded.note, check_reviews.note), updated_at = excluded.updated_at
    where check_reviews.decision is null`);
  return rows > 0;
}
