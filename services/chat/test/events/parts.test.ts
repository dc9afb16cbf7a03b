import type { Database, SQL } from '@services/kit/db';
import { createLogger } from '@services/kit/log';
import { describe, expect, test, vi } from 'vitest';
import { deliver, idsNeeded, wants } from '../../src/events/delivery.js';
import type { NumberedEvent } from '../../src/events/emit.js';
import { hold } from '../../src/events/hold.js';
import { filterTerm, matchesNarrow } from '../../src/events/narrow-filter.js';
import { Peers, type Talk } from '../../src/events/peers.js';
import { EventQueue, type QueueOptions } from '../../src/events/queue.js';
import { QueueSet } from '../../src/events/queue-set.js';

const OPTIONS: QueueOptions = {
  eventTypes: null,
  narrow: [],
  allPublicStreams: false,
  applyMarkdown: false,
  clientGravatar: true,
  slimPresence: false,
  includeSubscribers: false,
  capabilities: [],
};
let made = 0;
const queueOf = (userId: number, options: Partial<QueueOptions> = {}, startId = 0) =>
  new EventQueue({
    id: `queue ${++made}`,
    userId,
    options: { ...OPTIONS, ...options },
    lifespanMs: 1,
    startId,
    acknowledgedId: startId,
    polledAt: 0,
  });
const eventOf = (fields: Partial<NumberedEvent> = {}): NumberedEvent => ({
  id: 1,
  body: { type: 'x' },
  users: null,
  perUser: null,
  perQueue: null,
  publicChannel: false,
  stored: true,
  ...fields,
});

describe('the queues of a process', () => {
  const set = new QueueSet();
  const [own, second, wide, guest] = [
    queueOf(1),
    queueOf(1),
    queueOf(2, { allPublicStreams: true }),
    queueOf(3, { allPublicStreams: true }),
  ] as const;
  for (const queue of [own, second, wide]) set.add(queue, false);
  set.add(guest, true);

  test.each<[string, Partial<NumberedEvent>, EventQueue[]]>([
    ['everyone', {}, [own, second, wide, guest]],
    ['one user', { users: new Set([1]) }, [own, second]],
    ['more users than have queues', { users: new Set([9, 8, 7, 3, 5]) }, [guest]],
    ['users without a queue', { users: new Set([9]) }, []],
    ['a public channel', { users: new Set([1]), publicChannel: true }, [own, second, wide]],
    ['a subscriber who reads all', { users: new Set([2]), publicChannel: true }, [wide]],
  ])('reached by an event for %s', (_name, fields, expected) => {
    const event = eventOf(fields);
    expect([...set.reached(event)]).toEqual(expected);
    expect([own, second, wide, guest].filter((queue) => set.reaches(event, queue))).toEqual(expected);
  });

  test('are forgotten when they end', () => {
    const left = new QueueSet();
    const [one, two, all] = [queueOf(1), queueOf(1), queueOf(2, { allPublicStreams: true })] as const;
    for (const queue of [one, two, all]) left.add(queue, false);
    expect([left.remove(one.id), left.remove(one.id)]).toEqual([one, undefined]);
    expect([left.size, left.ofUser(1), left.users()]).toEqual([2, [two], [1, 2]]);
    for (const queue of [two, all]) left.remove(queue.id);
    expect([left.size, left.users(), left.ofUser(1), left.get(two.id)]).toEqual([0, [], [], undefined]);
    expect([...left.reached(eventOf({ users: new Set(), publicChannel: true }))]).toEqual([]);
    expect(left.reaches(eventOf({ users: new Set(), publicChannel: true }), all)).toBe(false);
  });
});

