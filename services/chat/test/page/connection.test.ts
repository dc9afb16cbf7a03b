import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER, startBrowser } from '@services/kit/testing/browser';
import { describe, expect, test } from 'vitest';
import { ApiClient } from '../support/client.js';
import { OWNER, Program } from '../support/program.js';
import { startPeople, write } from './people.js';

describe.skipIf(BROWSER === undefined)('the connection', { timeout: 300_000 }, () => {
  const people = startPeople();

  test('a message sent without a network waits, is shown as waiting, and is sent once', async () => {
    const ann = await people.person('Ann Offline');
    const ben = await people.person('Ben Online');
    const id = await people.channel('wires', [ann, ben]);
    const { page, context } = await people.open(ann, undefined, `#narrow/channel/${id}/topic/cut`);
    await page.getByText('No messages yet').waitFor();
    await context.setOffline(true);
    await write(page, 'sent into the void');
    await page.getByText('Waits for the connection').waitFor();
    await ben.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'cut', content: 'meanwhile' });
    await context.setOffline(false);
    await page.locator('article', { hasText: 'meanwhile' }).waitFor();
    await page.locator('article', { hasText: 'sent into the void' }).waitFor();
    await expect.poll(() => page.locator('.pending').count()).toBe(0);
    const { messages } = await ben.client.ok('get', '/messages', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, narrow: [['channel', id]] },
    });
    expect(messages).toHaveLength(2);
  });

  test('a lost queue is replaced without a gap; the view and the unsent text are kept', async () => {
    const cal = await people.person('Cal');
    const dot = await people.person('Dot');
    const id = await people.channel('queues', [cal, dot]);
    const { page } = await people.open(cal, undefined, `#narrow/channel/${id}/topic/lost`);
    await page.getByText('No messages yet').waitFor();
    const registered = page.waitForResponse((response) => response.url().endsWith('/json/register'));
    await page.reload();
    const { queue_id } = await (await registered).json();
    await page.getByText('No messages yet').waitFor();
    await dot.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'lost', content: 'before' });
    await page.locator('article', { hasText: 'before' }).waitFor();
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill('not sent yet');
    const account = (await people.chat.app.directory.account(cal.id))!;
    people.chat.app.events.remove(account, queue_id);
    await dot.client.ok('post', '/messages', {
      type: 'channel',
      to: id,
      topic: 'lost',
      content: 'while away',
    });
    await page.locator('article', { hasText: 'while away' }).waitFor();
    await dot.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'lost', content: 'after' });
    await page.locator('article', { hasText: 'after' }).waitFor();
    expect(await page.locator('article .content').allInnerTexts()).toEqual(['before', 'while away', 'after']);
    expect(await box.inputValue()).toBe('not sent yet');
  });

  test('a session that ends while the user types does not lose the text', async () => {
    const eli = await people.person('Eli');
    const id = await people.channel('sessions', [eli]);
    const { page, context } = await people.open(eli, undefined, `#narrow/channel/${id}/topic/end`);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await box.fill('unfinished');
    await context.clearCookies();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your session has ended').waitFor();
    await page.getByLabel('Email').fill(eli.email);
    await page.getByLabel('Password').fill('a long and unusual phrase');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.shell').waitFor();
    // The key may be handled before or after the end of the session: the message is then sent, or still in the
    // composer.
    const isSent = async () => (await page.locator('article', { hasText: 'unfinished' }).count()) > 0;
    const isKept = async () => (await box.inputValue()) === 'unfinished';
    await expect.poll(async () => (await isSent()) || (await isKept())).toBe(true);
  });
});

describe.skipIf(BROWSER === undefined)('a server that is killed', { timeout: 300_000 }, () => {
  test('two users write while the service is killed and restarted: no message is lost or duplicated', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-page-'));
    const program = new Program(join(folder, 'data'));
    const browser = await startBrowser();
    try {
      await program.init();
      await program.serve();
      const { port, url } = program;
      const anonymous = new ApiClient(url);
      const { api_key } = await anonymous.ok('post', '/fetch_api_key', {
        username: OWNER.email,
        password: OWNER.password,
      });
      const client = new ApiClient(url, { email: OWNER.email, key: api_key });
      await client.ok('post', '/users/me/subscriptions', { subscriptions: [{ name: 'killed' }] });
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByLabel('Email').fill(OWNER.email);
      await page.getByLabel('Password').fill(OWNER.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'killed' }).click();
      await page.getByLabel('Topic', { exact: true }).fill('again');
      const box = page.getByRole('textbox', { name: 'Message', exact: true });
      const texts: string[] = [];
      const send = async () => {
        texts.push(`message ${randomUUID()}`);
        await box.fill(texts.at(-1)!);
        await box.press('Control+Enter');
      };
      await send();
      await page.locator('article', { hasText: texts[0]! }).waitFor();
      await send();
      await program.kill();
      await send();
      await page.getByText('Connecting…').waitFor();
      await box.fill('still typing');
      await program.serve(port);
      for (const text of texts) await page.locator('article', { hasText: text }).waitFor();
      await expect.poll(() => page.locator('.pending').count()).toBe(0);
      expect(await page.locator('article .content').allInnerTexts()).toEqual(texts);
      expect(await box.inputValue()).toBe('still typing');
      const { messages } = await client.ok('get', '/messages', {
        ...{ anchor: 'newest', num_before: 20, num_after: 0, narrow: [['channel', 'killed']] },
      });
      expect(messages.map((message: { content: string }) => message.content)).toEqual(
        texts.map((text) => `<p>${text}</p>`),
      );
    } finally {
      await browser.close();
      await program.kill();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
