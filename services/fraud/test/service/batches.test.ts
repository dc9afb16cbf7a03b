import { sql } from '@services/kit/db';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/cleanup.js';
import { FINE_SMS, FRAUD_SMS, sms, startFixture } from './fixture.js';

const service = await startFixture();
const { get, post } = await service.user('ann');
afterAll(() => service.stop());

const send = (items: unknown[], headers = {}) => post('/api/fraud-check/batch', { items }, headers);
const notes = (count: number) => Array.from({ length: count }, (_, i) => sms(`note ${i}`));
const rowsOf = (text: string) => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
const state = async (id: string) => (await get(`/api/fraud-check/batch/${id}`)).json;

describe('a batch', () => {
  it('gives each accepted item one result, and names the rejected items', async () => {
    const accepted = await send([
      sms(FRAUD_SMS),
      { data_type: 'sms', content: '' },
      { data_type: 'fax', content: 'x' },
      sms(FINE_SMS),
      { data_type: 'sms', content: 'x', extra: 1 },
      { data_type: 'phone', content: 'no number here' },
      'no check',
    ]);
    expect(accepted.status, accepted.text).toBe(202);
    expect(accepted.json).toMatchObject({
      status: 'success',
      accepted: 3,
      rejected: [
        { index: 1, error: { code: 'INVALID_REQUEST' } },
        { index: 2, error: { code: 'UNSUPPORTED_DATA_TYPE' } },
        { index: 4, error: { code: 'INVALID_REQUEST' } },
        { index: 6, error: { code: 'INVALID_REQUEST' } },
      ],
    });
    const { batch_id } = accepted.json;
    expect(await state(batch_id)).toMatchObject({ state: 'queued', done: 0, total: 3 });
    await service.app.jobs.idle();
    const { results_url, ...done } = await state(batch_id);
    expect(done).toEqual({ status: 'success', state: 'done', done: 3, total: 3 });
    const results = await get(results_url);
    expect(results.headers.get('content-type')).toMatch(/^application\/x-ndjson\b/);
    const rows = rowsOf(results.text);
    expect(rows.map((row) => row.index)).toEqual([0, 3, 5]);
    expect(rows[2].error.code).toBe('INVALID_CONTENT');
    const single = await post('/api/fraud-check', sms(FRAUD_SMS));
    const { explanation: _explanation, ...same } = single.json.result;
    expect(rows[0].result).toEqual(same);
    const stored = await get(`/api/fraud-check/${rows[0].request_id}`);
    expect(stored.json.result.confidence_score).toBe(same.confidence_score);
  });

  it('keeps content encrypted while it waits, and erases it afterwards', async () => {
    const mark = 'MARKED-batch-content';
    const { json } = await send([sms(mark)]);
    const item = () =>
      service.db.one(sql`select sealed, result from batch_items where batch_id = ${json.batch_id}`);
    const waiting = await item();
    expect(waiting).toEqual({ sealed: expect.any(Object), result: null });
    expect(JSON.stringify(waiting)).not.toContain(mark);
    await service.app.jobs.idle();
    expect(await item()).toEqual({ sealed: null, result: expect.any(Object) });
  });

  it('may be sent as NDJSON, with one check on each line', async () => {
    const body = `${JSON.stringify(sms('one'))}\n\n{"broken\n${JSON.stringify(sms('two'))}\r\n`;
    const answer = await post('/api/fraud-check/batch', body, { 'content-type': 'application/x-ndjson' });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json).toMatchObject({
      accepted: 2,
      rejected: [{ index: 1, error: { code: 'INVALID_REQUEST', message: expect.stringContaining('JSON') } }],
    });
  });

  it('has 1 to 1,000 items, at least one of them valid', async () => {
    for (const items of [[], [{}], notes(1_001)]) expect((await send(items)).status).toBe(400);
    expect((await send(notes(1_000))).json.accepted).toBe(1_000);
    // The other tests do not wait for a thousand results.
    await service.db.run(sql`delete from batches`);
  });

  it('has results in pages', async () => {
    const { json } = await send(notes(20));
    await service.app.jobs.idle();
    const pages: number[][] = [];
    let path: string | undefined = `/api/fraud-check/batch/${json.batch_id}/results?limit=8`;
    while (path) {
      const page = await get(path);
      pages.push(rowsOf(page.text).map((row) => row.index));
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 4]);
    expect(pages.flat()).toEqual([...Array(20).keys()]);
  });

  it('is created once for each Idempotency-Key', async () => {
    const ask = () => send([sms('once')], { 'idempotency-key': 'batch-1' });
    const [first, second] = [await ask(), await ask()];
    expect([second.status, second.text]).toEqual([202, first.text]);
  });

  it('is visible only to its caller, and is deleted after a day', async () => {
    const path = `/api/fraud-check/batch/${(await send([sms('mine')])).json.batch_id}`;
    await service.app.jobs.idle();
    const other = await service.user('bea');
    for (const of of [path, `${path}/results`]) expect((await other.get(of)).status).toBe(404);
    service.clock.advance(24 * 3_600_000 + 1);
    await cleanUp(service.app);
    expect((await get(path)).status).toBe(404);
  });
});
