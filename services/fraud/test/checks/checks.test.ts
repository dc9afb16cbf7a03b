import { sql } from '@services/kit/db';
import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/cleanup.js';
import { INDICATORS } from '../../src/judge/index.js';
import { FINE_SMS, FRAUD_SMS, pagesOf, sms, startFixture } from '../service/fixture.js';

const service = await startFixture();
afterAll(() => service.stop());

const check = async (token: string, content = FINE_SMS): Promise<string> =>
  (await service.call('POST', '/api/fraud-check', { token, body: sms(content) })).json.request_id;

test('ids of results have 26 characters, and sort by time', async () => {
  const { token } = await service.user('ann');
  const ids = [await check(token), await check(token), await check(token)];
  for (const id of ids) expect(id).toMatch(/^fc_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect([...new Set(ids)].sort()).toEqual(ids);
});

test('the listing has exactly the results of the caller, newest first', async () => {
  const { token, get } = await service.user('bea');
  const { token: other } = await service.user('cleo');
  const made: string[] = [];
  for (let n = 0; n < 5; n++) {
    service.clock.advance(1);
    made.unshift(await check(token, n === 2 ? FRAUD_SMS : FINE_SMS));
    await check(other);
  }
  const pages = await pagesOf(get, '/api/fraud-check?limit=2', 'results');
  expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  const seen = pages.flat();
  expect(seen.map(({ request_id }) => request_id)).toEqual(made);
  expect(seen.map(({ is_fraud }) => is_fraud)).toEqual([false, false, true, false, false]);
});

test('the log line of a check has only its id, user, type, length, score and time', async () => {
  const { token, id } = await service.user('dora');
  const request_id = await check(token, FRAUD_SMS);
  const lines = service.logged().trim().split('\n');
  const checked = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.msg === 'checked' && line.user === id);
  expect(checked).toEqual([
    {
      level: expect.anything(),
      time: expect.anything(),
      msg: 'checked',
      request_id,
      user: id,
      type: 'sms',
      length: FRAUD_SMS.length,
      score: expect.any(Number),
      duration_ms: expect.any(Number),
    },
  ]);
});

test('every caller with a token can list the indicators with title, class and meaning', async () => {
  const { token } = await service.user('eve', { scopes: ['chat'] });
  const { status, json } = await service.call('GET', '/api/indicators', { token });
  expect(status).toBe(200);
  expect(json.indicators).toHaveLength(INDICATORS.length);
  for (const one of json.indicators) {
    expect(Object.keys(one)).toEqual(['code', 'title', 'class', 'meaning']);
    expect(one.code).toMatch(/^(?:email|text|phone|pii|model|list)\.[a-z_]+$/);
    expect(['info', 'low', 'high', 'critical']).toContain(one.class);
    expect(one.meaning).toMatch(/\.$/);
  }
});

const DAY = 86_400_000;

test('a result is kept for 90 days and deleted by the next clean-up; its row has no content', async () => {
  const { token } = await service.user('fay');
  const status = async (id: string) =>
    (await service.call('GET', `/api/fraud-check/${id}`, { token })).status;
  await service.db.run(sql`delete from checks`);
  const first = await check(token);
  const rows = await service.db.rows(sql`select * from checks`);
  expect(JSON.stringify(rows)).not.toContain(FINE_SMS.slice(0, 12));

  service.clock.advance(89 * DAY);
  const second = await check(token);
  await cleanUp(service.app);
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  service.clock.advance(1 * DAY + 1);
  await cleanUp(service.app);
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  expect(await service.db.one(sql`select count(*) as count from checks`)).toEqual({ count: 1 });
});

test('equal content has equal keyed hashes, which differ from the plain hash', async () => {
  const { token } = await service.user('gus');
  await service.db.run(sql`delete from checks`);
  for (const content of [FINE_SMS, FINE_SMS, `${FINE_SMS} `])
    await service.call('POST', '/api/fraud-check', { token, body: sms(content) });
  const kept = await service.db.one(sql`
    select count(distinct content_hash) as hashes, bool_or(content_hash = sha256(${FINE_SMS}::text::bytea)) as plain
    from checks`);
  expect(kept).toEqual({ hashes: 2, plain: false });
});
