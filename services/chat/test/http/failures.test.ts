/** A change that fails leaves nothing behind, and its answer has the reason. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodePicture, MAX_PIXELS } from '../../src/pictures/encode.js';
import { withPicture } from '../../src/pictures/store.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { encodeForm } from '../support/client.js';

let chat: Chat;
let owner: TestUser;

beforeAll(async () => {
  chat = await startChat();
  owner = await chat.user({ role: ROLE.owner });
});
afterAll(() => chat.stop());

async function pictures(): Promise<string[]> {
  const folder = path.join(path.dirname(chat.app.files.temporaryFolder), 'files', 'avatars');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const still = () => sharp({ create: { width: 8, height: 8, channels: 4, background: 'red' } });
const moving = async () => {
  const frames = await Promise.all(
    ['red', 'blue'].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
};

async function upload(place: string, bytes: Uint8Array) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture');
  const encoded = await encodeForm(form);
  const { statusCode, body } = await request(`${chat.url}/api/v1${place}`, {
    method: 'POST',
    headers: { ...encoded.headers, authorization: `Basic ${btoa(`${owner.email}:${owner.key}`)}` },
    body: encoded.body,
  });
  return { status: statusCode, body: (await body.json()) as { msg: string; code?: string } };
}

describe('of two equal requests at the same time, the second is refused', () => {
  test.each([
    [
      'linkifiers',
      '/realm/filters',
      { pattern: 'twice-\\d+', url_template: 'https://x.test' },
      /already exists/,
    ],
    [
      'playgrounds',
      '/realm/playgrounds',
      { name: 'twice', pygments_language: 'Python', url_template: 'https://x.test/{code}' },
      /name and language exists/,
    ],
  ])('%s', async (_what, place, params, message) => {
    const answers = await Promise.all([1, 2, 3].map(() => owner.client.post(place, params)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    for (const { status, body } of answers) if (status === 400) expect(body.msg).toMatch(message);
  });

  test('emoji: the pictures of refused requests are removed', async () => {
    const gif = await moving();
    const answers = await Promise.all([1, 2, 3].map(() => upload('/realm/emoji/twice', gif)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    // One animated picture is stored, with its first frame.
    expect((await pictures()).map((name) => path.extname(name)).sort()).toEqual(['.gif', '.png']);
  });
});

test('a picture whose use fails is removed, and the error is thrown on', async () => {
  const before = await pictures();
  const bytes = await still().png().toBuffer();
  const fault = new Error('cannot be used');
  let used: string | undefined;
  const using = withPicture(chat.app, [bytes], 'icons', async (place) => {
    used = place;
    expect(await pictures()).toHaveLength(before.length + 1);
    throw fault;
  });
  await expect(using).rejects.toBe(fault);
  expect([used?.startsWith('2/icons/'), await pictures()]).toEqual([true, before]);
});

describe('a picture', () => {
  const form = { side: 16, fit: 'cover', moves: true } as const;

  test('is encoded again: a still picture as PNG, an animated one as GIF with its first frame', async () => {
    const png = await encodePicture(await still().jpeg().toBuffer(), form);
    expect([png.extension, png.still]).toEqual(['png', undefined]);
    const gif = await encodePicture(await moving(), form);
    expect([gif.extension, (await sharp(gif.still).metadata()).format]).toEqual(['gif', 'png']);
    expect((await sharp(gif.bytes).metadata()).pages).toBe(2);
    const first = await encodePicture(await moving(), { ...form, moves: false });
    expect([first.extension, first.still]).toEqual(['png', undefined]);
    expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 16, height: 16 });
  });

  test('of another format, or a broken one, is refused', async () => {
    const problem = async (bytes: Uint8Array) => encodePicture(bytes, form).catch((error: unknown) => error);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>');
    expect(await problem(svg)).toMatchObject({
      code: 'BAD_IMAGE',
      message: expect.stringContaining('format'),
    });
    const whole = await still().png().toBuffer();
    for (const bytes of [new Uint8Array(), Buffer.from('text'), whole.subarray(0, whole.length - 20)]) {
      expect(await problem(bytes)).toMatchObject({
        code: 'BAD_IMAGE',
        message: expect.stringContaining('Could not decode'),
      });
    }
  });

  test('may have 50 million pixels, in all frames together', async () => {
    const large = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: 'red' } })
        .png({ compressionLevel: 1 })
        .toBuffer();
    expect(MAX_PIXELS).toBe(50_000_000);
    await expect(encodePicture(await large(10_000, 5_001), form)).rejects.toMatchObject({
      code: 'BAD_IMAGE',
    });
  });
});
