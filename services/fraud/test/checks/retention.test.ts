import { sql } from '@services/kit/db';
import { afterAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/cleanup.js';
import { FINE_SMS, sms, startFixture } from '../service/fixture.js';

const DAY = 86_400_000;
const service = await startFixture();
afterAll(() => service.stop());

test('a result is kept for 90 days and deleted by the next clean-up; its row has no content', async () => {
  const { token } = await service.user('ann');
  const check = async () =>
    (await service.call('POST', '/api/fraud-check', { token, body: sms(FINE_SMS) })).json.request_id;
  const status = async (id: string) =>
    (await service.call('GET', `/api/fraud-check/${id}`, { token })).status;
  const first = await check();
  const rows = await service.db.rows(sql`select * from checks`);
  expect(JSON.stringify(rows)).not.toContain(FINE_SMS.slice(0, 12));

  service.clock.advance(89 * DAY);
  const second = await check();
  await cleanUp(service.app);
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  service.clock.advance(1 * DAY + 1);
  await cleanUp(service.app);
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  expect(await service.db.one(sql`select count(*) as count from checks`)).toEqual({ count: 1 });
});

test('equal content has equal keyed hashes, which differ from the plain hash', async () => {
  const { token } = await service.user('bob');
  await service.db.run(sql`delete from checks`);
  for (const content of [FINE_SMS, FINE_SMS, `${FINE_SMS} `])
    await service.call('POST', '/api/fraud-check', { token, body: sms(content) });
  const kept = await service.db.one(sql`
    select count(distinct content_hash) as hashes, bool_or(content_hash = sha256(${FINE_SMS}::text::bytea)) as plain
    from checks`);
  expect(kept).toEqual({ hashes: 2, plain: false });
});
