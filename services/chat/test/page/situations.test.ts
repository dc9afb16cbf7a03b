import { mkdtemp, open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '@services/kit/db';
import { BROWSER } from '@services/kit/testing/browser';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE } from '../support/chat.js';
import { type Person, startPeople, write } from './people.js';
import { DESKTOP, PHONE, picture } from './pictures.js';

const MIB = 1024 * 1024;

/** The twenty situations of docs/situations.md, as a user experiences them. */
describe.skipIf(BROWSER === undefined)('twenty situations', { timeout: 300_000 }, () => {
  const people = startPeople({
    maxFileUploadMib: 250,
    outgoingAllow: ['127.0.0.0/8'],
    heartbeatMinSeconds: 1,
    heartbeatMaxSeconds: 2,
  });
  let anna: Person;
  let boris: Person;
  let clara: Person;
  let guest: Person;
  let general: number;
  let design: number;

  const send = async (from: Person, to: number, topic: string, content: string) =>
    (await from.client.ok('post', '/messages', { type: 'channel', to, topic, content })).id as number;
  const place = (channel: number, topic: string) =>
    `#narrow/channel/${channel}/topic/${encodeURIComponent(topic)}`;
  const go = (page: Page, hash: string) => page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  const box = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
  const article = (page: Page, text: string | RegExp) => page.locator('article', { hasText: text });

  beforeAll(async () => {
    anna = await people.person('Anna Sommer', ROLE.owner);
    boris = await people.person('Boris Lind');
    clara = await people.person('Clara Moreau', ROLE.moderator);
    guest = await people.person('Gus Print', ROLE.guest);
    await anna.client.ok('patch', '/realm', { name: 'Harbour Works' });
  });

  test('01 first visit to an empty server', async () => {
    const { page } = await people.open(anna, DESKTOP);
    await page.getByRole('link', { name: 'create the first one' }).waitFor();
    await picture(page, '01-empty-server');
    general = await people.channel('general', [anna, boris, clara, guest]);
    design = await people.channel('design', [anna, boris, clara]);
  });

  test('02 joining by link', async () => {
    const { invite_link } = await anna.client.ok('post', '/invites/multiuse', { stream_ids: [general] });
    const { page } = await people.window(PHONE);
    await page.goto(invite_link);
    await page.getByLabel('Full name').waitFor();
    await picture(page, '02-join-by-link');
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Full name').fill('Nina New');
    await page.getByLabel('Password').fill('a long and unusual phrase');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('link', { name: 'Open the chat' }).click();
    await page.locator('.shell').waitFor();
  });

  test('03 500 unread in 30 topics', async () => {
    const reader = await people.person('Rita Reader');
    const channels = await Promise.all(
      ['support', 'releases', 'office'].map((name) => people.channel(name, [reader, boris])),
    );
    for (let number = 0; number < 500; number++)
      await send(
        boris,
        channels[number % 3]!,
        `topic ${String(number % 30).padStart(2, '0')}`,
        `line ${number}`,
      );
    const { page } = await people.open(reader, DESKTOP);
    await page.getByRole('link', { name: 'Inbox 500 unread' }).waitFor();
    expect(await page.locator('main li a').count()).toBe(30);
    await picture(page, '03-many-unread');
    await page.keyboard.press('n');
    await page.locator('.unread-line, article.unread').first().waitFor();
  });

  test('04 a mention while in another channel', async () => {
    const { page } = await people.open(anna, DESKTOP, place(design, 'logo'));
    await send(boris, design, 'logo', 'The second candidate is calmer.');
    await article(page, 'calmer').waitFor();
    await send(clara, general, 'launch', '@**Anna Sommer** can you look at the invitation text?');
    await page.getByRole('link', { name: 'Mentions 1 unread' }).waitFor();
    await picture(page, '04-mention-elsewhere');
    expect(await page.title()).toContain('(');
    await page.getByRole('link', { name: /Mentions/ }).click();
    await article(page, 'invitation text').waitFor();
  });

  test('05 answering in the wrong topic and moving it', async () => {
    await send(clara, general, 'launch', 'The date is fixed: the 12th.');
    const { page } = await people.open(boris, DESKTOP, place(general, 'launch'));
    await article(page, 'the 12th').waitFor();
    await write(page, 'Soup is at half past twelve.');
    await article(page, 'Soup').waitFor();
    await article(page, 'Soup').focus();
    await page.keyboard.press('m');
    await page.getByLabel('Topic', { exact: true }).last().fill('lunch');
    await picture(page, '05-move');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await article(page, 'Soup').waitFor({ state: 'detached' });
    await go(page, place(general, 'lunch'));
    await article(page, 'Soup').waitFor();
  });

  test('06 a file of 200 MB over a bad line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-situation-'));
    try {
      const path = join(folder, 'harbour-film.mp4');
      const file = await open(path, 'w');
      await file.truncate(200 * MIB);
      await file.close();
      const { page, context } = await people.open(anna, DESKTOP, place(design, 'film'));
      const line = await context.newCDPSession(page);
      await line.send('Network.enable');
      const speed = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: 3 * MIB };
      await line.send('Network.emulateNetworkConditions', speed);
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach files' }).click();
      await (await chooser).setFiles(path);
      const progress = page.getByRole('progressbar', { name: 'Upload of harbour-film.mp4' });
      const value = () => progress.evaluate((bar: HTMLProgressElement) => bar.value);
      await expect.poll(value, { timeout: 60_000 }).toBeGreaterThan(0);
      const before = await value();
      await line.send('Network.emulateNetworkConditions', { ...speed, offline: true });
      await line.send('Network.emulateNetworkConditions', speed);
      await expect.poll(value, { timeout: 60_000 }).toBeGreaterThan(before);
      await picture(page, '06-large-file');
      await page.getByRole('button', { name: 'Cancel the upload of harbour-film.mp4' }).click();
      await progress.waitFor({ state: 'detached' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('07 pasting a screenshot', async () => {
    const { page } = await people.open(boris, DESKTOP, place(design, 'logo'));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="480" height="240" fill="#e8ecfb"/>
      <circle cx="150" cy="120" r="70" fill="#3350d8"/><path d="M260 180 L340 60 L420 180 Z" fill="#1c7a3e"/></svg>`;
    const bytes = [...(await sharp(Buffer.from(svg)).png().toBuffer())];
    await box(page).evaluate((area, data) => {
      const clipboard = new DataTransfer();
      clipboard.items.add(new File([new Uint8Array(data)], 'screenshot.png', { type: 'image/png' }));
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true }));
    }, bytes);
    await expect.poll(() => box(page).inputValue()).toContain('/screenshot.png)');
    await page.keyboard.press('Control+Enter');
    const shown = page.locator('article .message_inline_image img');
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await picture(page, '07-pasted-screenshot');
  });

  test('08 editing the last message by arrow up', async () => {
    const { page } = await people.open(boris, DESKTOP, place(general, 'lunch'));
    await write(page, 'Sopu is ready.');
    await article(page, 'Sopu').waitFor();
    await box(page).press('ArrowUp');
    const edit = page.getByRole('textbox', { name: 'Edit the message' });
    await expect.poll(() => edit.inputValue()).toBe('Sopu is ready.');
    await edit.fill('Soup is ready.');
    await picture(page, '08-edit-last');
    await edit.press('Control+Enter');
    await page.getByRole('button', { name: 'edited' }).waitFor();
  });

  test('09 searching “that link from Anna last week”', async () => {
    await send(
      anna,
      general,
      'reading',
      'Worth reading: [how bridges are painted](https://bridges.example/paint)',
    );
    const { page } = await people.open(clara, DESKTOP);
    await page.keyboard.press('/');
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.fill('sender:anna has:link');
    await page.keyboard.press('Enter');
    await article(page, 'how bridges are painted').waitFor();
    await page.keyboard.press('/');
    await search.fill('from:an');
    await page.getByRole('option').first().waitFor();
    await picture(page, '09-search');
  });

  test('10 starting a group conversation', async () => {
    const { page } = await people.open(anna, DESKTOP);
    await page.keyboard.press('x');
    for (const name of ['Boris Lind', 'Clara Moreau']) {
      await page.getByLabel('Add people').fill(name.slice(0, 3));
      await page.locator('form').getByRole('button', { name, exact: true }).click();
    }
    await box(page).fill('Shall the three of us meet on Thursday?');
    await picture(page, '10-group-conversation');
    await page.keyboard.press('Control+Enter');
    await article(page, 'meet on Thursday').waitFor();
  });

  test('11 muting a noisy topic, following another', async () => {
    await send(boris, design, 'build robot', 'Build 4711 is green.');
    const { page } = await people.open(anna, DESKTOP, place(design, 'build robot'));
    await article(page, '4711').waitFor();
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Topic', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Mute the topic');
    await page.getByText('muted', { exact: true }).first().waitFor();
    await go(page, place(design, 'logo'));
    await article(page, 'calmer').waitFor();
    await choose('Follow the topic');
    await page.getByText('followed', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Topic', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Follow the topic' }).waitFor();
    await picture(page, '11-mute-and-follow');
  });

  test('12 reading on the phone what was read half on the desktop', async () => {
    for (let line = 1; line <= 40; line++)
      await send(clara, general, 'minutes', `Point ${line} of the minutes`);
    const { page } = await people.open(boris, DESKTOP, place(general, 'minutes'));
    await article(page, 'Point 1 of').first().waitFor();
    await expect.poll(() => page.locator('article.unread').count()).toBeLessThan(40);
    const unread = async () => {
      const { messages } = await boris.client.ok('get', '/messages', {
        ...{
          anchor: 'newest',
          num_before: 100,
          num_after: 0,
          narrow: [
            ['channel', general],
            ['topic', 'minutes'],
            ['is', 'unread'],
          ],
        },
      });
      return messages as { content: string }[];
    };
    await expect.poll(async () => (await unread()).length).toBeLessThan(40);
    await page.close();
    const next = (await unread())[0]!.content.replaceAll(/<[^>]*>/g, '');
    const { page: phone } = await people.open(boris, PHONE, place(general, 'minutes'));
    await phone.locator('.unread-line').waitFor();
    await article(phone, next).waitFor();
    await picture(phone, '12-phone-after-desktop');
  });

  test('13 the server restarts while typing', async () => {
    const { page, context } = await people.open(anna, DESKTOP, place(general, 'launch'));
    await article(page, 'the 12th').waitFor();
    await context.setOffline(true);
    await box(page).fill('Half of a sentence');
    await page.getByText('Connecting…').waitFor();
    await picture(page, '13-server-restarts');
    await context.setOffline(false);
    await page.getByText('Connecting…').waitFor({ state: 'detached' });
    expect(await box(page).inputValue()).toBe('Half of a sentence');
  });

  test('14 the session ends while typing', async () => {
    const { page, context } = await people.open(clara, DESKTOP, place(general, 'lunch'));
    await article(page, 'Soup is ready').waitFor();
    await box(page).fill('A thought that must not be lost');
    await context.clearCookies();
    await go(page, '#narrow/is/mentioned');
    await page.getByText('Your session has ended').waitFor();
    await picture(page, '14-session-ended');
    await page.getByLabel('Email').fill(clara.email);
    await page.getByLabel('Password').fill('a long and unusual phrase');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.shell').waitFor();
    await go(page, place(general, 'lunch'));
    await expect.poll(() => box(page).inputValue()).toBe('A thought that must not be lost');
  });

  test('15 a guest', async () => {
    const { page } = await people.open(guest, DESKTOP, place(general, 'launch'));
    await article(page, 'the 12th').waitFor();
    expect(await page.getByRole('navigation', { name: 'Conversations' }).getByText('design').count()).toBe(0);
    await picture(page, '15-guest');
  });

  test('16 a bot answers', async () => {
    const hook = createServer((_request, answer) =>
      answer.end('{"content": "The tide is at **4.1 m**, falling."}'),
    );
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    try {
      const payload_url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
      const bot = { full_name: 'Tide bot', short_name: 'tide', bot_type: 3, payload_url, interface_type: 1 };
      await anna.client.ok('post', '/bots', bot);
      const { page } = await people.open(anna, DESKTOP, place(general, 'tides'));
      await box(page).pressSequentially('@tide');
      await page.getByRole('option', { name: /^Tide bot/ }).waitFor();
      await page.keyboard.press('Enter');
      await box(page).pressSequentially('how high is the water?');
      await page.keyboard.press('Control+Enter');
      await article(page, '4.1 m').waitFor();
      await picture(page, '16-bot');
    } finally {
      hook.close();
    }
  });

  test('17 a long code block and a wide table on a phone', async () => {
    const code = Array.from(
      { length: 14 },
      (_, line) => `const berth${line} = harbour.berths.find((one) => one.number === ${line});`,
    );
    await send(boris, design, 'berths', `\`\`\`ts\n${code.join('\n')}\n\`\`\``);
    const cells = (row: number) =>
      Array.from({ length: 9 }, (_, column) => `berth ${row}${column}`).join(' | ');
    await send(
      boris,
      design,
      'berths',
      `| ${cells(0)} |\n|${'---|'.repeat(9)}\n| ${cells(1)} |\n| ${cells(2)} |`,
    );
    const { page } = await people.open(clara, PHONE, place(design, 'berths'));
    await page.locator('article table').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await page.locator('.wide').evaluate((wide) => wide.scrollWidth > wide.clientWidth)).toBe(true);
    await picture(page, '17-code-and-table');
  });

  test('18 right-to-left text', async () => {
    await send(clara, general, 'languages', 'שלום לכולם, הפגישה ביום חמישי בשעה 10:30 בחדר הגדול.');
    await send(boris, general, 'languages', 'مرحبا، شكرا على الخبر! هل نحضر **الخرائط**؟');
    const { page } = await people.open(anna, DESKTOP, place(general, 'languages'));
    await article(page, 'مرحبا').waitFor();
    await box(page).fill('כן, בבקשה');
    await picture(page, '18-right-to-left');
    for (const text of [page.locator('article .content p').first(), box(page)])
      await expect.poll(() => text.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  test('19 5,000 people in a channel and @all', async () => {
    const { db } = people.chat;
    const crowd = await people.channel('all hands', [anna, boris]);
    await db.run(sql`WITH made AS (
      INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
      SELECT 'crowd' || n || '@example.com', 'crowd' || n || '@example.com', 'Person ' || n, 400, ${Date.now()}::bigint,
        '{"enable_offline_email_notifications": false}'::jsonb FROM generate_series(1, 4998) n RETURNING id)
      INSERT INTO subscription (channel_id, user_id, color, subscribed_at)
      SELECT ${crowd}::int, id, '#aabbcc', ${Date.now()}::bigint FROM made`);
    // The tables were almost empty when they were last analysed, and plans for empty tables would now take minutes.
    await db.run(sql`ANALYZE`);
    people.chat.app.directory.forget();
    const { page } = await people.open(anna, DESKTOP, place(crowd, 'summer party'));
    await write(page, '@**all** the summer party is on the 20th');
    await article(page, 'summer party is').waitFor();
    await expect.poll(() => page.locator('.pending').count()).toBe(0);
    const { page: small } = await people.open(boris, DESKTOP, place(crowd, 'summer party'));
    await write(small, '@**all** who brings the cake?');
    await small.locator('.pending.failed').getByRole('alert').waitFor();
    await picture(small, '19-everyone-refused');
  });

  test('20 leaving for a week and coming back', async () => {
    const week = 7 * 86_400_000;
    await send(anna, general, 'budget', 'The numbers for spring');
    await send(clara, general, 'budget', 'Looks fine to me.');
    await boris.client.ok('post', '/mark_all_as_read');
    await people.chat.db.run(sql`UPDATE message SET sent_at = sent_at - ${week}::bigint`);
    await send(anna, general, 'budget', 'One more number arrived.');
    await send(clara, design, 'logo', '@**Boris Lind** we took the second one.');
    await clara.client.ok('post', '/messages', { type: 'direct', to: [boris.id], content: 'Welcome back!' });
    const { page } = await people.open(boris, DESKTOP);
    await page
      .getByRole('link', { name: /budget.*1 unread/ })
      .first()
      .waitFor();
    await picture(page, '20-after-a-week');
    await go(page, place(general, 'budget'));
    await page.locator('.unread-line').waitFor();
    expect(await page.locator('.line').allInnerTexts()).toEqual([
      expect.stringMatching(/\d/),
      'Today',
      'Unread',
    ]);
  });
});
