import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallDisk, testDatabaseKind } from '@services/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/client.js';
import { OWNER, Program } from '../support/program.js';

// Only root can make a small disk; the test is skipped for other users.
const disk = testDatabaseKind() === 'postgres' ? undefined : await smallDisk(200);

describe.skipIf(!disk)('on a full disk', () => {
  const path = disk?.path ?? '';
  const program = new Program(join(path, 'data'), { CHAT_LOG_LEVEL: 'fatal' });
  let owner: ApiClient;
  let key: string;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-full-'));
    const made = new Program(join(folder, 'data'));
    await made.init();
    await cp(join(folder, 'data'), join(path, 'data'), { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await program.serve();
    const answer = await new ApiClient(program.url).ok('post', '/fetch_api_key', {
      ...{ username: OWNER.email, password: OWNER.password },
    });
    key = answer.api_key;
    owner = new ApiClient(program.url, { email: OWNER.email, key });
  });
  afterAll(async () => {
    await program.kill();
    await disk!.remove();
  });

  const send = (content: string) =>
    owner.post('/messages', { type: 'stream', to: 'general', topic: 'full', content });
  const contents = async (client: ApiClient) => {
    const { messages } = await client.ok('get', '/messages', {
      ...{ anchor: 'newest', num_before: 1000, num_after: 0, apply_markdown: false },
      narrow: [['topic', 'full']],
    });
    return messages.map((message: { content: string }) => message.content) as string[];
  };

  it('requests get clear errors, no acknowledged message is lost, and the service recovers', {
    timeout: 240_000,
  }, async () => {
    const acknowledged: string[] = [];
    const text = (n: number) => `${n} ${'words '.repeat(1500)}`.trim();
    await disk!.fill();
    let refused = 0;
    for (let n = 0; n < 400 && refused < 3; n++) {
      const answer = await send(text(n)).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push(text(n));
      else {
        refused++;
        expect(answer?.status).toBeOneOf([500, 503]);
        expect(answer?.body.msg).not.toMatch(/ENOSPC|space|\//);
      }
    }
    expect(refused).toBe(3);
    const authorization = `Basic ${Buffer.from(`${OWNER.email}:${key}`).toString('base64')}`;
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(5_000_000, 2)]), 'large.bin');
    const upload = await fetch(`${program.url}/api/v1/user_uploads`, {
      ...{ method: 'POST', body: form, headers: { authorization } },
    });
    expect(upload.status).toBeOneOf([500, 503]);

    await disk!.free();
    await expect.poll(async () => (await send('room again').catch(() => undefined))?.status).toBe(200);
    acknowledged.push('room again');
    const now = await contents(owner);
    for (const content of acknowledged) expect(now).toContain(content);

    // The data on the disk are complete, and a kill does not change them.
    await program.kill();
    await program.serve();
    const again = await contents(new ApiClient(program.url, { email: OWNER.email, key }));
    expect(again).toEqual(now);
  });
});
