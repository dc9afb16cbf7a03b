import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/db/index.js';
import { KIT_MIGRATIONS } from '../../src/migrations/index.js';
import { forgetAnswers, KeyReused, once } from '../../src/repeats/index.js';
import { type TestDatabase, testDatabase } from '../../src/testing/index.js';

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 1);
let made: TestDatabase;
beforeAll(async () => {
  made = await testDatabase({ migrations: [KIT_MIGRATIONS] });
});
afterAll(() => made.dispose());

const request = (key: string, digest = 'a', userId = 1) => ({ userId, key, digest: Buffer.from(digest) });

describe('a request that is sent again', () => {
  let effects = 0;
  const send = (key: string, { digest = 'a', userId = 1, now = NOW } = {}) =>
    made.db.tx((tx) => once(tx, request(key, digest, userId), now, async () => ({ effect: ++effects })));

  it('has one effect and one answer, for each user and key', async () => {
    expect(await send('k')).toEqual({ answer: { effect: 1 }, isRepeat: false });
    expect(await send('k')).toEqual({ answer: { effect: 1 }, isRepeat: true });
    expect(await send('other')).toMatchObject({ answer: { effect: 2 } });
    expect(await send('k', { userId: 2 })).toMatchObject({ answer: { effect: 3 } });
    expect(effects).toBe(3);
  });

  it('with another content is refused', async () => {
    await expect(send('k', { digest: 'b' })).rejects.toThrow(KeyReused);
    expect(effects).toBe(3);
  });

  it('waits for the first request and gets its answer', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('at once')));
    expect(answers.map(({ answer }) => answer.effect)).toEqual([4, 4, 4, 4]);
    expect(answers.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
  });

  it('after a failure of the first request takes effect', async () => {
    const failing = made.db.tx((tx) =>
      once(tx, request('fails'), NOW, async () => {
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect((await send('fails')).isRepeat).toBe(false);
  });

  it('after a day takes effect again, also with different content', async () => {
    const before = effects;
    expect(await send('k', { now: NOW + DAY_MS - 1 })).toMatchObject({ isRepeat: true });
    expect(await send('k', { digest: 'b', now: NOW + DAY_MS })).toEqual({
      answer: { effect: before + 1 },
      isRepeat: false,
    });
  });

  it('is recognised even if the first request had no result', async () => {
    const nothing = () => made.db.tx((tx) => once(tx, request('nothing'), NOW, async () => undefined));
    expect((await nothing()).isRepeat).toBe(false);
    expect((await nothing()).isRepeat).toBe(true);
  });

  it('is deleted with its answer after a day', async () => {
    await forgetAnswers(made.db, NOW + DAY_MS);
    const left = await made.db.rows<{ key: string }>(sql`select key from kit_answer`);
    expect(left).toEqual([{ key: 'k' }]);
  });
});
