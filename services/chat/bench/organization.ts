import { type Database, sql } from '@services/kit/db';
import type { App } from '../src/app.js';
import { setUpOrganization } from '../src/organization/set-up.js';
import { sha256 } from '../src/users/credentials.js';

/** Number of accounts: `few` to measure `register`, `many` for the largest channel of the measurements. */
export const PEOPLE = { few: 1000, many: 5000 } as const;
export const CHANNELS = 100;
export const HISTORY = 100_000;

/** Derives the key of an account from its id, so that clients do not need a list of keys. */
export const addressOf = (id: number): string => `bench${id}@example.com`;
export const keyOf = (id: number): string => `benchkey${id}`.padEnd(32, 'x');

/** Value of the session cookie of the first person. */
export const COOKIE = 'benchcookie'.padEnd(43, 'x');

/** Channels of the organization, named after the measurement that uses the channel. */
export const CHANNEL = { small: 'small', long: 'long', large: 'large', thousand: 'thousand' } as const;

/**
 * Fills an empty database: people, channels of 10, 1,000 and 5,000 subscribers, and a channel with a long history.
 * Uses SQL, because sending the messages through the service would take longer than the measurements.
 */
export async function fill(app: App, db: Database): Promise<{ first: number }> {
  await app.write((tx) => setUpOrganization(app, tx, 'Bench'));
  const now = app.clock.now();
  const first = await addPeople(db, PEOPLE.few, now);
  const keys = Array.from({ length: PEOPLE.few }, (_, n) => first + n);
  for (const id of keys)
    await db.run(sql`INSERT INTO api_key (hash, user_id, created_at, used_at)
      VALUES (${sha256(keyOf(id))}, ${id}, ${now}, ${now})`);
  await db.run(sql`INSERT INTO cookie (hash, user_id, csrf, created_at, used_at)
    VALUES (${sha256(COOKIE)}, ${first}, 'benchcsrf', ${now}, ${now})`);
  for (const [name, subscribers] of [
    [CHANNEL.small, 10],
    [CHANNEL.long, 10],
    [CHANNEL.thousand, 1000],
    [CHANNEL.large, PEOPLE.few],
  ] as const)
    await channel(db, name, first, subscribers, now);
  for (let n = 4; n < CHANNELS; n++) await channel(db, `channel ${n}`, first, 10, now);
  await db.run(sql`INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content,
      rendered_content, client, sent_at)
    SELECT n, ${first}::int + n % 10, c.recipient_id, c.id, 'topic ' || n % 50, 'topic ' || n % 50,
      'message **' || n || '** of the history', '<p>message <strong>' || n || '</strong> of the history</p>', 'bench',
      ${now}::bigint - ${HISTORY}::int + n
    FROM channel c, generate_series(1, ${HISTORY}::int) n WHERE c.name = ${CHANNEL.long}`);
  await db.run(sql`INSERT INTO user_message (user_id, message_id, flags)
    SELECT ${first}::int + u, n, 1 FROM generate_series(1, ${HISTORY}::int) n, generate_series(0, 1) u`);
  await db.run(sql`UPDATE counter SET last_message_id = ${HISTORY}::int`);
  await db.run(sql`ANALYZE`);
  app.directory.forget();
  return { first };
}

/** Adds people to the organization, and subscribes them all to the largest channel. */
export async function grow(app: App, db: Database): Promise<void> {
  const now = app.clock.now();
  const first = await addPeople(db, PEOPLE.many - PEOPLE.few, now);
  await db.run(sql`INSERT INTO subscription (channel_id, user_id, color, subscribed_at)
    SELECT c.id, a.id, '#aabbcc', ${now}::bigint FROM channel c, account a
    WHERE c.name = ${CHANNEL.large} AND a.id >= ${first}::int`);
  await db.run(sql`ANALYZE`);
  app.directory.forget();
}

/** Returns the id of the first new account; the ids of the other accounts follow. */
async function addPeople(db: Database, count: number, now: number): Promise<number> {
  const row = await db.one<{ first: number }>(sql`WITH made AS (
    INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
    SELECT 'new' || n, 'new' || n, 'Person ' || n, 400, ${now}::bigint,
      '{"automatically_follow_topics_policy": 4, "enable_offline_email_notifications": false}'::jsonb
    FROM generate_series(1, ${count}::int) n RETURNING id) SELECT min(id) AS first FROM made`);
  await db.run(sql`UPDATE account SET email = 'bench' || id || '@example.com', email_key = 'bench' || id || '@example.com'
    WHERE email LIKE 'new%'`);
  return row!.first;
}

async function channel(
  db: Database,
  name: string,
  first: number,
  subscribers: number,
  now: number,
): Promise<void> {
  await db.run(sql`
    WITH r AS (INSERT INTO recipient (member_key) VALUES (NULL) RETURNING id),
    c AS (INSERT INTO channel (recipient_id, name, name_key, created_at) SELECT id, ${name}, ${name}, ${now}::bigint
      FROM r RETURNING id)
    INSERT INTO subscription (channel_id, user_id, color, subscribed_at)
    SELECT c.id, ${first}::int + n, '#aabbcc', ${now}::bigint FROM c, generate_series(0, ${subscribers - 1}::int) n`);
}
