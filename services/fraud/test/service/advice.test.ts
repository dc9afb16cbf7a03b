import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ESPEAK, isInstalled } from '../../src/speech/programs.js';
import { linkAccount } from '../../src/users/store.js';
import { type FakeProvider, says, startProvider } from '../advice/fake-provider.js';
import { type Fixture, startFixture } from './fixture.js';

const MARK = 'MARK-7431-zebra';
let plain: Fixture;
let spoken: Fixture;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await startProvider();
  plain = await startFixture();
  spoken = await startFixture({
    beside: plain,
    settings: {
      'speech.url': provider.url,
      'speech.transcriptionModel': 'w',
      'speech.speechModel': 's',
    },
  });
});
afterAll(async () => {
  await spoken?.stop();
  await plain?.stop();
  await provider?.stop();
});

const chat = (message: unknown, history?: unknown) => ({
  message,
  ...(history === undefined ? {} : { history }),
});

/** Returns turns whose content, together with that of `more`, has 65,536 bytes. */
function kibibytes64(more = '') {
  const turn = (content: string) => ({ role: 'user', content });
  return [...Array(16).fill(turn('x'.repeat(4_000))), turn('x'.repeat(1_536) + more)];
}

describe('POST /api/chat', () => {
  test('gives advice, a notice and a video', async () => {
    const { token } = await plain.user('ada');
    const { status, json } = await plain.call('POST', '/api/chat', {
      token,
      body: chat('How do I make a budget?', [{ role: 'user', content: 'hello' }]),
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({ success: true });
    expect(json.response).toContain('A budget is a plan');
    expect(json.response).toMatch(/general financial information/);
    const video = await fetch(json.partner_video.url);
    const picture = await fetch(json.partner_video.thumbnail);
    expect([video.status, video.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  test('uses only the figures of accounts that are linked to the user', async () => {
    const { id, token } = await plain.user('grace');
    const other = await plain.user('mallory');
    await linkAccount(plain.db, id, 'grace-main');
    const pay = (
      token: string,
      sender_id: string,
      receiver_id: string,
      amount: number,
      description: string,
    ) =>
      plain.call('POST', '/api/transactions/submit', {
        token,
        body: { sender_id, receiver_id, amount, description },
      });
    await pay(token, 'grace-main', 'corner-shop', 40.25, `groceries ${MARK}`);
    await pay(token, 'employer', 'grace-main', 1_000, 'salary');
    await pay(token, 'someone', 'elsewhere', 77, 'not hers');
    await pay(other.token, 'grace-main', 'thief', 500, 'another tenant');
    const asked = await plain.call('POST', '/api/chat', { token, body: chat('what is my balance?') });
    expect(asked.json.response).toContain('10,959.75');
    const spent = await plain.call('POST', '/api/chat', {
      token,
      body: chat('how much did I spend on groceries?'),
    });
    expect(spent.json.response).toContain('40.25');
    expect(spent.text + asked.text).not.toMatch(new RegExp(`${MARK}|corner-shop|employer`));
  });

  test.each([
    ['no message', {}],
    ['an empty message', chat('')],
    ['a message that is no text', chat(7)],
    ['a message of 4,001 characters', chat('x'.repeat(4_001))],
    ['51 turns', chat('hi', Array(51).fill({ role: 'user', content: 'a' }))],
    ['a turn of 4,001 characters', chat('hi', [{ role: 'user', content: 'x'.repeat(4_001) }])],
    ['a role of another kind', chat('hi', [{ role: 'system', content: 'a' }])],
    ['more than 64 KiB of history', chat('hi', kibibytes64('x'))],
    ['an unknown member', { ...chat('hi'), model: 'x' }],
  ])('%s is refused', async (_name, body) => {
    const { token } = await plain.user(`refused-${_name.replaceAll(/[ ,]/g, '-')}`);
    const { status, json } = await plain.call('POST', '/api/chat', { token, body });
    expect([status, json.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(json.error.details.length).toBeGreaterThan(0);
  });

  test.each([
    ['a message of 4,000 characters', chat('x'.repeat(4_000))],
    ['50 turns', chat('hi', Array(50).fill({ role: 'assistant', content: 'a' }))],
    ['64 KiB of history', chat('hi', kibibytes64())],
    ['no history', chat('hi')],
  ])('%s is accepted', async (_name, body) => {
    const { token } = await plain.user(`taken-${_name.replaceAll(/[ ,]/g, '-')}`);
    expect((await plain.call('POST', '/api/chat', { token, body })).status).toBe(200);
  });

  test('requires a token with the scope', async () => {
    const { token } = await plain.user('checker', { scopes: ['check'] });
    expect((await plain.call('POST', '/api/chat', { body: chat('hi') })).status).toBe(401);
    expect((await plain.call('POST', '/api/chat', { token, body: chat('hi') })).status).toBe(403);
  });

  test('stores and logs nothing of a conversation', async () => {
    const { token } = await plain.user('silent');
    const count = async () =>
      Number(
        (await plain.app.metrics.kit.registry.metrics()).match(/fraud_chat_answers_total\{[^}]*\} \d+/g)
          ?.length,
      );
    await plain.call('POST', '/api/chat', {
      token,
      body: chat(`How do I save for ${MARK}?`, [{ role: 'user', content: `my ${MARK} history` }]),
    });
    expect(plain.logged()).not.toContain(MARK);
    expect(await plain.app.metrics.kit.registry.metrics()).not.toContain(MARK);
    expect(await count()).toBeGreaterThan(0);
  });
});

test.each([
  [{ 'advice.url': 'http://127.0.0.1:1/v1' }, /advice\.model is missing/],
  [{ 'advice.url': 'file:///etc/passwd', 'advice.model': 'm' }, /advice\.url must begin with http/],
  [{ 'speech.url': 'http://127.0.0.1:1/v1' }, /speech\.transcriptionModel is missing/],
])('an incomplete configuration of a provider prevents the start: %j', async (settings, problem) => {
  await expect(startFixture({ beside: plain, settings })).rejects.toThrow(problem);
});

describe('a language model that is configured', () => {
  const modelled = { 'advice.model': 'm', 'advice.key': 'k' };
  const ask = { message: 'How do I make a budget?', history: [] };

  test('writes the answers; its failures are 502 if the fallback is off', async () => {
    const fixture = await startFixture({
      beside: plain,
      settings: { ...modelled, 'advice.url': provider.url, 'advice.fallback': false },
    });
    const { token } = await fixture.user('modelled');
    provider.answer = (_request, response) => says(response, 'Write down what comes in.');
    const good = await fixture.call('POST', '/api/chat', { token, body: ask });
    expect(good.json.response).toMatch(/^Write down what comes in\.\n\n.*general financial information/);
    provider.answer = (_request, response) => response.writeHead(400).end();
    const bad = await fixture.call('POST', '/api/chat', { token, body: ask });
    expect([bad.status, bad.json.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    // A time-out of 20 s takes only 50 ms in this test.
    provider.answer = () => {};
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms / 400);
      return controller.signal;
    });
    const late = await fixture.call('POST', '/api/chat', { token, body: ask });
    expect(timeout).toHaveBeenCalledWith(20_000);
    timeout.mockRestore();
    expect([late.status, late.json.error.code]).toEqual([504, 'UPSTREAM_TIMEOUT']);
    await fixture.stop();
  });
});

describe('speech', () => {
  test('is documented in the API as the upload of a form with one file', async () => {
    const document = (await (await fetch(`${plain.url}/openapi.json`)).json()) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
    };
    const { content } = document.paths['/api/chat/speech']!.post.requestBody;
    expect(Object.keys(content)).toEqual(['multipart/form-data']);
    expect(content['multipart/form-data']!.schema).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    });
  });

  const recording = (type = 'audio/webm', size = 10) => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(size).fill(7)], { type }), `${MARK}.webm`);
    return form;
  };
  const upload = async (fixture: Fixture, token: string, body: FormData | string, headers = {}) => {
    const answer = await fetch(`${fixture.url}/api/chat/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
    const json = (await answer.json()) as { success?: boolean; text?: string; error?: { code: string } };
    return { ...json, status: answer.status };
  };

  test('that its client cuts off is one line of the log', async () => {
    const { token } = await spoken.user('cut');
    const socket = connect(Number(new URL(spoken.url).port), '127.0.0.1');
    const before = spoken.logged().length;
    socket.write(
      [
        'POST /api/chat/speech HTTP/1.1',
        'host: x',
        `authorization: Bearer ${token}`,
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
    const messages = () =>
      [
        ...spoken
          .logged()
          .slice(before)
          .matchAll(/"msg":"([^"]*)"/g),
      ].map(([, msg]) => msg);
    await expect.poll(messages).toEqual(['starting multipart parsing']);
    socket.destroy();
    await expect.poll(messages).toHaveLength(2);
    await spoken.call('GET', '/api/indicators', { token });
    await expect.poll(messages).toEqual(['starting multipart parsing', 'caller left', 'request']);
  });

  test('without a provider: recordings are refused, and answers are only spoken if a program is installed', async () => {
    const { token } = await plain.user('mute');
    expect(await upload(plain, token, recording())).toMatchObject({
      status: 501,
      error: { code: 'NOT_CONFIGURED' },
    });
    const answer = await fetch(`${plain.url}/api/chat?format=audio`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat('How do I make a budget?')),
    });
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual(
      isInstalled(ESPEAK) ? [200, 'audio/wav'] : [501, 'application/json'],
    );
    await answer.arrayBuffer();
  });

  test('converts a recording to text', async () => {
    provider.answer = (_request, response) => response.end(JSON.stringify({ text: 'How do I save?' }));
    const { token } = await spoken.user('speaker');
    expect(await upload(spoken, token, recording())).toEqual({
      status: 200,
      success: true,
      text: 'How do I save?',
    });
    const sent = provider.received.at(-1)!.body.toString('latin1');
    expect(sent).toContain('recording.webm');
    expect(sent).not.toContain(MARK);
  });

  test('converts an answer to audio', async () => {
    provider.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('ID3x');
    const { token } = await spoken.user('listener');
    const answer = await fetch(`${spoken.url}/api/chat?format=audio`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(chat('How do I make a budget?')),
    });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'audio/mpeg',
      'ID3x',
    ]);
    expect(provider.received.at(-1)!.body.toString()).toContain('A budget is a plan');
  });

  test('distinguishes a failure of the provider from a failure of the service', async () => {
    provider.answer = (_request, response) => response.writeHead(400).end('secret detail');
    const { token } = await spoken.user('unlucky');
    expect(await upload(spoken, token, recording())).toMatchObject({
      status: 502,
      error: { code: 'UPSTREAM_ERROR' },
    });
  });

  test('refuses uploads that are not recordings, are too large, or are not forms', async () => {
    const { token } = await spoken.user('clumsy');
    expect((await upload(spoken, token, recording('text/html'))).status).toBe(415);
    expect((await upload(spoken, token, recording('audio/wav', 10 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(spoken, token, recording('audio/wav', 0))).status).toBe(400);
    expect((await upload(spoken, token, new FormData())).status).toBe(400);
    expect((await upload(spoken, token, '{}', { 'content-type': 'application/json' })).status).toBe(415);
  });

  test('accepts a recording of exactly 10 MiB', async () => {
    provider.answer = (_request, response) => response.end(JSON.stringify({ text: 'long' }));
    const { token } = await spoken.user('talker');
    expect((await upload(spoken, token, recording('audio/wav', 10 * 1024 * 1024))).status).toBe(200);
  });
});
