import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import {
  canSee,
  narrowed,
  type OracleMessage,
  type OraclePerson,
  type OracleWorld,
} from './narrow-oracle.js';

const TOPICS = ['alpha', 'Beta', '✔ alpha', 'gamma ray'];
const WORDS = ['apple', 'banana', 'cherry', 'date'];
const MESSAGES = 45;

/** Random numbers with a fixed seed, so that a failure can be reproduced. */
function choices(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 0x1000000;
  };
  return {
    one: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    chance: (share: number) => next() < share,
  };
}

let chat: Chat;
let users: TestUser[];
let people: OraclePerson[];
const world: OracleWorld = {
  people: [],
  channels: [],
  messages: [],
  mutedChannels: new Set(),
  topicPolicies: new Map(),
};

beforeAll(async () => {
  chat = await startChat();
  const pick = choices(7);
  users = [await chat.user({ role: ROLE.owner, name: 'P0' })];
  for (let n = 1; n < 5; n++)
    users.push(await chat.user({ name: `P${n}`, role: n >= 3 ? ROLE.guest : ROLE.member }));
  people = users.map((user) => ({ id: user.id, email: user.email, isGuest: user.role === ROLE.guest }));
  world.people = people;
  // Only the test sets policies; sends do not change them.
  for (const user of users)
    await user.client.ok('patch', '/settings', {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 4,
      automatically_follow_topics_where_mentioned: false,
    });
  const owner = users[0]!;
  for (const [name, isPrivate, publicHistory] of [
    ['open', false, true],
    ['closed', true, true],
    ['protected', true, false],
  ] as const) {
    const subscribers = new Set([owner.id, ...users.filter(() => pick.chance(0.6)).map((user) => user.id)]);
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [...subscribers],
      send_new_subscription_messages: false,
      invite_only: isPrivate,
      history_public_to_subscribers: publicHistory,
    });
    const { stream_id: id } = await owner.client.ok('get', '/get_stream_id', { stream: name });
    world.channels.push({ id, name, isPrivate, publicHistory, subscribers });
  }
  for (let n = 0; n < MESSAGES; n++) {
    await sendOne(pick);
    if (n % 10 === 9) await resubscribe(pick);
  }
  await setMarks(pick);
});
afterAll(() => chat.stop());

type Pick = ReturnType<typeof choices>;

async function sendOne(pick: Pick): Promise<void> {
  const channel = pick.chance(0.7) ? pick.one(world.channels) : undefined;
  const sender = pick.one(users.filter((user) => channel === undefined || channel.subscribers.has(user.id)));
  const named = pick.one(users);
  const mention = pick.chance(0.3) ? ` @**P${users.indexOf(named)}**` : '';
  const hasLink = pick.chance(0.3);
  const text = `${pick.one(WORDS)} ${pick.one(WORDS)}`;
  const content = `${text}${mention}${hasLink ? ' https://example.com/' : ''}`;
  const topic = channel === undefined ? '' : pick.one(TOPICS);
  const others = users.filter((user) => user !== sender && pick.chance(0.4)).map((user) => user.id);
  const { id } = await sender.client.ok('post', '/messages', {
    type: channel === undefined ? 'direct' : 'channel',
    to: channel === undefined ? others : channel.name,
    topic,
    content,
    read_by_sender: true,
  });
  const talkers = channel === undefined ? [...new Set([sender.id, ...others])] : [];
  const received = new Set(channel === undefined ? talkers : channel.subscribers);
  const flags = new Map(
    [...received].map((user) => {
      const own = new Set<string>();
      if (user === sender.id) own.add('read');
      if (mention !== '' && user === named.id) own.add('mentioned');
      return [user, own];
    }),
  );
  world.messages.push({
    id,
    sender: sender.id,
    channel,
    topic,
    people: talkers,
    text,
    hasLink,
    reacted: false,
    received,
    flags,
  });
}

