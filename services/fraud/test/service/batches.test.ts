import { sql } from '@services/kit/db';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../src/cleanup.js';
import { FINE_SMS, FRAUD_SMS, sms, startFixture } from './fixture.js';

const service = await startFixture();
const { get, post } = await service.user('ann');
afterAll(() => service.stop());

const send = (items: unknown[], change: object = {}) => post('/api/fraud-check/batch', { items, ...change });
const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
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
    expect(accepted.json).toMatchObject({ status: 'success', accepted: 3 });
    const codes = accepted.json.rejected.map((one: { index: number; error: { code: string } }) => [
      one.index,
      one.error.code,
    ]);
    expect(codes).toEqual([
      [1, 'INVALID_REQUEST'],
      [2, 'UNSUPPORTED_DATA_TYPE'],
      [4, 'INVALID_REQUEST'],
      [6, 'INVALID_REQUEST'],
    ]);
    const { batch_id } = accepted.json;
    expect(await state(batch_id)).toMatchObject({ state: 'queued', done: 0, total: 3 });
    await service.app.jobs.idle();
    const { results_url, ...done } = await state(batch_id);
    expect(done).toEqual({ status: 'success', state: 'done', done: 3, total: 3 });
    const results = await get(results_url);
    expect(results.headers.get('content-type')).toMatch(/^application\/x-ndjson\b/);
    const rows = lines(results.text);
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
      service.db.one<{ sealed: object | null; result: object | null }>(
        sql`select sealed, result from batch_items where batch_id = ${json.batch_id}`,
      );
    expect(JSON.stringify(await item())).not.toContain(mark);
    expect((await item())!.sealed).not.toBeNull();
    await service.app.jobs.idle();
    expect((await item())!.sealed).toBeNull();
    expect((await item())!.result).not.toBeNull();
  });

  it('may be sent as NDJSON, with one check on each line', async () => {
    const body = `${JSON.stringify(sms('one'))}\n\n{"broken\n${JSON.stringify(sms('two'))}\r\n`;
    const answer = await post('/api/fraud-check/batch', body, { 'content-type': 'application/x-ndjson' });
    expect(answer.status, answer.text).toBe(202);
    expect(answer.json.accepted).toBe(2);
    expect(answer.json.rejected).toEqual([
      { index: 1, error: { code: 'INVALID_REQUEST', message: expect.stringContaining('JSON') } },
    ]);
    await service.app.jobs.idle();
  });

  it('has 1 to 1,000 items, at least one of them valid', async () => {
    expect((await send([])).status).toBe(400);
    expect((await send([{}])).status).toBe(400);
    expect((await send(Array.from({ length: 1_001 }, () => sms('x')))).status).toBe(400);
    const most = await send(Array.from({ length: 1_000 }, (_, i) => sms(`note ${i}`)));
    expect(most.json.accepted).toBe(1_000);
    await service.app.jobs.idle();
    const pages: number[] = [];
    let path: string | undefined = `/api/fraud-check/batch/${most.json.batch_id}/results?limit=300`;
    while (path) {
      const page = await get(path);
      pages.push(...lines(page.text).map((row) => row.index));
      path = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(pages).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  });

  it('is created once for each Idempotency-Key', async () => {
    const ask = () =>
      post('/api/fraud-check/batch', { items: [sms('once')] }, { 'idempotency-key': 'batch-1' });
    const [first, second] = [await ask(), await ask()];
    expect(second.status).toBe(202);
    expect(second.text).toBe(first.text);
  });

  it('is visible only to its caller, and is deleted after a day', async () => {
    const { json } = await send([sms('mine')]);
    await service.app.jobs.idle();
    const { token: other } = await service.user('bea');
    for (const path of [
      `/api/fraud-check/batch/${json.batch_id}`,
      `/api/fraud-check/batch/${json.batch_id}/results`,
    ]) {
      expect((await service.call('GET', path, { token: other })).status).toBe(404);
    }
    service.clock.advance(24 * 3_600_000 + 1);
    await cleanUp(service.app);
    expect((await get(`/api/fraud-check/batch/${json.batch_id}`)).status).toBe(404);
  });
});
