import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestDatabase, testDatabase, testDatabaseKind } from '@services/kit/testing';
import { Upload } from 'tus-js-client';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { OWNER, Program } from '../support/program.js';

const basic = (email: string, key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function download(url: string, authorization: string): Promise<Buffer> {
  const answer = await request(url, { headers: { authorization } });
  return Buffer.from(await answer.body.arrayBuffer());
}

describe('a client that continues after kill -9 of the server', () => {
  let folder: string;
  let program: Program;
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'chat-tus-'));
    if (testDatabaseKind() === 'postgres') database = await testDatabase();
    const settings = database?.url === undefined ? {} : { CHAT_DATABASE_URL: database.url };
    program = new Program(path.join(folder, 'data'), settings);
    await program.init();
    await program.serve();
  });
  afterAll(async () => {
    await program.kill();
    await database?.dispose();
    await rm(folder, { recursive: true });
  });

  it('uploads the identical file', async () => {
    const form = new URLSearchParams({ username: OWNER.email, password: OWNER.password });
    const fetched = await request(`${program.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    });
    const { api_key } = (await fetched.body.json()) as { api_key: string };
    const authorization = basic(OWNER.email, api_key);
    const bytes = randomBytes(6 * 1024 * 1024);
    const { port } = program;
    let kills = 0;
    let restarted: Promise<void> = Promise.resolve();
    const answer = await new Promise<{ url: string; filename: string }>((resolve, reject) => {
      let last = '';
      const upload = new Upload(Buffer.from(bytes), {
        endpoint: `${program.url}/api/v1/tus`,
        headers: { authorization },
        metadata: { filename: 'gross ü.bin', filetype: 'application/octet-stream' },
        chunkSize: 512 * 1024,
        retryDelays: Array.from({ length: 100 }, () => 300),
        onShouldRetry: () => true,
        onAfterResponse: (_request, response) => {
          if (response.getBody()) last = response.getBody();
        },
        onProgress: (sent) => {
          if (kills === 0 && sent > bytes.length / 3) {
            kills++;
            restarted = program.kill().then(() => program.serve(port));
          }
        },
        onError: reject,
        onSuccess: () => resolve(JSON.parse(last)),
      });
      upload.start();
    });
    await restarted;
    expect(kills).toBe(1);
    expect(answer).toMatchObject({ result: 'success', filename: 'gross ü.bin' });
    expect(sha256(await download(program.url + answer.url, authorization))).toBe(sha256(bytes));
  });
});

describe('the protocol', () => {
  let chat: Chat;
  let ann: TestUser;
  let ben: TestUser;
  beforeAll(async () => {
    chat = await startChat({ config: { maxFileUploadMib: 1 } });
    ann = await chat.user();
    ben = await chat.user();
  });
  afterAll(() => chat.stop());

  const TUS = { 'tus-resumable': '1.0.0' };
  async function tus(
    method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS',
    url: string,
    user: TestUser | undefined,
    headers: Record<string, string> = {},
    body?: string,
  ) {
    const answer = await request(new URL(url, chat.url), {
      method: method as 'POST',
      headers: {
        ...TUS,
        ...(user === undefined ? {} : { authorization: basic(user.email, user.key) }),
        ...headers,
      },
      body: body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }
  const create = async (length: number, headers: Record<string, string> = {}) =>
    tus('POST', '/api/v1/tus', ann, {
      'upload-length': String(length),
      'upload-metadata': `filename ${btoa('a.txt')}`,
      ...headers,
    });
  const patch = (url: string, user: TestUser, offset: number, body: string) =>
    tus(
      'PATCH',
      url,
      user,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body,
    );

  it('an upload by creation, PATCH and HEAD: the last PATCH has the same response as POST /user_uploads', async () => {
    const { status, headers } = await create(6);
    const url = String(headers.location);
    expect(status).toBe(201);
    expect(url.startsWith(`${chat.url}/api/v1/tus/`)).toBe(true);
    expect(headers['upload-expires']).toBeDefined();
    // The tus server writes its response without Fastify, but the response has the headers that all other responses
    // have.
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9A-Z]{26}$/),
    });
    expect(await patch(url, ann, 0, 'abc')).toMatchObject({ status: 204, headers: { 'upload-offset': '3' } });
    expect(await tus('HEAD', url, ann)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '3', 'upload-length': '6' },
    });
    expect((await patch(url, ann, 0, 'abc')).status).toBe(409);
    const last = await patch(url, ann, 3, 'def');
    expect(last.status).toBe(200);
    const answer = JSON.parse(last.text);
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      url: expect.any(String),
      uri: answer.url,
      filename: 'a.txt',
    });
    const got = await download(chat.url + answer.url, basic(ann.email, ann.key));
    expect(got.toString()).toBe('abcdef');
    // A client that lost the last response repeats the request and gets the same response.
    expect(await tus('HEAD', url, ann)).toMatchObject({
      status: 200,
      headers: { 'upload-offset': '6', 'upload-length': '6' },
    });
    expect(JSON.parse((await patch(url, ann, 6, '')).text)).toEqual(answer);
    expect((await ann.client.ok('get', '/attachments')).attachments).toHaveLength(1);
  });

  it('a creation that carries the whole file finishes the upload', async () => {
    const { status, text, headers } = await tus(
      'POST',
      '/api/v1/tus',
      ann,
      {
        'upload-length': '2',
        'content-type': 'application/offset+octet-stream',
        'upload-metadata': `filename ${btoa('b.txt')}`,
      },
      'hi',
    );
    expect({ status, location: headers.location }).toMatchObject({
      status: 201,
      location: expect.any(String),
    });
    expect(JSON.parse(text)).toMatchObject({ result: 'success', filename: 'b.txt' });
  });

  it('an upload belongs to its creator: other users get 404', async () => {
    const url = String((await create(3)).headers.location);
    for (const answer of [
      await tus('HEAD', url, ben),
      await patch(url, ben, 0, 'abc'),
      await tus('DELETE', url, ben),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await tus('HEAD', url, undefined)).status).toBe(401);
    expect((await patch(url, ann, 0, 'abc')).status).toBe(200);
  });

  it('a DELETE request removes the upload', async () => {
    const url = String((await create(3)).headers.location);
    expect((await tus('DELETE', url, ann)).status).toBe(204);
    expect((await tus('HEAD', url, ann)).status).toBe(404);
  });

  it.each([
    ['above the maximum', { 'upload-length': String(1024 * 1024 + 1) }, 413],
    ['without a size', {}, 400],
    ['with the size to come later', { 'upload-defer-length': '1' }, 400],
    ['without the version', { 'upload-length': '1', 'tus-resumable': '0.2.0' }, 412],
  ])('an upload %s is refused', async (_what, headers, status) => {
    const answer = await tus('POST', '/api/v1/tus', ann, headers);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    if (status !== 412) expect(answer.status).toBe(status);
  });

  it('more bytes than the announced size are refused', async () => {
    const url = String((await create(3)).headers.location);
    expect((await patch(url, ann, 0, 'abcdef')).status).toBeGreaterThanOrEqual(400);
    expect((await tus('HEAD', url, ann)).headers['upload-offset']).toBe('0');
  });

  it('forwarded headers do not change the URL that the client gets', async () => {
    const { headers } = await create(3, { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' });
    expect(String(headers.location).startsWith(chat.url)).toBe(true);
  });

  it('a browser’s cookie is accepted with the CSRF header for uploads, and without it for opening files', async () => {
    const admin = await chat.user({ role: ROLE.administrator });
    const password = 'a long and unusual phrase';
    await admin.client.ok('post', '/users', { email: 'web@x.test', password, full_name: 'Web' });
    const login = await chat.anonymous().post('/json/login', { username: 'web@x.test', password });
    expect(login.status).toBe(200);
    const cookie = String(login.headers['set-cookie']).split(';')[0]!;
    const headers = { cookie, 'upload-length': '2', 'content-type': 'application/offset+octet-stream' };
    const without = await tus('POST', '/api/v1/tus', undefined, headers, 'hi');
    expect(without.status).toBe(403);
    const made = await tus(
      'POST',
      '/api/v1/tus',
      undefined,
      { ...headers, 'x-csrf-token': login.body.csrf_token },
      'hi',
    );
    expect(made.status).toBe(201);
    const file = await request(chat.url + JSON.parse(made.text).url, { headers: { cookie } });
    expect({ status: file.statusCode, text: await file.body.text() }).toEqual({ status: 200, text: 'hi' });
  });

  it('OPTIONS lists the extensions', async () => {
    const { status, headers } = await tus('OPTIONS', '/api/v1/tus', undefined);
    expect(status).toBe(204);
    expect(String(headers['tus-extension']).split(',').sort()).toEqual([
      'creation',
      'creation-with-upload',
      'expiration',
      'termination',
    ]);
  });
});
