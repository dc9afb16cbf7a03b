import { connect } from 'node:net';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ESPEAK, isInstalled } from '../../src/speech/programs.js';
import { linkAccount } from '../../src/users/store.js';
import { says, startProvider } from '../advice/fake-provider.js';
import { type Fixture, startFixture } from './fixture.js';

const MARK = 'MARK-7431-zebra';
const provider = await startProvider();
const plain = await startFixture();
const spoken = await startFixture({
  beside: plain,
  settings: { 'speech.url': provider.url, 'speech.transcriptionModel': 'w', 'speech.speechModel': 's' },
});
const ann = await plain.user('ann');
afterAll(async () => {
  for (const one of [spoken, plain, provider]) await one.stop();
});

const BUDGET = { message: 'How do I make a budget?' };
const turns = (count: number, content: string) => Array(count).fill({ role: 'user', content });
/** Returns turns whose content, together with that of `more`, has 65,536 bytes. */
const kibibytes64 = (more = '') => [...turns(16, 'x'.repeat(4_000)), ...turns(1, 'x'.repeat(1_536) + more)];

describe('POST /api/chat', () => {
  test('gives advice, a notice and a video', async () => {
    const history = turns(1, 'hello');
    const { status, json } = await ann.post('/api/chat', { ...BUDGET, history });
    expect([status, json.success]).toEqual([200, true]);
    expect(json.response).toMatch(/A budget is a plan.*general financial information/s);
    const { url, thumbnail } = json.partner_video;
    const [video, picture] = [await fetch(url), await fetch(thumbnail)];
    expect([video.status, video.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test('uses only the figures of accounts that are linked to the user', async () => {
    const grace = await plain.user('grace');
    const mallory = await plain.user('mallory');
    await linkAccount(plain.db, grace.id, 'grace-main');
    for (const [user, sender_id, receiver_id, amount, description] of [
      [grace, 'grace-main', 'corner-shop', 40.25, `groceries ${MARK}`],
      [grace, 'employer', 'grace-main', 1_000, 'salary'],
      [grace, 'someone', 'elsewhere', 77, 'not hers'],
      [mallory, 'grace-main', 'thief', 500, 'another tenant'],
    ] as const)
      await user.post('/api/transactions/submit', { sender_id, receiver_id, amount, description });
    const asked = await grace.post('/api/chat', { message: 'what is my balance?' });
    expect(asked.json.response).toContain('10,959.75');
    const spent = await grace.post('/api/chat', { message: 'how much did I spend on groceries?' });
    expect(spent.json.response).toContain('40.25');
    expect(spent.text + asked.text).not.toMatch(new RegExp(`${MARK}|corner-shop|employer`));
  });

  test.each([
    [400, 'no message', {}],
    [400, 'an empty message', { message: '' }],
    [400, 'a message that is no text', { message: 7 }],
    [400, 'a message of 4,001 characters', { message: 'x'.repeat(4_001) }],
    [400, '51 turns', { message: 'hi', history: turns(51, 'a') }],
    [400, 'a turn of 4,001 characters', { message: 'hi', history: turns(1, 'x'.repeat(4_001)) }],
    [400, 'a role of another kind', { message: 'hi', history: [{ role: 'system', content: 'a' }] }],
    [400, 'more than 64 KiB of history', { message: 'hi', history: kibibytes64('x') }],
    [200, 'a message of 4,000 characters', { message: 'x'.repeat(4_000) }],
    [200, '50 turns', { message: 'hi', history: turns(50, 'a') }],
    [200, '64 KiB of history', { message: 'hi', history: kibibytes64() }],
  ])('answers %i to %s', async (expected, _name, body) => {
    const { status, json } = await ann.post('/api/chat', body);
    expect([status, json.error?.code]).toEqual(status === 200 ? [200, undefined] : [400, 'INVALID_REQUEST']);
    expect(status).toBe(expected);
    if (status === 400) expect(json.error.details.length).toBeGreaterThan(0);
  });

  test('requires a token with the scope', async () => {
    const { token } = await plain.user('checker', { scopes: ['check'] });
    expect((await plain.call('POST', '/api/chat', { body: BUDGET })).status).toBe(401);
    expect((await plain.call('POST', '/api/chat', { token, body: BUDGET })).status).toBe(403);
  });

  test('stores and logs nothing of a conversation', async () => {
    const history = turns(1, `my ${MARK} history`);
    await ann.post('/api/chat', { message: `How do I save for ${MARK}?`, history });
    expect(plain.logged()).not.toContain(MARK);
    const metrics = await plain.app.metrics.kit.registry.metrics();
    expect(metrics).not.toContain(MARK);
    expect(metrics).toMatch(/fraud_chat_answers_total\{[^}]*\} [1-9]/);
  });
});

test.each([
  [{ 'advice.url': 'http://127.0.0.1:1/v1' }, /advice\.model is missing/],
  [{ 'advice.url': 'file:///etc/passwd', 'advice.model': 'm' }, /advice\.url must begin with http/],
  [{ 'speech.url': 'http://127.0.0.1:1/v1' }, /speech\.transcriptionModel is missing/],
])('an incomplete configuration of a provider prevents the start: %j', async (settings, problem) => {
  await expect(startFixture({ beside: plain, settings })).rejects.toThrow(problem);
});

test('a configured language model writes the answers; its failures are 502 if the fallback is off', async () => {
  const fixture = await startFixture({
    beside: plain,
    settings: {
      'advice.model': 'm',
      'advice.key': 'k',
      'advice.url': provider.url,
      'advice.fallback': false,
    },
  });
  const { post } = await fixture.user('modelled');
  provider.answer = (_request, response) => says(response, 'Write down what comes in.');
  const good = await post('/api/chat', BUDGET);
  expect(good.json.response).toMatch(/^Write down what comes in\.\n\n.*general financial information/);
  provider.answer = (_request, response) => response.writeHead(400).end();
  const bad = await post('/api/chat', BUDGET);
  expect([bad.status, bad.json.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
  // A time-out of 20 s takes only 50 ms in this test.
  provider.answer = () => {};
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms / 400);
    return controller.signal;
  });
  const late = await post('/api/chat', BUDGET);
  expect(timeout).toHaveBeenCalledWith(20_000);
  timeout.mockRestore();
  expect([late.status, late.json.error.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
  await fixture.stop();
});

describe('speech', () => {
  test('is documented in the API as the upload of a form with one file', async () => {
    const { paths } = (await plain.call('GET', '/openapi.json')).json;
    expect(paths['/api/chat/speech'].post.requestBody.content).toEqual({
      'multipart/form-data': {
        schema: expect.objectContaining({
          required: ['file'],
          properties: { file: expect.objectContaining({ type: 'string', format: 'binary' }) },
        }),
      },
    });
  });

  const recording = (type = 'audio/webm', size = 10) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(size).fill(7)], { type }), `${MARK}.webm`);
    return form;
  };
  const send = (fixture: Fixture, path: string, body: FormData | string, headers = {}) =>
    fetch(fixture.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
      body,
    });
  const upload = async (fixture: Fixture, body: FormData | string, headers = {}) => {
    const answer = await send(fixture, '/api/chat/speech', body, headers);
    return { ...((await answer.json()) as object), status: answer.status };
  };
  const JSON_TYPE = { 'content-type': 'application/json' };
  const aloud = (fixture: Fixture) =>
    send(fixture, '/api/chat?format=audio', JSON.stringify(BUDGET), JSON_TYPE);

  test('that its client cuts off is one line of the log', async () => {
    const socket = connect(Number(new URL(spoken.url).port), '127.0.0.1');
    const before = spoken.logged().length;
    socket.write(
      [
        'POST /api/chat/speech HTTP/1.1',
        'host: x',
        `authorization: Bearer ${ann.token}`,
        'content-type: multipart/form-data; boundary=b',
        'content-length: 9000',
        '',
        '--b',
        'content-disposition: form-data; name="f"; filename="cut.wav"',
        'content-type: audio/wav',
        '',
        'RIFF',
      ].join('\r\n'),
    );
    const logged = () => spoken.logged().slice(before);
    const messages = () => [...logged().matchAll(/"msg":"([^"]*)"/g)].map(([, msg]) => msg);
    await expect.poll(messages).toEqual(['starting multipart parsing']);
    socket.destroy();
    await expect.poll(messages).toHaveLength(2);
    await spoken.call('GET', '/api/indicators', { token: ann.token });
    await expect.poll(messages).toEqual(['starting multipart parsing', 'caller left', 'request']);
  });

  test('without a provider: recordings are refused, and answers are only spoken if a program is installed', async () => {
    const error = { code: 'NOT_CONFIGURED' };
    expect(await upload(plain, recording())).toMatchObject({ status: 501, error });
    const answer = await aloud(plain);
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual(
      isInstalled(ESPEAK) ? [200, 'audio/wav'] : [501, 'application/json'],
    );
    await answer.arrayBuffer();
  });

  test('converts a recording to text', async () => {
    provider.answer = (_request, response) => response.end(JSON.stringify({ text: ' How do I save? ' }));
    const text = 'How do I save?';
    expect(await upload(spoken, recording())).toEqual({ status: 200, success: true, text });
    const { path, headers, body } = provider.received.at(-1)!;
    expect([path, headers.authorization]).toEqual(['/v1/audio/transcriptions', undefined]);
    const type = { 'content-type': headers['content-type']! };
    const sent = await new Response(new Uint8Array(body), { headers: type }).formData();
    const file = sent.get('file') as File;
    expect([file.name, file.type, sent.get('model')]).toEqual(['recording.webm', 'audio/webm', 'w']);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(10).fill(7));
    // A recording may have exactly 10 MiB.
    expect(await upload(spoken, recording('audio/wav', 10 * 1024 * 1024))).toMatchObject({ status: 200 });
  });

  test('converts an answer to audio', async () => {
    provider.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3x');
    const answer = await aloud(spoken);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(await answer.text()).toBe('ID3x');
    expect(provider.received.at(-1)!.body.toString()).toContain('A budget is a plan');
  });

  test('distinguishes a failure of the provider from a failure of the service', async () => {
    provider.answer = (_request, response) => response.writeHead(400).end('secret detail');
    const error = { code: 'UPSTREAM_ERROR' };
    expect(await upload(spoken, recording())).toMatchObject({ status: 502, error });
  });

  test.each<[number, string, FormData | string, object?]>([
    [415, 'another type', recording('text/html')],
    [413, 'more than 10 MiB', recording('audio/wav', 10 * 1024 * 1024 + 1)],
    [400, 'an empty recording', recording('audio/wav', 0)],
    [400, 'a form without a file', new FormData()],
    [415, 'JSON', '{}', JSON_TYPE],
  ])('answers %i to %s', async (status, _name, body, headers) => {
    expect(await upload(spoken, body, headers)).toMatchObject({ status });
  });
});
