import { sql } from '@services/kit/db';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JointChange } from '../../src/db/writer.js';
import type { NumberedEvent } from '../../src/events/emit.js';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

let chat: Chat;
let user: TestUser;
let published: NumberedEvent[];

beforeAll(async () => {
  chat = await startChat();
  user = await chat.user();
  const publish = chat.app.events.publish.bind(chat.app.events);
  chat.app.events.publish = (events, since, span) => {
    published.push(...events);
    publish(events, since, span);
  };
});
afterAll(() => chat.stop());
beforeEach(() => {
  published = [];
});

const save = (title: string, after?: () => void) =>
  chat.app.write(async (tx) => {
    await tx.run(sql`INSERT INTO snippet (user_id, title, content, created_at)
      VALUES (${user.id}, ${title}, 'x', ${tx.now})`);
    tx.emit({ type: 'test', title }, { users: [user.id] });
    tx.afterCommit(() => published.push({ title } as never));
    after?.();
    return title;
  });
const titles = async () =>
  (await chat.db.rows<{ title: string }>(sql`SELECT title FROM snippet ORDER BY id`)).map((row) => row.title);
const stored = async () =>
  (await chat.db.rows<{ body: string }>(sql`SELECT body FROM event ORDER BY id`))
    .map((row) => JSON.parse(row.body) as { type: string; title: string })
    .filter((body) => body.type === 'test')
    .map((body) => body.title);

describe('changes', () => {
  test('fail separately: the error of one change does not affect the others', async () => {
    const boom = () => {
      throw new Error('boom');
    };
    const results = await Promise.allSettled([
      save('a'),
      save('bad 1', boom),
      save('b'),
      chat.app.write((tx) => tx.run(sql`SELECT 1 / 0`)),
      save('c'),
      save('bad 2', boom),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'refused'))).toEqual([
      'a',
      'refused',
      'b',
      'refused',
      'c',
      'refused',
    ]);
    expect(await titles()).toEqual(['a', 'b', 'c']);
    expect(await stored()).toEqual(['a', 'b', 'c']);
    const events = published.filter((event) => event.body !== undefined);
    expect(events.map((event) => event.body.title)).toEqual(['a', 'b', 'c']);
    expect(events.map((event) => event.id)).toEqual(
      [...events.map((event) => event.id)].sort((x, y) => x - y),
    );
  });

  test('succeed even if their work after the commit fails, which is logged', async () => {
    const logged = vi.spyOn(chat.app.log, 'error').mockImplementation(() => {});
    try {
      const failing = chat.app.write(async (tx) => {
        tx.afterCommit(() => {
          throw new Error('boom');
        });
        return 'answered';
      });
      expect(await Promise.all([failing, save('after it')])).toEqual(['answered', 'after it']);
      expect(logged.mock.calls.map(([, text]) => text)).toEqual(['work after a commit failed']);
    } finally {
      logged.mockRestore();
    }
    expect(published.map((event) => event.body?.title ?? (event as { title?: string }).title)).toEqual([
      'after it',
      'after it',
    ]);
  });

  test('of one kind share statements if they are adjacent; if a shared statement fails, each change runs alone', async () => {
    const calls: string[][] = [];
    const together: JointChange<string, string> = async (tx, requests) => {
      calls.push([...requests]);
      const first = requests.slice(0, 2);
      for (const title of first) tx.emit({ type: 'test', title }, { users: [] });
      if (requests.includes('breaks')) await tx.run(sql`SELECT 1 / 0`);
      return first.map((title) => (title === 'refused' ? { error: new Error(title) } : { value: title }));
    };
    const ask = (request: string) =>
      chat.app.write<string, string>(
        async (tx) => {
          if (request === 'breaks') await tx.run(sql`SELECT 1 / 0`);
          tx.emit({ type: 'test', title: request }, { users: [] });
          return `${request} alone`;
        },
        { kind: together, request },
      );
    const outcomes = async (requests: Promise<string>[]) =>
      (await Promise.allSettled(requests)).map((result) =>
        result.status === 'fulfilled' ? result.value : 'failed',
      );
    expect(await outcomes([ask('1'), ask('refused'), ask('3'), save('other'), ask('5'), ask('6')])).toEqual([
      ...['1', 'failed', '3 alone', 'other', '5', '6'],
    ]);
    expect(calls).toEqual([
      ['1', 'refused', '3'],
      ['5', '6'],
    ]);
    const before = (await stored()).length;
    expect(await outcomes([ask('7'), ask('breaks'), ask('9')])).toEqual(['7 alone', 'failed', '9 alone']);
    expect((await stored()).slice(before)).toEqual(['7', '9']);
  });

  test('get ids in the order of commits, which are never reused', async () => {
    const ids: number[] = [];
    const draw = (fails: boolean) =>
      chat.app
        .write(async (tx) => {
          const id = tx.nextMessageId();
          tx.emit({ type: 'test', title: 'id' }, { users: [] });
          if (fails) throw new Error('no');
          return id;
        })
        .then((id) => ids.push(id))
        .catch(() => undefined);
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 25 }, (_, i) => draw(i % 7 === 3)));
    expect(ids).toHaveLength(5 * 21);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
  });

  test('continue after a failed savepoint, which undoes its rows and events', async () => {
    await chat.app.write(async (tx) => {
      tx.emit({ type: 'test', title: 'before' }, { users: [] });
      await tx
        .savepoint(async () => {
          await tx.run(
            sql`INSERT INTO snippet (user_id, title, content, created_at) VALUES (${user.id}, 'undone', 'x', 0)`,
          );
          tx.emit({ type: 'test', title: 'undone' }, { users: [] });
          throw new Error('undo');
        })
        .catch(() => undefined);
      tx.emit({ type: 'test', title: 'after' }, { users: [] });
    });
    expect(await titles()).not.toContain('undone');
    expect((await stored()).slice(-2)).toEqual(['before', 'after']);
  });

  test('draw a number for an ephemeral event, which is not stored', async () => {
    const first = await chat.app.write(async (tx) =>
      tx.emitEphemeral({ type: 'typing' }, { users: [user.id] }),
    );
    const second = await chat.app.write(async (tx) =>
      tx.emit({ type: 'test', title: 'next' }, { users: [] }),
    );
    expect(second).toBeGreaterThan(first);
    expect(await chat.db.one(sql`SELECT 1 FROM event WHERE id = ${first}`)).toBeUndefined();
  });

  test('see their own updates of the directory at once, and other changes see them after the commit', async () => {
    const other = await chat.user();
    await chat.app.directory.account(other.id);
    await chat.app
      .write(async (tx) => {
        await tx.run(sql`UPDATE account SET full_name = 'Undone' WHERE id = ${other.id}`);
        tx.changed({ accounts: [other.id] });
        expect((await tx.directory.account(other.id))?.full_name).toBe('Undone');
        throw new Error('undo');
      })
      .catch(() => undefined);
    expect((await chat.app.directory.account(other.id))?.full_name).not.toBe('Undone');
    await chat.app.write(async (tx) => {
      await tx.run(sql`UPDATE account SET full_name = 'Changed' WHERE id = ${other.id}`);
      tx.changed({ accounts: [other.id] });
    });
    expect((await chat.app.directory.account(other.id))?.full_name).toBe('Changed');
  });
});
