import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { smallDisk } from '@services/kit/testing';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Chat, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';

// Only root can mount a disk; the test is skipped for other users.
const disk = await smallDisk(1);

describe.skipIf(!disk)('an upload on a disk that fills up', () => {
  const path = disk?.path ?? '';
  let chat: Chat;
  let ann: TestUser;
  beforeAll(async () => {
    chat = await startChat({ config: { dataDir: join(path, 'data'), logLevel: 'fatal' } });
    ann = await chat.user();
  });
  afterAll(async () => {
    await chat.stop();
    await disk!.remove();
  });

  const basic = () => `Basic ${Buffer.from(`${ann.email}:${ann.key}`).toString('base64')}`;
  const upload = async (bytes: Uint8Array) => {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'file.bin');
    const encoded = await encodeForm(form);
    const answer = await request(`${chat.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { ...encoded.headers, authorization: basic() },
      body: encoded.body,
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever the endpoint answers
    return { status: answer.statusCode, headers: answer.headers, body: (await answer.body.json()) as any };
  };

  it('gets 507 and leaves no file behind', { timeout: 20_000 }, async () => {
    const { status, headers, body } = await upload(randomBytes(2_000_000));
    expect(status).toBe(507);
    expect(body).toMatchObject({ result: 'error', code: 'INSUFFICIENT_STORAGE' });
    expect(headers.connection).toBe('close');
    expect(await readdir(chat.app.files.temporaryFolder)).toEqual(['resumable']);
  });

  // A write on a nearly full disk may store only a part of its bytes. Uploads of twelve sizes fill the disk to such a
  // point.
  it('is complete whenever the response is 200', { timeout: 60_000 }, async () => {
    const sizes = Array.from({ length: 12 }, (_, index) => 60_000 + index * 20_123);
    let refused = 0;
    for (const size of sizes) {
      const bytes = randomBytes(size);
      const { status, body } = await upload(bytes);
      if (status !== 200) {
        expect(status).toBe(507);
        refused++;
        continue;
      }
      const got = await request(chat.url + body.url, { headers: { authorization: basic() } });
      const stored = Buffer.from(await got.body.arrayBuffer());
      const hash = (value: Uint8Array) => createHash('sha256').update(value).digest('hex');
      expect(hash(stored)).toBe(hash(bytes));
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(sizes.length);
  });
});
