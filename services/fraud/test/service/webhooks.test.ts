import { outgoing } from '@services/kit/outgoing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DISABLE_AFTER_MS, RETRY_MS } from '../../src/webhooks/deliver.js';
import { startProvider } from '../advice/fake-provider.js';
import { FRAUD_SMS, sms, startFixture } from './fixture.js';

const receiver = await startProvider();
const { url, received } = receiver;
const service = await startFixture({ settings: { 'webhooks.allow': ['127.0.0.0/8'] } });
const ann = await service.user('ann', { scopes: ['check', 'transactions'] });
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
const respond = (status: number) => {
  receiver.answer = (_request, response) =>
    response.writeHead(status, { location: `${url}/elsewhere` }).end();
};
beforeEach(() => {
  received.length = 0;
  respond(204);
});

const idle = () => service.app.jobs.idle();
const register = (events: string[], to = url) => ann.post('/api/webhooks', { url: to, events });
const registered = async (event: string) => (await register([event])).json.webhook_id as string;
const deliveries = async (id: string) => (await ann.get(`/api/webhooks/${id}/deliveries`)).json.deliveries;
const remove = (id: string) => ann.delete(`/api/webhooks/${id}`);
const cleanUp = async (...ids: string[]) => {
  for (const id of ids) await remove(id);
};
/** Sends a test event, and waits until it is delivered or refused. */
async function attempt(id: string, status = 204) {
  respond(status);
  const { json } = await ann.post(`/api/webhooks/${id}/test`, undefined);
  await idle();
  return json;
}

