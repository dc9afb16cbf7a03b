import { createHash, randomBytes } from 'node:crypto';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createLogger } from '@services/kit/log';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUploads, UNREFERENCED_LIFE_MS } from '../../src/uploads/cleanup.js';
import { storedAt } from '../../src/uploads/names.js';
import { type Chat, ManualClock, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';
import { listen } from '../support/events.js';

let chat: Chat;
let clock: ManualClock;
let ann: TestUser;
let ben: TestUser;
let guest: TestUser;
const lines: string[] = [];
beforeAll(async () => {
  clock = new ManualClock(Date.now());
  const log = createLogger({ destination: { write: (line) => lines.push(line) } });
  chat = await startChat({ clock, log, config: { maxFileUploadMib: 1 } });
  ann = await chat.user();
  ben = await chat.user();
  guest = await chat.user({ role: ROLE.guest });
});
afterAll(() => chat.stop());

const basic = (user: TestUser) => `Basic ${Buffer.from(`${user.email}:${user.key}`).toString('base64')}`;

async function upload(user: TestUser, files: { name: string; bytes: Uint8Array | string }[]) {
  const form = new FormData();
  for (const [index, { name, bytes }] of files.entries())
    form.append(`file${index}`, new Blob([bytes]), name);
  const encoded = await encodeForm(form);
  const answer = await request(`${chat.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { ...encoded.headers, authorization: basic(user) },
    body: encoded.body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
  return { status: answer.statusCode, body: (await answer.body.json()) as any };
}

async function uploadOne(user: TestUser, name: string, bytes: Uint8Array | string): Promise<string> {
  const { body } = await upload(user, [{ name, bytes }]);
  expect(body).toMatchObject({ result: 'success' });
  return body.url;
}

async function open(
  user: TestUser | undefined,
  url: string,
  headers: Record<string, string> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  const answer = await request(chat.url + url, {
    method,
    headers: { ...(user === undefined ? {} : { authorization: basic(user) }), ...headers },
  });
  const body = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, body };
}

describe('POST /user_uploads', () => {
  it('keeps the bytes, and returns url, uri and filename', async () => {
    const bytes = randomBytes(300_000);
    const { body } = await upload(ann, [{ name: 'Ünï cödé [1] (x).bin', bytes }]);
    expect(body).toMatchObject({ filename: 'Ünï cödé [1] (x).bin', uri: body.url });
    expect(body.url).toMatch(
      /^\/user_uploads\/2\/[0-9a-f]{2}\/[A-Za-z0-9]{32}\/%C3%9Cn%C3%AF-c%C3%B6d%C3%A9-1-x\.bin$/,
    );
    const got = await open(ann, body.url);
    expect(createHash('sha256').update(got.body).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
  });

  it.each([
    ['../../etc/passwd', 'passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini', 'boot.ini'],
    ['..', 'uploaded-file', 'uploaded-file'],
    ['a\u202egpj.exe', 'agpj.exe', 'agpj.exe'],
    ['日本 語.txt', '日本 語.txt', encodeURIComponent('日本-語.txt')],
    [`${'é'.repeat(300)}.txt`, `${'é'.repeat(125)}.txt`, `${encodeURIComponent('é'.repeat(58))}.txt`],
  ])('the name %j is made harmless', async (name, filename, slug) => {
    const { body } = await upload(ann, [{ name, bytes: 'x' }]);
    expect(body.filename).toBe(filename);
    expect(body.url.split('/').at(-1)).toBe(slug);
  });

  it('accepts names in the form of RFC 5987, as urllib3 sends them', async () => {
    const payload =
      '--b\r\nContent-Disposition: form-data; name="f"; filename*=UTF-8\'\'na%C3%AFve.txt\r\n\r\nx\r\n--b--\r\n';
    const answer = await request(`${chat.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: basic(ann), 'content-type': 'multipart/form-data; boundary=b' },
      body: payload,
    });
    expect(((await answer.body.json()) as { filename: string }).filename).toBe('naïve.txt');
  });

  it.each([
    ['no file', []],
    ['two files', ['a', 'b']],
    ['a file above the maximum', ['x'.repeat(1024 * 1024 + 1)]],
  ])('refuses %s', async (_what, contents) => {
    const { status, body } = await upload(
      ann,
      contents.map((bytes, index) => ({ name: `${index}.txt`, bytes })),
    );
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_REQUEST' });
  });

  it('gives 413 for a body whose header announces too many bytes', async () => {
    const answer = await request(`${chat.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: {
        authorization: basic(ann),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(2 * 1024 * 1024),
      },
      body: Readable.from([Buffer.alloc(2 * 1024 * 1024)]),
    });
    expect({ status: answer.statusCode, body: await answer.body.json() }).toMatchObject({
      status: 413,
      body: { code: 'REQUEST_TOO_LARGE' },
    });
  });

  const temporary = async () =>
    (await readdir(chat.app.files.temporaryFolder)).filter((name) => name !== 'resumable');

  it('a client that leaves during an upload is one line of the log, and leaves no file', async () => {
    const socket = connect(Number(new URL(chat.url).port), '127.0.0.1');
    socket.write(
      [
        'POST /api/v1/user_uploads HTTP/1.1',
        'host: x',
        `authorization: ${basic(ann)}`,
        'content-type: multipart/form-data; boundary=b',
        'content-length: 9000',
        '',
        '--b',
        'content-disposition: form-data; name="f"; filename="cut.txt"',
        '',
        'The first of many lines',
      ].join('\r\n'),
    );
    await expect.poll(temporary).toHaveLength(1);
    lines.length = 0;
    socket.destroy();
    await expect.poll(temporary).toEqual([]);
    expect(await uploadOne(ann, 'next.txt', 'next')).toContain('next.txt');
    await expect.poll(() => lines.map((line) => JSON.parse(line).msg)).toEqual(['caller left', 'request']);
  });

  it('leaves no file of a refused upload', async () => {
    expect(await temporary()).toEqual([]);
  });
});

describe('access', () => {
  let channelId: number;
  beforeAll(async () => {
    const name = 'secret';
    await ann.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      invite_only: true,
      history_public_to_subscribers: false,
    });
    channelId = (await ann.client.ok('get', '/get_stream_id', { stream: name })).stream_id;
  });

  const readers = async (url: string) => {
    const statuses: number[] = [];
    for (const user of [ann, ben, guest]) statuses.push((await open(user, url)).status);
    return statuses;
  };

  it('is limited to the uploader until a message refers to the file; then users who can see the message may open it', async () => {
    const url = await uploadOne(ann, 'plan.txt', 'the plan');
    expect(await readers(url)).toEqual([200, 404, 404]);
    const { id } = await ann.client.ok('post', '/messages', {
      type: 'direct',
      to: [ben.id],
      content: `[plan](${url})`,
    });
    expect(await readers(url)).toEqual([200, 200, 404]);
    await ann.client.ok('patch', `/messages/${id}`, { content: 'nothing' });
    expect(await readers(url)).toEqual([200, 404, 404]);
    await ann.client.ok('patch', `/messages/${id}`, { content: `again ${chat.url}${url}` });
    expect(await readers(url)).toEqual([200, 200, 404]);
    await ann.client.ok('delete', `/messages/${id}`);
    expect(await readers(url)).toEqual([200, 404, 404]);
  });

  it('is not gained by writing a message with the URL of an upload that the author cannot open', async () => {
    const url = await uploadOne(ann, 'mine.txt', 'mine');
    await ben.client.ok('post', '/messages', { type: 'direct', to: [guest.id], content: `look: ${url}` });
    expect(await readers(url)).toEqual([200, 404, 404]);
  });

  it('ends for users who leave a private channel; joining later does not give access to earlier files', async () => {
    const url = await uploadOne(ann, 'c.txt', 'c');
    await ann.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [ben.id],
    });
    await ann.client.ok('post', '/messages', {
      type: 'channel',
      to: channelId,
      topic: 't',
      content: `[c](${url})`,
    });
    await ann.client.ok('post', '/users/me/subscriptions', {
      subscriptions: [{ name: 'secret' }],
      principals: [guest.id],
    });
    expect(await readers(url)).toEqual([200, 200, 404]);
    await ben.client.ok('delete', '/users/me/subscriptions', { subscriptions: ['secret'] });
    expect(await readers(url)).toEqual([200, 404, 404]);
  });

  it('requires credentials, and ignores a key in the query', async () => {
    const url = await uploadOne(ann, 'k.txt', 'k');
    expect((await open(undefined, url)).status).toBe(401);
    expect((await open(undefined, `${url}?api_key=${ann.key}`)).status).toBe(401);
    expect((await open(ann, url.replace(/[A-Za-z0-9]{32}/, 'A'.repeat(32)))).status).toBe(404);
    expect((await open(ann, '/user_uploads/2/../../etc/passwd')).status).toBe(404);
    expect((await open(ann, '/user_uploads/2/%2e%2e/%2e%2e/files/x')).status).toBe(404);
  });

  it('a signed path opens the file for a minute without credentials, and only that file', async () => {
    const url = await uploadOne(ann, 's.txt', 'signed');
    const other = await uploadOne(ann, 'o.txt', 'other');
    expect((await ben.client.get(url)).status).toBe(404);
    const { url: signed } = await ann.client.ok('get', url);
    expect((await open(undefined, signed)).body.toString()).toBe('signed');
    const forged = signed.replace(url.slice('/user_uploads/'.length), other.slice('/user_uploads/'.length));
    expect((await open(undefined, forged)).status).toBe(404);
    clock.advance(61_000);
    expect((await open(undefined, signed)).status).toBe(404);
  });
});

describe('serving', () => {
  it('shows only files whose bytes and name have a harmless type; other files are downloads', async () => {
    const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const html = '<!doctype html><script>alert(1)</script>';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const expected: [string, Uint8Array | string, string, 'inline' | 'attachment'][] = [
      ['a.png', png, 'image/png', 'inline'],
      ['a.txt', 'plain é', 'text/plain; charset=utf-8', 'inline'],
      ['a.pdf', '%PDF-1.7\n', 'application/pdf', 'inline'],
      ['a.html', html, 'application/octet-stream', 'attachment'],
      ['a.png', html, 'application/octet-stream', 'attachment'],
      ['a.html', png, 'application/octet-stream', 'attachment'],
      ['a.svg', svg, 'application/octet-stream', 'attachment'],
      ['a.png', svg, 'application/octet-stream', 'attachment'],
      ['a.xml', '<?xml version="1.0"?><x/>', 'application/octet-stream', 'attachment'],
      ['a.js', 'alert(1)', 'application/octet-stream', 'attachment'],
      ['a', png, 'application/octet-stream', 'attachment'],
      ['a.txt', Buffer.from([0, 1, 2]), 'application/octet-stream', 'attachment'],
    ];
    for (const [name, bytes, type, disposition] of expected) {
      const { headers } = await open(ann, await uploadOne(ann, name, bytes));
      expect({ name, type: headers['content-type'] }).toEqual({ name, type });
      expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition}; `));
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
      });
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy.includes('sandbox')).toBe(type !== 'application/pdf');
    }
  });

  it('a file name cannot add a header', async () => {
    const url = await uploadOne(ann, 'a"; filename="evil.html\r\nX-Evil: 1.txt', 'x');
    const { headers } = await open(ann, url);
    expect(headers['x-evil']).toBeUndefined();
    expect(headers['content-disposition']).toMatch(
      /^inline; filename="[A-Za-z0-9 ._-]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/,
    );
  });

  it('supports ranges, HEAD and ETag', async () => {
    const url = await uploadOne(ann, 'r.txt', '0123456789');
    const whole = await open(ann, url);
    expect(whole).toMatchObject({
      status: 200,
      headers: { 'accept-ranges': 'bytes', 'content-length': '10' },
    });
    for (const [range, text, contentRange] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-3', '789', 'bytes 7-9/10'],
      ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ]) {
      const part = await open(ann, url, { range: range! });
      expect([part.status, part.body.toString(), part.headers['content-range']]).toEqual([
        206,
        text,
        contentRange,
      ]);
    }
    expect(await open(ann, url, { range: 'bytes=10-' })).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */10' },
    });
    expect((await open(ann, url, { range: 'bytes=0-1,3-4' })).status).toBe(200);
    const head = await open(ann, url, {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '10' } });
    expect(head.body.length).toBe(0);
    const etag = String(whole.headers.etag);
    expect((await open(ann, url, { 'if-none-match': etag })).status).toBe(304);
    expect((await open(ann, url, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
    // Access is checked first, even if the client already has the bytes in its cache.
    expect((await open(ben, url, { 'if-none-match': etag })).status).toBe(404);
  });

  it('does not follow a symbolic link out of the folder', async () => {
    const url = await uploadOne(ann, 'l.txt', 'inside');
    const stored = path.join(
      chat.app.files.temporaryFolder,
      '../files',
      storedAt(url.slice('/user_uploads/'.length)),
    );
    const { rm } = await import('node:fs/promises');
    const outside = path.join(chat.app.files.temporaryFolder, 'outside');
    await writeFile(outside, 'outside');
    await rm(stored);
    await symlink(outside, stored);
    const got = await open(ann, url);
    expect(got.status).toBe(404);
    expect(got.body.toString()).not.toContain('outside');
    await rm(outside);
  });
});

