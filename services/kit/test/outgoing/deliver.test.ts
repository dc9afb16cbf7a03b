import { expect, it } from 'vitest';
import { deliver, type Outgoing, OutgoingFailed, OutgoingRefused } from '../../src/outgoing/index.js';

const REQUEST = { body: '{}', connectTimeoutMs: 1000, timeoutMs: 10_000, maxBytes: 65_536 };

/** A receiver that responds with a status, or fails. */
const receiver = (outcome: number | Error): Outgoing => ({
  check: async () => {},
  request: async () => {
    if (outcome instanceof Error) throw outcome;
    return { status: outcome, headers: {}, body: new TextEncoder().encode('said') };
  },
});

it.each([200, 204, 299])('status %i is a success', async (status) => {
  expect(await deliver(receiver(status), 'https://x.test', REQUEST)).toEqual({
    ok: true,
    status,
    text: 'said',
  });
});

it.each([
  [199, true],
  [302, true],
  [404, true],
  [410, true],
  [429, false],
  [500, false],
  [503, false],
])('status %i is a failure; final: %s', async (status, isFinal) => {
  const failure = { ok: false, status, text: 'said', reason: `HTTP status ${status}`, isFinal };
  expect(await deliver(receiver(status), 'https://x.test', REQUEST)).toEqual(failure);
});

it.each([
  [new OutgoingRefused('address', 'x'), 'the address is not allowed (address)', true],
  [new OutgoingFailed('too_large', 'x'), 'the answer is larger than 64 KiB', true],
  [new OutgoingFailed('timeout', 'x'), 'no answer within 10 seconds', false],
  [new OutgoingFailed('connection', 'x'), 'the connection failed', false],
])('%s: %s; final: %s', async (error, reason, isFinal) => {
  expect(await deliver(receiver(error), 'https://x.test', REQUEST)).toEqual({ ok: false, reason, isFinal });
});

it('JSON is posted, with the headers of the request', async () => {
  const sent: unknown[] = [];
  const recorder: Outgoing = {
    check: async () => {},
    request: async (url, { method, headers, body }) => {
      sent.push([url, method, headers, body]);
      return { status: 200, headers: {}, body: new Uint8Array() };
    },
  };
  await deliver(recorder, 'https://x.test', { ...REQUEST, headers: { a: 'b' } });
  await deliver(recorder, 'https://x.test', { ...REQUEST, headers: { 'content-type': 'other' } });
  const json = { 'content-type': 'application/json', a: 'b' };
  expect(sent).toEqual([
    ['https://x.test', 'POST', json, '{}'],
    ['https://x.test', 'POST', { 'content-type': 'other' }, '{}'],
  ]);
});

it('other errors are bugs and are thrown', async () => {
  await expect(deliver(receiver(new TypeError('bug')), 'https://x.test', REQUEST)).rejects.toThrow('bug');
});