describe('a webhook', () => {
  it('is called with a signature that the standardwebhooks package accepts', async () => {
    // The package compares timestamps with the real time.
    service.clock.set(Date.now());
    const { json } = await register(['check.fraud']);
    expect(json.secret).toMatch(/^whsec_/);
    const check = await ann.post('/api/fraud-check', sms(FRAUD_SMS));
    expect(check.json.result.is_fraud).toBe(true);
    await idle();
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    const verified = new Webhook(json.secret).verify(
      body.toString(),
      headers as Record<string, string>,
    ) as object;
    expect(verified).toEqual({
      id: headers['webhook-id'],
      type: 'check.fraud',
      created_at: expect.stringMatching(/Z$/),
      data: {
        request_id: check.json.request_id,
        data_type: 'sms',
        is_fraud: true,
        confidence_score: check.json.result.confidence_score,
        fraud_indicators: check.json.result.fraud_indicators,
        severity: check.json.result.severity,
        decision: 'block',
      },
    });
    expect(() => new Webhook(json.secret).verify(`${body} `, headers as Record<string, string>)).toThrow();
    const { json: other } = await register(['batch.done']);
    expect(() =>
      new Webhook(other.secret).verify(body.toString(), headers as Record<string, string>),
    ).toThrow();
    const delivered = { state: 'delivered', attempts: 1, last_status: 204, type: 'check.fraud' };
    expect(await deliveries(json.webhook_id)).toMatchObject([delivered]);
    expect((await ann.get('/api/webhooks')).text).not.toContain('whsec_');
    await cleanUp(json.webhook_id, other.webhook_id);
  });

  it('receives only the events that it subscribed to: payments in review, finished batches, tests', async () => {
    const reviews = await registered('transaction.review');
    const batches = await registered('batch.done');
    const spare = await registered('batch.done');
    const body = { sender_id: 'a', receiver_id: 'b', amount: 1, description: 'private words' };
    for (let n = 0; n < 2; n += 1) await ann.post('/api/transactions/submit', body);
    const items = [sms('private words')];
    const batch = await ann.post('/api/fraud-check/batch', { items, callback_id: batches });
    for (let n = 0; n < 2; n += 1) await idle();
    const events = received.map(({ body: text }) => JSON.parse(text.toString()));
    expect(events.map(({ type }) => type).sort()).toEqual(['batch.done', 'transaction.review']);
    const data = { batch_id: batch.json.batch_id, state: 'done', total: 1, callback_id: batches };
    expect(events.find(({ type }) => type === 'batch.done').data).toEqual(data);
    expect(JSON.stringify(events)).not.toContain('private');
    expect(await deliveries(spare)).toEqual([]);
    const { delivery_id: id } = await attempt(spare);
    expect(JSON.parse(received.at(-1)!.body.toString())).toMatchObject({ type: 'webhook.test', id });
    await cleanUp(reviews, batches, spare);
  });

  it('is tried again after 5 s, 1 min, 10 min, 1 h, 6 h and 24 h with the same id', async () => {
    const id = await registered('check.fraud');
    await attempt(id, 500);
    expect(received).toHaveLength(1);
    for (const [index, wait] of RETRY_MS.entries()) {
      service.clock.advance(wait - 1);
      await idle();
      expect(received, `before wait ${index}`).toHaveLength(index + 1);
      service.clock.advance(wait * 0.1 + 2);
      await idle();
      expect(received, `after wait ${index}`).toHaveLength(index + 2);
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(7);
    const failed = { state: 'failed', attempts: 7, last_status: 500, last_error: 'HTTP status 500' };
    expect(await deliveries(id)).toMatchObject([failed]);
    await remove(id);
  });

  it('is disabled after five days without success, counted from the last success', async () => {
    const id = await registered('check.fraud');
    const isEnabled = async () =>
      (await ann.get('/api/webhooks')).json.webhooks.find(
        (one: { webhook_id: string }) => one.webhook_id === id,
      ).enabled;
    await attempt(id, 503);
    service.clock.advance(DISABLE_AFTER_MS - 2);
    await attempt(id, 200);
    await attempt(id, 503);
    service.clock.advance(DISABLE_AFTER_MS - 1);
    await attempt(id, 503);
    expect(await isEnabled()).toBe(true);
    service.clock.advance(1);
    await attempt(id, 503);
    expect(await isEnabled()).toBe(false);
    received.length = 0;
    await ann.post('/api/fraud-check', sms(FRAUD_SMS));
    await idle();
    expect(received.filter(({ body }) => body.includes('check.fraud'))).toEqual([]);
    await remove(id);
  });

  it('is disabled immediately by 410, and does not follow redirects', async () => {
    const id = await registered('check.fraud');
    await attempt(id, 302);
    expect(received).toHaveLength(1);
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', last_status: 302 }]);
    respond(410);
    service.clock.advance(10_000);
    await idle();
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', last_status: 410 }]);
    await remove(id);
  });

  it('is visible only to its user', async () => {
    const id = await registered('check.fraud');
    const bea = await service.user('bea');
    expect((await bea.delete(`/api/webhooks/${id}`)).status).toBe(404);
    expect((await bea.post(`/api/webhooks/${id}/test`, undefined)).status).toBe(404);
    expect((await bea.get('/api/webhooks')).json.webhooks).toEqual([]);
    await bea.post('/api/fraud-check', sms(FRAUD_SMS));
    await idle();
    expect(received).toEqual([]);
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([200, 404]);
  });
});

describe('addresses', () => {
  it.each(['ftp://example.com/x', 'not a url', 'https://user:pass@example.com/', 'javascript:alert(1)'])(
    '%s is refused when it is registered',
    async (to) => {
      expect((await register(['batch.done'], to)).status).toBe(400);
    },
  );

  it('must be https and public, unless their networks are allowed', async () => {
    const strict = await startFixture({
      beside: service,
      outgoing: outgoing({ httpsOnly: true, resolve: async () => ['10.1.2.3'] }),
    });
    const cleo = await strict.user('cleo');
    const ask = (to: string) => cleo.post('/api/webhooks', { url: to, events: ['batch.done'] });
    for (const host of ['169.254.169.254', '127.0.0.1:9', '[::1]', '0x7f.1'])
      expect((await ask(`https://${host}/`)).status, host).toBe(400);
    expect((await ask('http://example.com/')).status).toBe(400);
    const { json } = await ask('https://inside.example.com/');
    await cleo.post(`/api/webhooks/${json.webhook_id}/test`, undefined);
    await strict.app.jobs.idle();
    const list = await cleo.get(`/api/webhooks/${json.webhook_id}/deliveries`);
    const refused = {
      state: 'waiting',
      last_status: null,
      last_error: 'the address is not allowed (address)',
    };
    expect(list.json.deliveries[0]).toMatchObject(refused);
    await strict.stop();
  });
});