test('a queue keeps events in order and without duplicates until they are acknowledged', () => {
  const queue = queueOf(1, {}, 10);
  for (const id of [9, 10, 11, 11, 13, 12, 14]) queue.push(eventOf({ id }));
  const ids = () => queue.pending.map(({ id }) => id);
  expect([ids(), queue.newestId, queue.isFresh]).toEqual([[11, 13, 14], 14, true]);
  expect([queue.acknowledge(10), queue.isFresh, queue.acknowledge(12), queue.isFresh]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([ids(), queue.acknowledge(11), queue.acknowledgedId]).toEqual([[13, 14], false, 12]);
  queue.acknowledge(14);
  expect([ids(), queue.newestId]).toEqual([[], 14]);
});

describe('narrowing', () => {
  const message = {
    type: 'stream' as const,
    sender_id: 7,
    sender_email: 'Ann@x.org',
    display_recipient: 'Café',
    stream_id: 3,
    subject: '✔ Über',
  };
  const direct = { ...message, type: 'private' as const, display_recipient: [], subject: '' };

  test.each<[string, string | number, string[], boolean, boolean]>([
    ['stream', 'cafe\u0301', [], true, false],
    ['channel', 3, [], true, false],
    ['channel', '4', [], false, false],
    ['subject', '✔ ÜBER', [], true, false],
    ['topic', 'über', [], false, false],
    ['topic', '', [], false, false],
    ['from', 'ann@X.org', [], true, true],
    ['sender', '7', [], true, true],
    ['sender', 8, [], false, false],
    ['is', 'dm', [], false, true],
    ['is', 'private', [], false, true],
    ['is', 'starred', ['starred'], true, true],
    ['is', 'starred', ['read'], false, false],
    ['is', 'unread', [], true, true],
    ['is', 'unread', ['read'], false, false],
    ['is', 'alerted', ['has_alert_word'], true, true],
    ['is', 'alerted', ['mentioned'], false, false],
    ['is', 'mentioned', ['mentioned'], true, true],
    ['is', 'mentioned', ['topic_wildcard_mentioned'], true, true],
    ['is', 'mentioned', ['starred'], false, false],
    ['is', 'resolved', [], true, false],
  ])(
    'by %s %s with the flags %j: %s in a channel, %s in a direct message',
    (operator, operand, flags, ...expected) => {
      for (const negated of [false, true]) {
        const term = filterTerm({ operator, operand, negated });
        const found = [message, direct].map((one) => matchesNarrow(one, flags, [term!]));
        expect(found).toEqual(expected.map((match) => match !== negated));
      }
      expect(matchesNarrow(message, flags, [])).toBe(true);
    },
  );

  test.each([
    ['search', 'x'],
    ['toString', 'x'],
    ['is', 'followed'],
    ['near', 1],
  ])('by %s %s is not possible', (operator, operand) =>
    expect(filterTerm({ operator, operand, negated: false })).toBeUndefined(),
  );
});

test('a queue gets the requested types, and muted_topics only if its client does not request user_topic', () => {
  const muted = eventOf({ body: { type: 'muted_topics' } });
  const typing = eventOf({ body: { type: 'typing', message_type: 'stream' } });
  const given = (
    event: NumberedEvent,
    eventTypes: string[] | null,
    capabilities: QueueOptions['capabilities'] = [],
  ) => wants(queueOf(1, { eventTypes, capabilities }), event);
  expect([given(muted, null), given(muted, ['muted_topics'])]).toEqual([false, true]);
  expect(given(muted, ['muted_topics', 'user_topic'])).toBe(false);
  expect([given(typing, null), given(typing, null, ['stream_typing_notifications'])]).toEqual([false, true]);
  expect([given(eventOf(), ['y']), given(eventOf(), ['x', 'y'])]).toEqual([false, true]);
});

test('an event takes an id for each deleted message, and at least one id', () => {
  const needed = [{ message_ids: [1, 2, 3] }, { message_ids: [] }, {}].map((body) =>
    idsNeeded({ type: 'delete_message', ...body }),
  );
  expect([...needed, idsNeeded({ type: 'other', message_ids: [1, 2] })]).toEqual([3, 1, 1, 1]);
});

test('presence, people and subscriptions have the form that the client supports', () => {
  const settings = { emptyTopicDisplayName: 'general', defaultAvatar: (id: number) => `/avatar/${id}` };
  const texts = (body: NumberedEvent['body'], ...options: Partial<QueueOptions>[]) =>
    options.map((one) => JSON.parse(deliver(eventOf({ body }), queueOf(1, one), settings)[0]!));
  const presence = { type: 'presence', email: 'a', presences: { 1: {} } };
  const [old, ...slim] = texts(
    presence,
    {},
    { slimPresence: true },
    { capabilities: ['simplified_presence_events'] },
  );
  expect(old).toEqual({ type: 'presence', email: 'a', id: 1 });
  for (const one of slim) expect(one).toEqual({ type: 'presence', presences: { 1: {} }, id: 1 });

  const person = { user_id: 5, avatar_url: null };
  const people = texts({ type: 'realm_user', person }, { clientGravatar: false }, { clientGravatar: true });
  expect(people.map((one) => one.person.avatar_url)).toEqual(['/avatar/5', null]);
  const [named] = texts({ type: 'realm_user', person: { user_id: 5 } }, { clientGravatar: false });
  expect(named.person).toEqual({ user_id: 5 });

  const subscription = { subscribers: [1], wildcard_mentions_notify: null };
  const body = { type: 'subscription', op: 'add', subscriptions: [subscription] };
  const able = { includeSubscribers: true, capabilities: ['notification_settings_null' as const] };
  expect(texts(body, {}, able).map((one) => one.subscriptions)).toEqual([
    [{ wildcard_mentions_notify: false }],
    [subscription],
  ]);
  const [removed] = texts({ ...body, op: 'remove' }, {});
  expect(removed.subscriptions).toEqual([subscription]);
});

describe('a held poll', () => {
  const config = { heartbeatMinSeconds: 10, heartbeatMaxSeconds: 20 };

  test('is answered by a heartbeat after a random time between the limits', async () => {
    vi.useFakeTimers();
    try {
      for (const [random, ms] of [
        [0, 10_000],
        [0.5, 15_000],
      ] as const) {
        vi.spyOn(Math, 'random').mockReturnValue(random);
        const queue = queueOf(1);
        let isHeartbeat: boolean | undefined;
        let hasStopped = false;
        void hold(queue, config, () => () => (hasStopped = true)).then((is) => (isHeartbeat = is));
        await vi.advanceTimersByTimeAsync(ms - 1);
        expect([isHeartbeat, hasStopped]).toEqual([undefined, false]);
        await vi.advanceTimersByTimeAsync(1);
        expect([isHeartbeat, hasStopped, queue.waiter]).toEqual([true, true, undefined]);
      }
    } finally {
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  test('ends when its client disconnects, by an event or by an error, but not when an earlier poll ends', async () => {
    const queue = queueOf(1);
    let leave: () => void = () => {};
    const first = hold(queue, config, (listener) => {
      leave = listener;
      return () => {};
    });
    const second = hold(queue, config, () => () => {});
    const waiter = queue.waiter;
    leave();
    expect([await first, queue.waiter]).toEqual([false, waiter]);
    waiter?.answer();
    expect([await second, queue.waiter]).toEqual([false, undefined]);
    const third = hold(queue, config, () => () => {});
    queue.waiter?.fail(new Error('gone'));
    await expect(third).rejects.toThrow('gone');
    expect(queue.waiter).toBeUndefined();
  });
});

describe('other processes', () => {
  /** A database stand-in that only passes notifications to its listeners. */
  function shared() {
    const listeners = new Map<string, (payload: string) => void>();
    const said: unknown[] = [];
    let isDown = false;
    const db = {
      run: async (query: SQL) => {
        if (isDown) throw new Error('down');
        said.push(query.queryChunks.filter((chunk) => typeof chunk === 'string'));
        return 0;
      },
      listen: async (channel: string, heard: (payload: string) => void) => {
        listeners.set(channel, heard);
        return async () => {
          listeners.delete(channel);
          if (channel === 'chat_committed') throw new Error('closed');
        };
      },
    } as unknown as Database;
    const lines: string[] = [];
    const log = createLogger({ destination: { write: (line: string) => void lines.push(line) } });
    return { peers: new Peers(db, log, 'me'), listeners, said, lines, goDown: () => (isDown = true) };
  }

  test('send notifications that this process receives; it ignores its own', async () => {
    const { peers, listeners } = shared();
    const heard: unknown[] = [];
    await peers.start({ committed: () => heard.push('commit'), talk: (talk) => heard.push(talk) });
    for (const payload of ['me', 'other', '']) listeners.get('chat_committed')?.(payload);
    const talk: Talk = { kind: 'taken', queue: 'q' };
    for (const payload of [
      '',
      JSON.stringify({ ...talk, from: 'me' }),
      JSON.stringify({ ...talk, from: 'you' }),
    ])
      listeners.get('chat_talk')?.(payload);
    expect(heard).toEqual(['commit', 'commit', talk]);
    await peers.stop();
    expect(listeners.size).toBe(0);
    await peers.stop();
  });

  test('are notified with payloads of up to 7,500 bytes; a failed notification is only logged', async () => {
    const { peers, said, lines, goDown } = shared();
    const talkOf = (bytes: number): Talk => {
      const talk = (queue: string): Talk => ({ kind: 'taken', queue });
      const empty = JSON.stringify({ ...talk(''), from: 'me' }).length;
      return talk('é'.repeat((bytes - empty) >> 1) + 'x'.repeat((bytes - empty) & 1));
    };
    for (const bytes of [7_500, 7_501]) peers.say(talkOf(bytes));
    expect(said).toEqual([['chat_talk', JSON.stringify({ ...talkOf(7_500), from: 'me' })]]);
    goDown();
    peers.say({ kind: 'gone', queues: [] });
    await vi.waitFor(() => expect(lines.join('')).toContain('other processes could not be told'));
  });
});
