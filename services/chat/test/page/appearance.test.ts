import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { BROWSER } from '@services/kit/testing/browser';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ROLE } from '../support/chat.js';
import { startPeople } from './people.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Returns all findings of axe, whatever their severity. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
  };
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  );
}

const RICH = [
  'Words with **weight**, `code`, a [link](https://example.com/) and :tada:',
  '```ts\nconst answer = 42; // a line of code that is much wider than the window of a telephone will ever be\n```',
  '| a | b | c | d | e | f | g | h |\n|---|---|---|---|---|---|---|---|\n| longer | words | make | a | table | wide | enough | here |',
  '> quoted\n\n- [ ] to do\n- [x] done\n\n```spoiler Ending\nThe butler.\n```',
  'مرحبا، هذه رسالة من اليمين إلى اليسار',
  'unbroken'.repeat(40),
  `/poll Where shall we eat? ${'unbroken'.repeat(20)}\n${'soup'.repeat(30)}\nsalad`,
  '/todo Before the move\nboxes: ten\nvan',
];

describe.skipIf(BROWSER === undefined)('the look of the page', { timeout: 300_000 }, () => {
  const people = startPeople();

  test.each([
    [1440, 900],
    [360, 740],
  ])(
    '%i px: axe finds nothing in any view, light and dark, and none is wider than the window',
    async (width, height) => {
      const options = { viewport: { width, height } };
      const owner = await people.person('Olga Owner', ROLE.owner);
      const friend = await people.person('Fred');
      const id = await people.channel(`looks ${width}`, [owner, friend]);
      for (const content of RICH)
        await friend.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'rich', content });
      const { messages } = await friend.client.ok('get', '/messages', {
        ...{ anchor: 'newest', num_before: 10, num_after: 0, narrow: [['channel', id]] },
      });
      await owner.client.ok('post', `/messages/${messages[0].id}/reactions`, { emoji_name: 'tada' });
      await friend.client.ok('post', '/messages', { type: 'direct', to: [owner.id], content: 'just you' });

      await owner.client.ok('patch', '/realm', { moderation_request_channel_id: id });
      const { channel_folder_id } = await owner.client.ok('post', '/channel_folders/create', {
        name: `Folder ${width}`,
      });
      await owner.client.ok('patch', `/streams/${id}`, { folder_id: channel_folder_id });
      const field = { name: `Team ${width}`, field_type: 3 };
      const field_data = { a: { text: 'Kitchen', order: '1' }, b: { text: 'Garden', order: '2' } };
      await owner.client.ok('post', '/realm/profile_fields', { ...field, field_data });
      const later = Math.floor(Date.now() / 1000) + 86_400;
      const note = { type: 'direct', to: [friend.id], content: 'later', scheduled_delivery_timestamp: later };
      await owner.client.ok('post', '/scheduled_messages', note);

      await owner.client.ok('post', '/users/me/status', { status_text: 'away', emoji_name: 'palm_tree' });
      await friend.client.ok('post', '/users/me/status', { emoji_name: 'tada' });

      const { page } = await people.window(options);
      const found: string[] = [];
      const look = async (place: string) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`[data-theme=${colorScheme}]`).waitFor();
          for (const finding of await findings(page)) found.push(`${place}, ${colorScheme}: ${finding}`);
        }
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          found.push(`${place}: too wide`);
      };
      await page.goto(people.chat.url);
      await page.getByLabel('Email').waitFor();
      await look('sign in');
      await page.getByLabel('Email').fill(owner.email);
      await page.getByLabel('Password').fill('a long and unusual phrase');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: /rich.*unread/ }).waitFor();
      await look('inbox');

      const go = async (hash: string, ready: string) => {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        await page.locator(ready).first().waitFor();
        await look(hash);
      };
      await go('#menu', '[href="#narrow/is/starred"]');
      await go(`#narrow/channel/${id}/topic/rich`, 'article table');
      await page.locator('article').first().focus();
      await page.locator('article:focus-within').getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Quote and reply' }).waitFor();
      await look('the menu of a message');
      await page.getByRole('menuitem', { name: 'Report to the moderators' }).click();
      await page.getByRole('dialog', { name: 'Report to the moderators' }).waitFor();
      await look('report');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Poll or task list' }).click();
      await page.getByRole('dialog', { name: 'Poll or task list' }).waitFor();
      await look('poll');
      await page.keyboard.press('Escape');
      await go('#narrow/in/home', 'article table');
      await go('#narrow/search/words', 'article');
      await go(`#narrow/dm/${friend.id}`, 'article');
      await go('#recent', 'main li');
      await go('#drafts', '[aria-label="Scheduled messages"] li');
      await go('#channels', 'main li');
      await go('#channels/new', 'main form');
      await go(`#channels/${id}`, 'main form');
      for (const part of ['profile', 'appearance', 'notifications', 'privacy', 'muted', 'account'])
        await go(`#settings/${part}`, 'main .stack');
      for (const part of [
        ...['users', 'invitations', 'groups', 'emoji', 'bots', 'general', 'linkifiers'],
        ...['fields', 'folders', 'export'],
      ])
        await go(`#organization/${part}`, `main [aria-current][href="#organization/${part}"]`);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await look('keys');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Search' }).fill('se');
      await page.getByRole('option').first().waitFor();
      await look('search');
      expect(found).toEqual([]);
    },
  );
});
