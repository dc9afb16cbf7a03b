import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER } from '@services/kit/testing/browser';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { startPeople, write } from './people.js';

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#36c' } })
    .png()
    .toBuffer();

describe.skipIf(BROWSER === undefined)('writing', { timeout: 300_000 }, () => {
  const people = startPeople();

  test('names, channels, topics and emoji are completed, and a mentioned person is notified', async () => {
    const ada = await people.person('Ada Writes');
    const zoe = await people.person('Zoë Reads');
    const id = await people.channel('completing', [ada, zoe]);
    await zoe.client.ok('post', '/messages', {
      type: 'channel',
      to: id,
      topic: 'earlier talk',
      content: 'hi',
    });
    const { page } = await people.open(ada, undefined, `#narrow/channel/${id}/topic/now`);
    // The names of emoji arrive only after the last key, because they are fetched on the first search.
    await page.route('**/emoji_names', async (route) => {
      await expect.poll(() => box.inputValue()).toContain(':tad');
      await route.continue();
    });
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await box.pressSequentially('@zo');
    await suggestions.getByRole('option', { name: /Zoë Reads/ }).waitFor();
    await box.press('Enter');
    await box.pressSequentially('see #compl');
    await suggestions.getByRole('option', { name: '#completing' }).waitFor();
    await box.press('Tab');
    await box.pressSequentially('>earl');
    await suggestions.getByRole('option', { name: /earlier talk/ }).waitFor();
    await box.press('Enter');
    await box.pressSequentially(':tad');
    await suggestions.getByRole('option', { name: /:tada:/ }).waitFor();
    await box.press('Enter');
    expect(await box.inputValue()).toBe('@**Zoë Reads** see #**completing>earlier talk** :tada: ');
    await box.press('Control+Enter');
    await page.locator('article .user-mention').waitFor();
    expect(await page.locator('article .emoji').textContent()).toBe('🎉');
    const { messages } = await zoe.client.ok('get', '/messages', {
      ...{ anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'mentioned']] },
    });
    expect(messages).toHaveLength(1);
  });

  test('a draft stays with its conversation, after a reload and in another window', async () => {
    const dan = await people.person('Dan Drafts');
    const id = await people.channel('drafting', [dan]);
    const { page, context } = await people.open(dan, undefined, `#narrow/channel/${id}/topic/one`);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill('half a thought');
    await page.evaluate(`location.hash = '#narrow/channel/${id}/topic/two'`);
    await expect.poll(() => box.inputValue()).toBe('');
    await page.evaluate(`location.hash = '#narrow/channel/${id}/topic/one'`);
    await expect.poll(() => box.inputValue()).toBe('half a thought');
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe('half a thought');
    const other = await context.newPage();
    await other.goto(`${people.chat.url}/#drafts`);
    await other.getByText('half a thought').waitFor();
    await box.press('Control+Enter');
    await page.locator('article', { hasText: 'half a thought' }).waitFor();
    await other.getByText('No drafts.').waitFor();
  });

  test('a draft can be continued in another browser, and disappears there once it is sent', async () => {
    const ola = await people.person('Ola');
    const id = await people.channel('devices', [ola]);
    const place = `#narrow/channel/${id}/topic/travel`;
    const [{ page: desk }, { page: phone }] = await Promise.all([
      people.open(ola, undefined, place),
      people.open(ola, { viewport: { width: 360, height: 640 } }, '#drafts'),
    ]);
    const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
    const kept = async () => (await ola.client.ok('get', '/drafts')).drafts as { content: string }[];
    await box(desk).fill('begun at the desk');
    await phone.getByText('begun at the desk').waitFor();
    await phone.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => box(phone).inputValue()).toBe('begun at the desk');
    await box(phone).fill('begun at the desk, ended on the train');
    await expect.poll(() => box(desk).inputValue()).toBe('begun at the desk, ended on the train');
    expect(await kept()).toHaveLength(1);
    await box(phone).press('Control+Enter');
    await desk.locator('article', { hasText: 'ended on the train' }).waitFor();
    await expect.poll(() => box(desk).inputValue()).toBe('');
    await expect.poll(async () => (await kept()).length).toBe(0);
  });

  test('a pasted picture is uploaded and shown, and another user can enlarge it', async () => {
    const pia = await people.person('Pia Pastes');
    const quinn = await people.person('Quinn');
    const id = await people.channel('pictures', [pia, quinn]);
    const { page } = await people.open(pia, undefined, `#narrow/channel/${id}/topic/shots`);
    const bytes = [...(await picture())];
    await page.getByRole('textbox', { name: 'Message', exact: true }).evaluate((box, data) => {
      const clipboard = new DataTransfer();
      clipboard.items.add(new File([new Uint8Array(data)], 'shot.png', { type: 'image/png' }));
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true }));
    }, bytes);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => box.inputValue()).toMatch(/^\[shot\.png\]\(\/user_uploads\/.+\/shot\.png\)/);
    await box.press('Control+Enter');
    const shown = page.locator('article .message_inline_image img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
    await shown.click();
    await page.getByRole('dialog', { name: 'shot.png' }).waitFor();
    await page.keyboard.press('Escape');

    const { page: reader } = await people.open(quinn, undefined, `#narrow/channel/${id}/topic/shots`);
    await expect
      .poll(() =>
        reader
          .locator('article .message_inline_image img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(40);
  });

  test('the upload of a dropped file in several pieces resumes after the connection broke', async () => {
    const rob = await people.person('Rob Drops');
    const id = await people.channel('files', [rob]);
    const { page, context } = await people.open(rob, undefined, `#narrow/channel/${id}/topic/large`);
    let broken = 0;
    await context.route('**/api/v1/tus/*', async (route) => {
      if (route.request().method() !== 'PATCH' || broken > 0) return route.continue();
      broken++;
      return route.abort('connectionreset');
    });
    const content = randomBytes(3_000_000);
    await page.locator('input[type=file]').setInputFiles({
      name: 'large.bin',
      mimeType: 'application/octet-stream',
      buffer: content,
    });
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => box.inputValue()).toContain('/large.bin)');
    expect(broken).toBe(1);
    const path = /\((\/user_uploads\/[^)]+)\)/.exec(await box.inputValue())![1]!;
    const stored = await context.request.get(people.chat.url + path);
    expect(content.equals(await stored.body())).toBe(true);
  });

  test('after a reload in the middle of an upload, the same upload continues when the file is chosen again', async () => {
    const sue = await people.person('Sue Reloads');
    const id = await people.channel('reloads', [sue]);
    const { page, context } = await people.open(sue, undefined, `#narrow/channel/${id}/topic/large`);
    const folder = await mkdtemp(join(tmpdir(), 'chat-reload-'));
    try {
      const file = join(folder, 'slow.bin');
      const content = randomBytes(2_000_000);
      await writeFile(file, content);
      let isStuck = true;
      const methods: string[] = [];
      await context.route('**/api/v1/tus{,/*}', (route) => {
        const method = route.request().method();
        methods.push(method);
        return method === 'PATCH' && isStuck ? undefined : route.continue();
      });
      await page.locator('input[type=file]').setInputFiles(file);
      await expect.poll(() => methods).toEqual(['POST', 'PATCH']);
      isStuck = false;
      await page.reload();
      const box = page.getByRole('textbox', { name: 'Message', exact: true });
      await box.waitFor();
      await page.locator('input[type=file]').setInputFiles(file);
      await expect.poll(() => box.inputValue(), { timeout: 60_000 }).toContain('/slow.bin)');
      expect(methods).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);
      const path = /\((\/user_uploads\/[^)]+)\)/.exec(await box.inputValue())![1]!;
      const stored = await context.request.get(people.chat.url + path);
      expect(content.equals(await stored.body())).toBe(true);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('reactions, stars, edits, moves and deletions reach the other reader', async () => {
    const ida = await people.person('Ida Acts');
    const jon = await people.person('Jon Sees');
    const id = await people.channel('acting', [ida, jon]);
    const hash = `#narrow/channel/${id}/topic/first`;
    const [{ page: left }, { page: right }] = await Promise.all([
      people.open(ida, undefined, hash),
      people.open(jon, undefined, hash),
    ]);
    await write(left, 'the first wrding');
    const seen = right.locator('article');
    await seen.filter({ hasText: 'the first wrding' }).waitFor();

    // The edit uses keys only: the up arrow opens the latest message.
    await left.getByRole('textbox', { name: 'Message', exact: true }).press('ArrowUp');
    const edit = left.getByRole('textbox', { name: 'Edit the message' });
    await expect.poll(() => edit.inputValue()).toBe('the first wrding');
    await edit.fill('the first wording');
    await edit.press('Control+Enter');
    await seen.filter({ hasText: 'the first wording' }).waitFor();
    await right.getByRole('button', { name: 'edited' }).click();
    await right.getByRole('dialog').getByText('the first wrding').waitFor();
    await right.keyboard.press('Escape');

    await right.locator('article').focus();
    await right.keyboard.press('+');
    await left.getByRole('button', { name: /1: Jon Sees|\+1: Jon Sees/ }).waitFor();
    await right.locator('article').focus();
    await right.keyboard.press('*');
    await expect
      .poll(async () => (await jon.client.ok('post', '/register', {})).starred_messages.length)
      .toBe(1);

    await left.locator('article').focus();
    await left.keyboard.press('m');
    await left.getByRole('dialog', { name: 'Move' }).getByRole('combobox', { name: 'Topic' }).fill('second');
    await left.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.poll(() => right.locator('article').count()).toBe(0);
    await right.evaluate(`location.hash = '#narrow/channel/${id}/topic/second'`);
    await seen.filter({ hasText: 'the first wording' }).waitFor();

    await left.evaluate(`location.hash = '#narrow/channel/${id}/topic/second'`);
    const moved = left.locator('article', { hasText: 'the first wording' });
    await moved.focus();
    await left.keyboard.press('Delete');
    await left.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => seen.filter({ hasText: 'the first wording' }).count()).toBe(0);
  });
});
