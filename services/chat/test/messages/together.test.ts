import { sql } from '@services/kit/db';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Joint } from '../../src/db/writer.js';
import { accountDeactivated } from '../../src/http/errors.js';
import type { Acted } from '../../src/http/route.js';
import { renderText } from '../../src/markdown/store.js';
import { answerOf, type Outgoing, type SendAnswer } from '../../src/messages/sending/outgoing.js';
import { send } from '../../src/messages/sending/send.js';
import { type ChannelRequest, sendTogether } from '../../src/messages/sending/together.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';

/**
 * Sends that wait together are written by one statement. Each plan runs twice, in channels of the same kind: once with
 * all sends at the same time, and once with one send after the other. Both runs must give the same result.
 */
let chat: Chat;
let users: TestUser[];
/** Sizes of the groups that contained more than one send. */
const together: number[] = [];

beforeAll(async () => {
  chat = await startChat();
  const owner = await chat.user({ name: 'Olga', role: ROLE.owner });
  users = [
    owner,
    await chat.user({ name: 'Ann' }),
    await chat.user({ name: 'Bob' }),
    await chat.user({ name: 'Gil', role: ROLE.guest }),
    await chat.user({ name: 'Robot', bot: true, ownerId: owner.id }),
    await chat.user({ name: 'Gone' }),
  ];
  const [, ann, bob, gil, , gone] = users as [TestUser, TestUser, TestUser, TestUser, TestUser, TestUser];
  await bob.client.ok('patch', '/settings', { automatically_follow_topics_policy: 3 });
  await gil.client.ok('patch', '/settings', { automatically_follow_topics_policy: 4 });
  await bob.client.ok('post', `/users/me/muted_users/${ann.id}`);
  await chat.db.run(
    sql`INSERT INTO alert_word (user_id, word) VALUES (${owner.id}, 'apple'), (${gil.id}, '(pear)')`,
  );
  await owner.client.ok('delete', `/users/${gone.id}`);
});
afterAll(() => chat.stop());

interface Message {
  sender: number;
  channel: 'open' | 'closed' | 'none';
  topic: string;
  content: string;
  read: boolean;
}
const message = fc.record<Message>({
  sender: fc.integer({ min: 0, max: 5 }),
  channel: fc.constantFrom('open', 'open', 'open', 'closed', 'none'),
  topic: fc.constantFrom('talk', 'Talk', 'TALK', 'other', '', 'x'.repeat(61)),
  content: fc.constantFrom('an **apple**', 'a (pear), an Apple', 'pineapple', '/me waves', '<b>'),
  read: fc.boolean(),
});

let made = 0;
/** Makes an open and a closed channel for one run; each run has the same subscribers. */
async function channels(): Promise<string> {
  const name = `run ${++made}`;
  for (const kind of ['open', 'closed'])
    await users[0]!.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: `${name} ${kind}` }],
      principals: users.slice(0, kind === 'open' ? 4 : 2).map((user) => user.id),
      invite_only: kind === 'closed',
      announce: false,
      send_new_subscription_messages: false,
    });
  return name;
}

async function request(name: string, { sender, channel, topic, content, read }: Message) {
  const account = (await chat.app.directory.account(users[sender]!.id))!;
  const outgoing: Omit<Outgoing, 'sender'> = {
    type: 'channel',
    to: `${name} ${channel}`,
    topic,
    content,
    rendered: await renderText(chat.app.directory, chat.db, account, content),
    client: 'test',
    readBySender: read,
  };
  const acted: Acted<ChannelRequest> = {
    request: { app: chat.app, outgoing },
    actor: async (tx) => {
      const actor = await tx.directory.account(account.id);
      if (!actor!.is_active) throw accountDeactivated();
      return actor!;
    },
  };
  return acted;
}

const counted: Joint<Acted<ChannelRequest>, SendAnswer>['kind'] = async (tx, requests) => {
  const outcomes = await sendTogether(tx, requests);
  together.push(outcomes.length);
  return outcomes;
};

function write(acted: Acted<ChannelRequest>, isJoint: boolean): Promise<SendAnswer> {
  const { app, outgoing } = acted.request;
  return app.write(
    async (tx) => answerOf(await send(app, tx, { ...outgoing, sender: await acted.actor(tx) })),
    isJoint ? { kind: counted, request: acted } : undefined,
  );
}

