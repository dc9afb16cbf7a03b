import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@services/kit/clock';
import S3rver from 's3rver';
import sharp from 'sharp';
import * as tus from 'tus-js-client';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examineChat } from '../../src/cli/doctor.js';
import { BucketStore } from '../../src/uploads/bucket-store.js';
import { storedAt } from '../../src/uploads/names.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';

const BUCKET = 'team-files';
let folder: string;
let server: S3rver;
let chat: Chat;
let ann: TestUser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-bucket-'));
  server = new S3rver({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory: join(folder, 's3') },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = (await server.run()) as AddressInfo;
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER';
  chat = await startChat({
    config: {
      uploadsUrl: `s3://${BUCKET}/chat`,
      uploadsEndpoint: `http://127.0.0.1:${port}`,
      uploadsDir: join(folder, 'growing'),
    },
  });
  ann = await chat.user({ role: ROLE.owner });
});
afterAll(async () => {
  await chat.stop();
  await server.close();
  await rm(folder, { recursive: true });
});

const authorization = () => `Basic ${Buffer.from(`${ann.email}:${ann.key}`).toString('base64')}`;
const open = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await request(chat.url + url, { headers: { authorization: authorization(), ...headers } });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
};
async function post(path: string, name: string, bytes: Uint8Array) {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const { headers, body } = await encodeForm(form);
  const all = { ...headers, authorization: authorization() };
  const answer = await request(`${chat.url}/api/v1${path}`, { method: 'POST', headers: all, body });
  // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
  return (await answer.body.json()) as any;
}
const pathOf = (url: string) => storedAt(url.replace('/user_uploads/', ''));

describe('uploads in a bucket', () => {
  it('are stored in the bucket and nowhere else, and served in whole and in parts', async () => {
    const bytes = randomBytes(300_000);
    const { url } = await post('/user_uploads', 'data.bin', bytes);
    expect((await open(url)).body.equals(bytes)).toBe(true);
    const part = await open(url, { range: 'bytes=100-199' });
    expect(part.status).toBe(206);
    expect(part.body.equals(bytes.subarray(100, 200))).toBe(true);
    const left = await readdir(join(folder, 'growing'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    const objects = await readdir(join(folder, 's3', BUCKET), { recursive: true });
    expect(objects.some((name) => name.startsWith(`chat/${pathOf(url)}`))).toBe(true);
  });

  it('that are resumable arrive in the bucket, too', async () => {
    const bytes = randomBytes(200_000);
    const url = await new Promise<string>((resolve, reject) => {
      let answer = '';
      new tus.Upload(bytes, {
        endpoint: `${chat.url}/api/v1/tus`,
        chunkSize: 65_536,
        uploadSize: bytes.length,
        headers: { authorization: authorization() },
        metadata: { filename: 'video.bin' },
        onAfterResponse: (_request, response) => {
          answer = response.getBody() || answer;
        },
        onError: reject,
        onSuccess: () => resolve((JSON.parse(answer) as { url: string }).url),
      }).start();
    });
    expect((await open(url)).body.equals(bytes)).toBe(true);
  });

  it('pictures are objects, and the objects of deleted attachments are removed', async () => {
    const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#36c' } })
      .png()
      .toBuffer();
    const { avatar_url } = await post('/users/me/avatar', 'me.png', picture);
    const shown = await open(avatar_url);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    const { url } = await post('/user_uploads', 'gone.txt', Buffer.from('gone'));
    const { attachments } = await ann.client.ok('get', '/attachments');
    const { id } = attachments.find(({ name }: { name: string }) => name === 'gone.txt');
    await ann.client.ok('delete', `/attachments/${id}`);
    expect(await chat.app.files.size(pathOf(url))).toBeUndefined();
    expect(await chat.app.files.read(pathOf(url))).toBeUndefined();
    await chat.app.files.remove(pathOf(url));
  });

  it('a file that lost bytes on the way is refused', async () => {
    const file = chat.app.files.temporaryFile();
    await writeFile(file, 'short');
    await expect(chat.app.files.adopt(file, '2/aa/x', 6)).rejects.toThrow(/stored with 5/);
    expect(await chat.app.files.size('2/aa/x')).toBeUndefined();
  });

  it('doctor checks that the bucket can be written', async () => {
    const uploads = async () =>
      (await examineChat({ ...chat.app.config, publicUrl: '' }, chat.app)).find(
        ({ name }) => name === 'uploads',
      );
    expect(await uploads()).toMatchObject({ state: expect.stringMatching(/ok|warn/) });
    const { uploadsEndpoint: endpoint } = chat.app.config;
    const missing = { url: 's3://no-such-bucket', endpoint, region: '', temporaryFolder: folder };
    const files = await BucketStore.open(missing, systemRandom);
    const found = await examineChat(
      { ...chat.app.config, publicUrl: '' },
      Object.create(chat.app, { files: { value: files } }),
    );
    expect(found.find(({ name }) => name === 'uploads')).toMatchObject({
      state: 'fail',
      text: expect.stringContaining('files cannot be written'),
    });
  });
});
