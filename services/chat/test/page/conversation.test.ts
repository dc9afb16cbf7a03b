import { BROWSER } from '@services/kit/testing/browser';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startPeople, write } from './people.js';

const MANY = 1_000;

describe.skipIf(BROWSER === undefined)('a conversation', { timeout: 300_000 }, () => {
  const people = startPeople();

  test('a wrong password is refused, the right one opens the page, and signing out closes it', async () => {
    const ada = await people.person('Ada Lovelace');
    const { page } = await people.window();
    await page.goto(people.chat.url);
    await page.getByLabel('Email').fill(ada.email);
    await page.getByLabel('Password').fill('something else');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password').fill('a long and unusual phrase');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Nothing is unread.').waitFor();
    await page.reload();
    await page.getByText('Nothing is unread.').waitFor();
    await page.getByRole('button', { name: 'Your account and settings' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  test('messages of one user appear on the page of the other user immediately, in order, and once each', async () => {
    const bo = await people.person('Bo');
    const cy = await people.person('Cy');
    const id = await people.channel('workshop', [bo, cy]);
    const [{ page: left }, { page: right }] = await Promise.all([
      people.open(bo, undefined, `#narrow/channel/${id}/topic/plans`),
      people.open(cy, undefined, `#narrow/channel/${id}/topic/plans`),
    ]);
    await left.getByText('No messages yet').waitFor();
    await right.getByText('No messages yet').waitFor();
    for (let turn = 1; turn <= 3; turn++) {
      await write(left, `from the left ${turn}`);
      await right.locator('article', { hasText: `from the left ${turn}` }).waitFor();
      await write(right, `from the right **${turn}**`);
      await left.locator('article', { hasText: `from the right ${turn}` }).waitFor();
    }
    const expected = [1, 2, 3].flatMap((turn) => [`from the left ${turn}`, `from the right ${turn}`]);
    for (const page of [left, right]) {
      await expect.poll(() => page.locator('article .content').allInnerTexts()).toEqual(expected);
      await expect.poll(() => page.locator('.pending').count()).toBe(0);
    }
    const { messages } = await bo.client.ok('get', '/messages', {
      ...{ anchor: 'newest', num_before: 20, num_after: 0, narrow: [['channel', id]] },
    });
    expect(messages).toHaveLength(6);
  });

  test(`${MANY} messages of two people are shown in both windows in order, without gaps or duplicates`, async () => {
    const writers = [await people.person('Flo'), await people.person('Gus')];
    const quiet = { announce: false, send_new_subscription_messages: false };
    const id = await people.channel('busy', writers, quiet);
    const windows = await Promise.all(
      writers.map((person) => people.open(person, undefined, `#narrow/channel/${id}/topic/fast`)),
    );
    for (const { page } of windows) await page.getByText('No messages yet').waitFor();
    const sent: number[] = [];
    const talk = writers.map(async ({ client }) => {
      for (let n = 0; n < MANY / 2; n++) {
        const message = { type: 'channel', to: id, topic: 'fast', content: `line ${n}` };
        sent.push((await client.ok('post', '/messages', message)).id);
      }
    });
    await Promise.all(talk);
    sent.sort((a, b) => a - b);
    for (const { page } of windows) {
      const rows = page.locator('article');
      const shown = () =>
        rows.evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset.messageId)));
      await page.locator('main .scroller').first().focus();
      await page.keyboard.press('End');
      await expect.poll(async () => (await shown()).at(-1), { timeout: 60_000 }).toBe(sent.at(-1));
      const tail = await shown();
      expect(tail.length).toBeGreaterThan(20);
      expect(tail).toEqual(sent.slice(-tail.length));
    }
  });

  test('unread messages are counted; the view opens at the first unread message, and messages that were seen are marked as read', async () => {
    const dee = await people.person('Dee');
    const eve = await people.person('Eve');
    const quiet = { announce: false, send_new_subscription_messages: false };
    const id = await people.channel('news', [dee, eve], quiet);
    for (let number = 1; number <= 60; number++)
      await dee.client.ok('post', '/messages', {
        ...{ type: 'channel', to: id, topic: 'daily', content: `line ${number}` },
      });
    const { page } = await people.open(eve);
    const icon = page.locator('link[rel=icon]');
    const usual = (await (await fetch(people.chat.url)).text()).match(/rel="icon"[^>]*href="([^"]+)"/)![1]!;
    await expect.poll(() => page.title()).toMatch(/^\(60\)/);
    await eve.client.ok('patch', '/settings', { desktop_icon_count_display: 3 });
    await expect.poll(() => page.title()).not.toContain('(');
    await expect.poll(async () => (await icon.getAttribute('href'))!.endsWith(usual)).toBe(true);
    await dee.client.ok('post', '/messages', { type: 'direct', to: [eve.id], content: 'hello' });
    await expect.poll(() => page.title()).toMatch(/^\(1\)/);
    await eve.client.ok('post', '/user_topics', { stream_id: id, topic: 'daily', visibility_policy: 3 });
    await eve.client.ok('patch', '/settings', { desktop_icon_count_display: 2 });
    await expect.poll(() => page.title()).toMatch(/^\(61\)/);
    const marked = (await icon.getAttribute('href'))!;
    expect(new URL(marked, people.chat.url).pathname).not.toBe(usual);
    expect((await fetch(new URL(marked, people.chat.url))).headers.get('content-type')).toBe('image/svg+xml');
    await page.getByRole('link', { name: /daily.*60 unread/ }).click();
    const line = (number: number) => page.getByText(`line ${number}`, { exact: true });
    await line(1).waitFor();
    await expect.poll(() => isInWindow(line(1))).toBe(true);
    await line(60).waitFor({ state: 'attached' });
    expect(await isInWindow(line(60))).toBe(false);
    await page.keyboard.press('End');
    await expect.poll(() => isInWindow(line(60))).toBe(true);
    await expect
      .poll(
        async () =>
          (await eve.client.ok('post', '/register', { fetch_event_types: ['message'] })).unread_msgs.count,
      )
      .toBeLessThan(60);
    await eve.client.ok('post', '/mark_all_as_read');
    await expect
      .poll(async () => new URL((await icon.getAttribute('href'))!, people.chat.url).pathname)
      .toBe(usual);
    for (const [hash, title] of [
      ['near/1', /^All messages –/],
      ['is/starred/near/1', /^Starred –/],
    ] as const) {
      await page.evaluate(`location.hash = '#narrow/${hash}'`);
      await expect.poll(() => page.title()).toMatch(title);
    }
  });
});

async function isInWindow(target: Locator): Promise<boolean> {
  const box = await target.boundingBox();
  return box !== null && box.y > 0 && box.y < 800;
}
