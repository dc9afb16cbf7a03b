import type { Database } from '@services/kit/db';
import { expect, test } from 'vitest';
import { UserReader } from '../../src/users/reader.js';

const USER = { password_hash: '', tier: 'free', scopes: ['check'], disabled: false, revoked_before: 0 };
const row = (id: number, jti: string) => ({ jti, id, name: `user ${id}`, ...USER });

test('requests that arrive during a statement share the next statement, which begins after them', async () => {
  const statements: string[][] = [];
  const waiting: (() => void)[] = [];
  const db = {
    rows(query: object) {
      const asked = [...new Set(JSON.stringify(query).match(/jti-\d/g))];
      statements.push(asked);
      const known = asked.filter((jti) => jti !== 'jti-3').map((jti) => row(Number(jti.slice(4)), jti));
      return new Promise((done) => waiting.push(() => done(known)));
    },
  } as unknown as Database;
  const reader = new UserReader(db);
  const first = reader.ownerOf(1, 'jti-1');
  // The statement starts in the same iteration of the event loop.
  await new Promise(setImmediate);
  const others = [2, 1, 3, 9].map((id) => reader.ownerOf(id, `jti-${Math.min(id, 4)}`));
  expect(statements).toEqual([['jti-1']]);
  waiting.shift()?.();
  expect((await first)?.id).toBe(1);
  await new Promise(setImmediate);
  expect(statements).toEqual([['jti-1'], ['jti-2', 'jti-1', 'jti-3', 'jti-4']]);
  waiting.shift()?.();
  // For a revoked token, and for a token of another user, no owner is returned.
  expect((await Promise.all(others)).map((user) => user?.id)).toEqual([2, 1, undefined, undefined]);
});

test('a failed statement only fails the requests in it', async () => {
  let calls = 0;
  const db = {
    async rows() {
      calls++;
      if (calls === 1) throw new Error('gone');
      return [row(1, 'jti-1')];
    },
  } as unknown as Database;
  const reader = new UserReader(db);
  const first = reader.ownerOf(1, 'jti-1').catch((error: unknown) => error);
  await new Promise(setImmediate);
  const second = reader.ownerOf(1, 'jti-1');
  expect(await first).toMatchObject({ message: 'gone' });
  expect((await second)?.id).toBe(1);
});
