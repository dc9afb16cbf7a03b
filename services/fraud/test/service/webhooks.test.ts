import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outgoing } from '@services/kit/outgoing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DISABLE_AFTER_MS, RETRY_MS } from '../../src/webhooks/deliver.js';
import { type Fixture, FRAUD_SMS, sms, startFixture } from './fixture.js';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let service: Fixture;
let token: string;
let receiver: Server;
let url: string;
let received: Received[] = [];
let answer = 204;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(answer, { location: `${url}/elsewhere` }).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  service = await startFixture({ settings: { 'webhooks.allow': ['127.0.0.0/8'] } });
  ({ token } = await service.user('ann', { scopes: ['check', 'transactions'] }));
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});
beforeEach(() => {
  received = [];
  answer = 204;
});

const register = (events: string[], as = token, to = url) =>
  service.call('POST', '/api/webhooks', { token: as, body: { url: to, events } });
const deliveries = async (id: string) =>
  (await service.call('GET', `/api/webhooks/${id}/deliveries`, { token })).json.deliveries;
const remove = (id: string) => service.call('DELETE', `/api/webhooks/${id}`, { token });

describe('a webhook', () => {
  it('is called with a signature that the standardwebhooks package accepts', async () => {
    // The package compares timestamps with the real time.
    service.clock.set(Date.now());
    const { json } = await register(['check.fraud']);
    expect(json.secret).toMatch(/^whsec_/);
    const check = await service.call('POST', '/api/fraud-check', { token, body: sms(FRAUD_SMS) });
    expect(check.json.result.is_fraud).toBe(true);
    await service.app.jobs.idle();
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [Received];
    const verified = new Webhook(json.secret).verify(body, headers as Record<string, string>) as object;
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
    expect(() => new Webhook(other.secret).verify(body, headers as Record<string, string>)).toThrow();
    expect(await deliveries(json.webhook_id)).toMatchObject([
      { state: 'delivered', attempts: 1, last_status: 204, type: 'check.fraud' },
    ]);
    const listed = await service.call('GET', '/api/webhooks', { token });
    expect(listed.text).not.toContain('whsec_');
    await remove(json.webhook_id);
    await remove(other.webhook_id);
  });

  it('receives only the events that it subscribed to: payments in review, finished batches, tests', async () => {
    const reviews = (await register(['transaction.review'])).json.webhook_id;
    const batches = (await register(['batch.done'])).json.webhook_id;
    const spare = (await register(['batch.done'])).json.webhook_id;
    const body = { sender_id: 'a', receiver_id: 'b', amount: 1, description: 'private words' };
    await service.call('POST', '/api/transactions/submit', { token, body });
    await service.call('POST', '/api/transactions/submit', { token, body });
    const batch = await service.call('POST', '/api/fraud-check/batch', {
      token,
      body: { items: [sms('private words')], callback_id: batches },
    });
    await service.app.jobs.idle();
    await service.app.jobs.idle();
    const events = received.map(({ body: text }) => JSON.parse(text));
    expect(events.map(({ type }) => type).sort()).toEqual(['batch.done', 'transaction.review']);
    const done = events.find(({ type }) => type === 'batch.done');
    expect(done.data).toEqual({
      batch_id: batch.json.batch_id,
      state: 'done',
      total: 1,
      callback_id: batches,
    });
    expect(JSON.stringify(events)).not.toContain('private');
    expect(await deliveries(spare)).toEqual([]);
    const test = await service.call('POST', `/api/webhooks/${spare}/test`, { token });
    await service.app.jobs.idle();
    expect(JSON.parse(received.at(-1)!.body)).toMatchObject({
      type: 'webhook.test',
      id: test.json.delivery_id,
    });
    for (const id of [reviews, batches, spare]) await remove(id);
  });

  it('is tried again after 5 s, 1 min, 10 min, 1 h, 6 h and 24 h with the same id', async () => {
    answer = 500;
    const { webhook_id } = (await register(['check.fraud'])).json;
    await service.call('POST', `/api/webhooks/${webhook_id}/test`, { token });
    await service.app.jobs.idle();
    expect(received).toHaveLength(1);
    for (const [index, wait] of RETRY_MS.entries()) {
      service.clock.advance(wait - 1);
      await service.app.jobs.idle();
      expect(received, `before wait ${index}`).toHaveLength(index + 1);
      service.clock.advance(wait * 0.1 + 2);
      await service.app.jobs.idle();
      expect(received, `after wait ${index}`).toHaveLength(index + 2);
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(7);
    expect(await deliveries(webhook_id)).toMatchObject([
      { state: 'failed', attempts: 7, last_status: 500, last_error: 'HTTP status 500' },
    ]);
    await remove(webhook_id);
  });

  it('is disabled after five days without success, counted from the last success', async () => {
    const { webhook_id } = (await register(['check.fraud'])).json;
    const shown = async () =>
      (await service.call('GET', '/api/webhooks', { token })).json.webhooks.find(
        (one: { webhook_id: string }) => one.webhook_id === webhook_id,
      );
    const attempt = async (status: number) => {
      answer = status;
      await service.call('POST', `/api/webhooks/${webhook_id}/test`, { token });
      await service.app.jobs.idle();
    };
    await attempt(503);
    service.clock.advance(DISABLE_AFTER_MS - 2);
    await attempt(200);
    await attempt(503);
    service.clock.advance(DISABLE_AFTER_MS - 1);
    await attempt(503);
    expect((await shown()).enabled).toBe(true);
    service.clock.advance(1);
    await attempt(503);
    expect((await shown()).enabled).toBe(false);
    received = [];
    await service.call('POST', '/api/fraud-check', { token, body: sms(FRAUD_SMS) });
    await service.app.jobs.idle();
    expect(received.filter(({ body }) => body.includes('check.fraud'))).toEqual([]);
    await remove(webhook_id);
  });

  it('is disabled immediately by 410, and does not follow redirects', async () => {
    const { webhook_id } = (await register(['check.fraud'])).json;
    answer = 302;
    await service.call('POST', `/api/webhooks/${webhook_id}/test`, { token });
    await service.app.jobs.idle();
    expect(received).toHaveLength(1);
    expect(await deliveries(webhook_id)).toMatchObject([{ state: 'waiting', last_status: 302 }]);
    answer = 410;
    service.clock.advance(10_000);
    await service.app.jobs.idle();
    expect(await deliveries(webhook_id)).toMatchObject([{ state: 'failed', last_status: 410 }]);
    await remove(webhook_id);
  });

  it('is visible only to its user', async () => {
    const { webhook_id } = (await register(['check.fraud'])).json;
    const { token: other } = await service.user('bea');
    expect((await service.call('DELETE', `/api/webhooks/${webhook_id}`, { token: other })).status).toBe(404);
    expect((await service.call('POST', `/api/webhooks/${webhook_id}/test`, { token: other })).status).toBe(
      404,
    );
    expect((await service.call('GET', '/api/webhooks', { token: other })).json.webhooks).toEqual([]);
    await service.call('POST', '/api/fraud-check', { token: other, body: sms(FRAUD_SMS) });
    await service.app.jobs.idle();
    expect(received).toEqual([]);
    expect((await remove(webhook_id)).status).toBe(200);
    expect((await remove(webhook_id)).status).toBe(404);
  });
});

describe('addresses', () => {
  it.each(['ftp://example.com/x', 'not a url', 'https://user:pass@example.com/', 'javascript:alert(1)'])(
    '%s is refused when it is registered',
    async (to) => {
      expect((await register(['batch.done'], token, to)).status).toBe(400);
    },
  );

  it('must be https and public, unless their networks are allowed', async () => {
    const strict = await startFixture({
      beside: service,
      outgoing: outgoing({ httpsOnly: true, resolve: async () => ['10.1.2.3'] }),
    });
    const { token: mine } = await service.user('cleo');
    const ask = (to: string) =>
      strict.call('POST', '/api/webhooks', { token: mine, body: { url: to, events: ['batch.done'] } });
    expect((await ask('http://example.com/')).status).toBe(400);
    for (const to of [
      'https://169.254.169.254/',
      'https://127.0.0.1:9/',
      'https://[::1]/',
      'https://0x7f.1/',
    ]) {
      expect((await ask(to)).status, to).toBe(400);
    }
    const { json } = await ask('https://inside.example.com/');
    await strict.call('POST', `/api/webhooks/${json.webhook_id}/test`, { token: mine });
    await strict.app.jobs.idle();
    const list = await strict.call('GET', `/api/webhooks/${json.webhook_id}/deliveries`, { token: mine });
    expect(list.json.deliveries[0]).toMatchObject({
      state: 'waiting',
      last_status: null,
      last_error: 'the address is not allowed (address)',
    });
    await strict.stop();
  });
});