async function resubscribe(pick: Pick): Promise<void> {
  const owner = users[0]!;
  const channel = pick.one(world.channels);
  const user = pick.one(users.slice(1));
  const params = { principals: [user.id], send_new_subscription_messages: false };
  if (channel.subscribers.delete(user.id))
    await owner.client.ok('delete', '/users/me/subscriptions', {
      subscriptions: [channel.name],
      principals: [user.id],
    });
  else {
    channel.subscribers.add(user.id);
    await owner.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: channel.name }],
      ...params,
    });
  }
}

async function setMarks(pick: Pick): Promise<void> {
  for (const user of users) {
    const person = people.find(({ id }) => id === user.id)!;
    for (const message of world.messages) {
      if (!canSee(person, message) || !pick.chance(0.3)) continue;
      const flag = pick.one(['read', 'starred']);
      await user.client.ok('post', '/messages/flags', { messages: [message.id], op: 'add', flag });
      const own = message.flags.get(user.id);
      if (own !== undefined) own.add(flag);
      else if (flag === 'starred') message.flags.set(user.id, new Set(['read', 'starred', 'historical']));
    }
    const own = world.channels.filter((channel) => channel.subscribers.has(user.id));
    if (own.length === 0) continue;
    const muted = pick.one(own);
    world.mutedChannels.add(`${user.id}:${muted.id}`);
    await user.client.ok('post', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id: muted.id, property: 'is_muted', value: true }],
    });
    for (const policy of [1, 2, 3]) {
      const channel = pick.one(own);
      const topic = pick.one(TOPICS);
      world.topicPolicies.set(`${user.id}:${channel.id}:${topic.toLowerCase()}`, policy);
      await user.client.ok('post', '/user_topics', {
        stream_id: channel.id,
        topic,
        visibility_policy: policy,
      });
    }
  }
  for (const message of world.messages.filter(() => pick.chance(0.2))) {
    const user = users.find((one) => one.id === message.sender)!;
    if (!canSee(people.find(({ id }) => id === user.id)!, message)) continue;
    await user.client.ok('post', `/messages/${message.id}/reactions`, { emoji_name: 'tada' });
    message.reacted = true;
  }
}

async function fetchIds(user: TestUser, narrow: unknown[]): Promise<number[]> {
  const { messages } = await user.client.ok('get', '/messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    narrow,
  });
  return messages.map((message: { id: number }) => message.id);
}

const asRaw = ([operator, operand, negated]: [string, unknown, boolean?]) =>
  negated ? { operator, operand, negated } : [operator, operand];

/** Ways to read a message's content. Each returns true if the user gets the content. */
const WAYS: Record<string, (user: TestUser, id: number) => Promise<boolean>> = {
  'a single message': async (user, id) => (await user.client.get(`/messages/${id}`)).status === 200,
  'a list by ids': async (user, id) =>
    (await user.client.ok('get', '/messages', { message_ids: [id] })).messages.length === 1,
  'a narrow by id': async (user, id) => (await fetchIds(user, [['id', id]])).includes(id),
  history: async (user, id) => (await user.client.get(`/messages/${id}/history`)).status === 200,
  'matches of a narrow': async (user, id) =>
    String(id) in
    (await user.client.ok('get', '/messages/matches_narrow', { msg_ids: [id], narrow: [['in', 'all']] }))
      .messages,
  'the conversation with a message': async (user, id) =>
    (await user.client.get('/messages', { anchor: id, num_before: 0, num_after: 0, narrow: [['with', id]] }))
      .status === 200,
  flags: async (user, id) =>
    (await user.client.post('/messages/flags', { messages: [id], op: 'remove', flag: 'collapsed' }))
      .status === 200,
  reactions: async (user, id) =>
    (await user.client.delete(`/messages/${id}/reactions`, { emoji_name: 'heart' })).body.code ===
    'REACTION_DOES_NOT_EXIST',
  editing: async (user, id) =>
    (
      await user.client.patch(`/messages/${id}`, {
        topic: 'x',
        propagate_mode: 'change_one',
        content: 'y',
        prev_content_sha256: 'no',
      })
    ).body.msg !== 'Invalid message(s)',
};

