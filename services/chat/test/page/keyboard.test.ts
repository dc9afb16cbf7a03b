import { BROWSER } from '@services/kit/testing/browser';
import { describe, expect, test } from 'vitest';
import { startPeople } from './people.js';

describe.skipIf(BROWSER === undefined)('the keyboard alone', { timeout: 300_000 }, () => {
  const people = startPeople();

  test('is enough to sign in, read unread messages, reply, react, search, write to a person and sign out', async () => {
    const kim = await people.person('Kim Keys');
    const lou = await people.person('Lou');
    const id = await people.channel('keys', [kim, lou]);
    for (const content of ['first', 'second', 'a needle in the hay'])
      await lou.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'talk', content });

    const { page } = await people.window();
    const { keyboard } = page;
    await page.goto(people.chat.url);
    await page.getByLabel('Email').waitFor();
    await keyboard.type(kim.email);
    await keyboard.press('Tab');
    await keyboard.type('a long and unusual phrase');
    await keyboard.press('Enter');
    await page.getByRole('link', { name: /talk.*3 unread/ }).waitFor();

    await keyboard.press('n');
    await page.locator('article', { hasText: 'needle' }).waitFor();
    await keyboard.press('j');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('ARTICLE');
    await keyboard.press('k');
    await page.locator('article:focus', { hasText: 'second' }).waitFor();
    await keyboard.press('+');
    await page.getByRole('button', { name: /Kim Keys|You/, pressed: true }).waitFor();

    await keyboard.press('r');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Message');
    await keyboard.type('typed without a mouse');
    await keyboard.press('Control+Enter');
    await page.locator('article', { hasText: 'typed without a mouse' }).waitFor();

    await keyboard.press('Escape');
    await keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await keyboard.press('Control+A');
    await keyboard.type('sender:lou needle');
    await keyboard.press('Enter');
    await page.locator('.highlight', { hasText: 'needle' }).waitFor();
    expect(await page.locator('article').count()).toBe(1);

    await keyboard.press('x');
    await expect
      .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
      .toBe('Message');
    await keyboard.press('Shift+Tab');
    await keyboard.type('lou');
    await page.locator('form').getByRole('button', { name: 'Lou', exact: true }).waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('for you alone');
    await keyboard.press('Control+Enter');
    await expect
      .poll(async () => {
        const { messages } = await lou.client.ok('get', '/messages', {
          ...{ anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']] },
        });
        return messages[0]?.content;
      })
      .toBe('<p>for you alone</p>');

    await keyboard.press('Escape');
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your account and settings' }).focus();
    await keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await page.getByLabel('Password').waitFor();
  });
});
