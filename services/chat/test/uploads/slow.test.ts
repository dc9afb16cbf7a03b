import { request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';

/** A time limit that is longer than one pause of a sender, but shorter than all its pauses together. */
const TIMEOUT_SECONDS = 2;
const PAUSES = 5;
const PAUSE_MS = 500;

let chat: Chat;
let user: TestUser;
let authorization: string;
beforeAll(async () => {
  chat = await startChat({ config: { bodyTimeoutSeconds: TIMEOUT_SECONDS } });
  user = await chat.user();
  authorization = `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;
});
afterAll(() => chat.stop());

interface Sent {
  status: number;
  body: { code?: string; filename?: string };
}

/** Sends the pieces with pauses; with `stalls`, never sends the last piece. */
function drip(
  method: string,
  path: string,
  headers: Record<string, string>,
  pieces: string[],
  { stalls = false } = {},
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    const request = httpRequest(
      chat.url + path,
      { method, headers: { authorization, 'content-length': length, ...headers } },
      async (answer) => {
        const text = (await answer.toArray()).join('');
        resolve({ status: answer.statusCode!, body: text === '' ? {} : JSON.parse(text) });
      },
    );
    request.on('error', reject);
    const send = async () => {
      for (const piece of stalls ? pieces.slice(0, -1) : pieces) {
        if (request.destroyed) return;
        request.write(piece);
        await delay(PAUSE_MS);
      }
      if (!stalls) request.end();
    };
    void send();
  });
}

const pieces = (text: string) => Array.from({ length: PAUSES }, (_, index) => `${text} ${index}\n`);

/** Creates an empty resumable upload of `size` bytes. */
async function begin(size: number): Promise<string> {
  const answer = await fetch(`${chat.url}/api/v1/tus`, {
    method: 'POST',
    headers: {
      authorization,
      'tus-resumable': '1.0.0',
      'upload-length': String(size),
      'upload-metadata': `filename ${Buffer.from('slow.txt').toString('base64')}`,
    },
  });
  expect(answer.status).toBe(201);
  return new URL(answer.headers.get('location')!).pathname;
}
const TUS = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
};

describe.concurrent('bodies that arrive slowly', () => {
  it('a piece of a resumable upload is not cut off while bytes arrive', async () => {
    const sent = pieces('line');
    const path = await begin(Buffer.byteLength(sent.join('')));
    expect(await drip('PATCH', path, TUS, sent)).toMatchObject({
      status: 200,
      body: { filename: 'slow.txt' },
    });
  });

  it('a plain upload is not cut off while bytes arrive', async () => {
    const head = '--b\r\nContent-Disposition: form-data; name="f"; filename="slow.txt"\r\n\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await drip('POST', '/api/v1/user_uploads', type, [
      head,
      ...pieces('line'),
      '\r\n--b--\r\n',
    ]);
    expect(answer).toMatchObject({ status: 200, body: { filename: 'slow.txt' } });
  });

  it('a piece that stops arriving is cut off, and the upload continues after the received bytes', async () => {
    const [first, ...rest] = pieces('line') as [string, ...string[]];
    const path = await begin(Buffer.byteLength([first, ...rest].join('')));
    const cut = drip('PATCH', path, TUS, [first, ...rest.slice(0, 1), ...rest.slice(1)], { stalls: true });
    await expect(cut.then(({ status }) => status)).resolves.toBe(408);
    const state = await fetch(chat.url + path, { method: 'HEAD', headers: { authorization, ...TUS } });
    const offset = Number(state.headers.get('upload-offset'));
    const whole = [first, ...rest].join('');
    expect(offset).toBe(Buffer.byteLength(whole) - Buffer.byteLength(rest.at(-1)!));
    const answer = await fetch(chat.url + path, {
      method: 'PATCH',
      headers: { authorization, ...TUS, 'upload-offset': String(offset) },
      body: whole.slice(offset),
    });
    expect(answer.status).toBe(200);
  });

  it('a form that exceeds its time limit is refused, even if bytes arrive steadily', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const slow = ['content=a', ...Array.from({ length: PAUSES }, () => 'a')];
    expect(await drip('POST', '/api/v1/messages/render', form, slow)).toMatchObject({
      status: 408,
      body: { code: 'REQUEST_TIMEOUT' },
    });
  });
});