/** Returns all rows that a run stored; instead of its id, each message has its position. */
async function trace(name: string, answers: PromiseSettledResult<SendAnswer>[]) {
  const plain = (text: string) => text.replaceAll(name, 'run');
  const rows = await chat.db.rows<{ id: number; channel: string }>(sql`
    SELECT m.id, c.name AS channel, m.sender_id, m.topic, m.topic_key, m.content, m.rendered_content, m.client,
      m.is_me_message, m.search::text AS search,
      (SELECT array_agg(u.user_id || ':' || u.flags ORDER BY u.user_id) FROM user_message u WHERE u.message_id = m.id) AS flags
    FROM message m JOIN channel c ON c.id = m.channel_id WHERE c.name LIKE ${`${name} %`} ORDER BY m.id`);
  const place = new Map(rows.map(({ id }, index) => [id, index]));
  const topics = await chat.db.rows<{ channel: string; newest: number }>(sql`
    SELECT c.name AS channel, t.topic_key, t.name, t.max_message_id AS newest, t.message_count
    FROM topic t JOIN channel c ON c.id = t.channel_id WHERE c.name LIKE ${`${name} %`} ORDER BY 1, 2`);
  const policies = await chat.db.rows<{ channel: string }>(sql`
    SELECT c.name AS channel, u.user_id, u.topic_key, u.topic, u.visibility_policy
    FROM user_topic u JOIN channel c ON c.id = u.channel_id WHERE c.name LIKE ${`${name} %`} ORDER BY 1, 2, 3`);
  const first = await chat.db.rows<{ name: string; first: number | null; active: boolean }>(sql`
    SELECT name, first_message_id AS first, last_message_at IS NOT NULL AS active
    FROM channel WHERE name LIKE ${`${name} %`} ORDER BY 1`);
  const events = await chat.db.rows<{ body: string; audience: number[]; per_user: unknown }>(sql`
    SELECT e.body, e.audience, e.per_user, e.public_channel FROM event e JOIN channel c
      ON c.id = coalesce((e.body::jsonb -> 'message' ->> 'stream_id')::int, (e.body::jsonb ->> 'stream_id')::int)
    WHERE c.name LIKE ${`${name} %`} AND e.body::jsonb ->> 'type' IN ('message', 'user_topic', 'muted_topics')
    ORDER BY e.id`);
  const letters = await chat.db.rows<{ payload: { userId: number; fromMessageId: number } }>(
    sql`DELETE FROM kit_job WHERE kind = 'missed-messages' RETURNING payload`,
  );
  return {
    answers: answers.map((answer) =>
      answer.status === 'fulfilled'
        ? { ...answer.value, id: place.get(answer.value.id) }
        : plain((answer.reason as Error).message),
    ),
    rows: rows.map((row) => ({ ...row, id: place.get(row.id), channel: plain(row.channel) })),
    topics: topics.map((row) => ({ ...row, channel: plain(row.channel), newest: place.get(row.newest) })),
    policies: policies.map((row) => ({ ...row, channel: plain(row.channel) })),
    first: first.map((row) => ({ ...row, name: plain(row.name), first: place.get(row.first ?? -1) })),
    events: events.map(({ body, audience, ...rest }) => {
      const told = JSON.parse(plain(body)) as { message?: Record<string, unknown> } & Record<string, unknown>;
      if (told.message) {
        told.message.id = place.get(told.message.id as number);
        for (const field of ['stream_id', 'recipient_id', 'timestamp']) delete told.message[field];
      }
      for (const field of ['stream_id', 'last_updated']) delete told[field];
      return { told, audience: [...audience].sort((a, b) => a - b), ...rest };
    }),
    letters: letters
      .map(({ payload }) => [payload.userId, place.get(payload.fromMessageId)])
      .sort(([a], [b]) => a! - b!),
  };
}

test('many concurrent sends have the same result as sends one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 25 }), async (plan) => {
      await chat.db.run(sql`DELETE FROM kit_job WHERE kind = 'missed-messages'`);
      const atOnce = await channels();
      const requests = await Promise.all(plan.map((one) => request(atOnce, one)));
      const found = await trace(
        atOnce,
        await Promise.allSettled(requests.map((acted) => write(acted, true))),
      );
      const inTurn = await channels();
      const answers: PromiseSettledResult<SendAnswer>[] = [];
      for (const one of plan)
        answers.push(...(await Promise.allSettled([write(await request(inTurn, one), false)])));
      expect(found).toEqual(await trace(inTurn, answers));
    }),
    { numRuns: Math.ceil(fc.readConfigureGlobal().numRuns! / 5) },
  );
  expect(Math.max(...together)).toBeGreaterThan(5);
});