describe('visibility', () => {
  it.each(Object.keys(WAYS))('%s shows exactly what the rules let each user see', async (way) => {
    for (const [index, user] of users.entries())
      for (const message of world.messages.filter((_, number) => (number + index) % 2 === 0)) {
        const expected = canSee(people[index]!, message);
        expect([way, user.id, message.id, await WAYS[way]!(user, message.id)]).toEqual([
          way,
          user.id,
          message.id,
          expected,
        ]);
      }
  });

  it('lists of topics contain the topics of visible messages only', async () => {
    for (const [index, user] of users.entries())
      for (const channel of world.channels) {
        const seen = new Map<string, OracleMessage>();
        for (const message of world.messages)
          if (message.channel === channel && canSee(people[index]!, message))
            seen.set(message.topic, message);
        const expected = [...seen]
          .map(([name, { id }]) => ({ name, max_id: id }))
          .sort((a, b) => b.max_id - a.max_id);
        const { status, body } = await user.client.get(`/users/me/${channel.id}/topics`);
        if (status === 200) expect(body.topics).toEqual(expected);
        else expect(expected).toEqual([]);
      }
  });
});

describe('narrows', () => {
  const term = (): fc.Arbitrary<[string, unknown, boolean?]> => {
    const id = fc.constantFrom(...people.map((person) => person.id));
    const positive = fc.oneof(
      fc.tuple(fc.constant('topic'), fc.constantFrom(...TOPICS, 'ALPHA')),
      fc.tuple(fc.constant('sender'), fc.oneof(id, fc.constant('me'))),
      fc.tuple(fc.constant('dm'), fc.uniqueArray(id, { maxLength: 3 })),
      fc.tuple(fc.constant('dm-including'), fc.uniqueArray(id, { minLength: 1, maxLength: 2 })),
      fc.tuple(fc.constant('has'), fc.constantFrom('link', 'reaction')),
      fc.tuple(fc.constant('in'), fc.constantFrom('home', 'all')),
      fc.tuple(
        fc.constant('is'),
        fc.constantFrom('dm', 'unread', 'starred', 'mentioned', 'resolved', 'followed', 'muted'),
      ),
      fc.tuple(
        fc.constant('search'),
        fc.subarray(WORDS, { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
      ),
      fc.tuple(fc.constant('channels'), fc.constant('public')),
      fc.tuple(fc.constant('channel'), fc.constantFrom('open', world.channels[0]!.id)),
    );
    return fc
      .tuple(positive, fc.boolean())
      .map(([[operator, operand], negated]) => [operator, operand, negated]);
  };

  it('have the same messages as a naive filter, for random terms and users', async () => {
    const member = fc.constantFrom(...users.filter((user) => user.role !== ROLE.guest).keys());
    await fc.assert(
      fc.asyncProperty(member, fc.array(term(), { maxLength: 3 }), async (index, terms) => {
        const expected = narrowed(world, people[index]!, terms);
        expect(await fetchIds(users[index]!, terms.map(asRaw))).toEqual(expected);
      }),
      { numRuns: 120 },
    );
  });

  it('have the same messages around an anchor as a naive model', async () => {
    const all = world.messages.map((message) => message.id);
    const anchor = fc.oneof(
      fc.constantFrom(...all),
      fc.constantFrom('newest', 'oldest'),
      fc.nat(all.at(-1)! + 5),
    );
    await fc.assert(
      fc.asyncProperty(anchor, fc.nat(6), fc.nat(6), fc.boolean(), async (at, before, after, include) => {
        const ids = narrowed(world, people[1]!, [['channel', 'open']]);
        const number = at === 'newest' ? 1e16 : at === 'oldest' ? 0 : Number(at);
        const older = ids.filter((id) => id < number);
        const newer = ids.filter((id) => id > number);
        const expected = [
          ...(before === 0 ? [] : older.slice(-before)),
          ...(include ? ids.filter((id) => id === number) : []),
          ...newer.slice(0, after),
        ];
        const answer = await users[1]!.client.ok('get', '/messages', {
          anchor: at,
          num_before: before,
          num_after: after,
          include_anchor: include,
          narrow: [['stream', 'open']],
        });
        expect(answer.messages.map((message: { id: number }) => message.id)).toEqual(expected);
        expect(answer.anchor).toBe(number);
        expect(answer.found_anchor).toBe(include && ids.includes(number));
        if (answer.found_oldest) expect(older.length).toBeLessThanOrEqual(before);
        else expect(older.length).toBeGreaterThanOrEqual(before);
        if (answer.found_newest) expect(newer.length).toBeLessThanOrEqual(after);
        else expect(newer.length).toBeGreaterThanOrEqual(after);
      }),
      { numRuns: 60 },
    );
  });

  it('start at the first unread message, or at the end if all are read', async () => {
    for (const [index, user] of users.entries()) {
      const expected = narrowed(world, people[index]!, [['is', 'unread']])[0] ?? 1e16;
      for (const params of [{ anchor: 'first_unread' }, { anchor: 0, use_first_unread_anchor: true }]) {
        const answer = await user.client.ok('get', '/messages', {
          ...params,
          num_before: 1,
          num_after: 0,
          narrow: '[]',
        });
        expect(answer.anchor).toBe(expected);
      }
    }
  });

  it.each([
    ['an unknown operator', [['color', 'red']]],
    ['an unknown channel', [['channel', 'nowhere']]],
    ['an unknown user', [['sender', 'who@example.com']]],
    ['an unknown user id', [['dm', [4_000_000_000]]]],
    ['a channel of another kind of id', [['channel', 4_000_000_000]]],
    ['a conversation with a message that is not there', [['with', 4_000_000_000]]],
  ])('BAD_NARROW for %s', async (_what, narrow) => {
    const { status, body } = await users[1]!.client.get('/messages', {
      anchor: 0,
      num_before: 0,
      num_after: 1,
      narrow,
    });
    expect([status, body.code]).toEqual([400, 'BAD_NARROW']);
  });

  it('give the same BAD_NARROW for a private channel and for an unknown channel', async () => {
    const outsider = await chat.user();
    const ask = async (name: string) =>
      (
        await outsider.client.get('/messages', {
          anchor: 0,
          num_before: 0,
          num_after: 1,
          narrow: [['channel', name]],
        })
      ).body;
    const hidden = await ask('closed');
    const missing = await ask('nothin');
    expect(hidden.code).toBe('BAD_NARROW');
    expect(hidden.msg.replace('closed', '')).toBe(missing.msg.replace('nothin', ''));
  });

  it.each([
    [{ anchor: -1, num_before: 0, num_after: 0 }, 'REQUEST_VARIABLE_INVALID'],
    [{ anchor: 'tomorrow', num_before: 0, num_after: 0 }, 'REQUEST_VARIABLE_INVALID'],
    [{ anchor: 0, num_before: 5000, num_after: 1 }, 'REQUEST_VARIABLE_INVALID'],
    [{ anchor: 0, num_before: 1 }, 'REQUEST_VARIABLE_MISSING'],
    [{ num_before: 1, num_after: 1 }, 'REQUEST_VARIABLE_MISSING'],
    [{ anchor: 0, num_before: 1, num_after: 1, narrow: '{' }, 'REQUEST_VARIABLE_INVALID'],
  ])('are refused with %j', async (params, code) => {
    expect((await users[1]!.client.get('/messages', params)).body.code).toBe(code);
  });
});