describe('attachments', () => {
  it('are listed, and deleted by their owner only, with an event for the owner', async () => {
    const user = await chat.user();
    const events = await listen(user, ['attachment']);
    const url = await uploadOne(user, 'a.txt', 'abc');
    const { id: messageId } = await user.client.ok('post', '/messages', {
      type: 'direct',
      to: [user.id],
      content: url,
    });
    const { attachments, upload_space_used } = await user.client.ok('get', '/attachments');
    expect(attachments).toEqual([
      {
        id: expect.any(Number),
        name: 'a.txt',
        path_id: url.slice('/user_uploads/'.length),
        size: 3,
        create_time: expect.any(Number),
        messages: [{ id: messageId, date_name: expect.any(Number) }],
      },
    ]);
    expect(upload_space_used).toBeGreaterThanOrEqual(3);
    expect(await ann.client.delete(`/attachments/${attachments[0].id}`)).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST' },
    });
    await user.client.ok('delete', `/attachments/${attachments[0].id}`);
    expect((await open(user, url)).status).toBe(404);
    expect((await events.next()).map((event) => event.op)).toEqual(['add', 'update', 'remove']);
  });

  it('are deleted after seven days without a message', async () => {
    const kept = await uploadOne(ann, 'kept.txt', 'kept');
    const lost = await uploadOne(ann, 'lost.txt', 'lost');
    await ann.client.ok('post', '/messages', { type: 'direct', to: [ann.id], content: kept });
    clock.advance(UNREFERENCED_LIFE_MS - 1000);
    await cleanUploads(chat.app);
    expect((await open(ann, lost)).status).toBe(200);
    clock.advance(2000);
    await cleanUploads(chat.app);
    expect((await open(ann, lost)).status).toBe(404);
    expect((await open(ann, kept)).status).toBe(200);
    expect(await chat.app.files.size(storedAt(lost.slice('/user_uploads/'.length)))).toBeUndefined();
  });
});
