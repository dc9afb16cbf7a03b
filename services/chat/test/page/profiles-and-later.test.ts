import { BROWSER } from '@services/kit/testing/browser';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ROLE } from '../support/chat.js';
import { startPeople } from './people.js';

describe.skipIf(BROWSER === undefined)(
  'profiles, scheduled messages and exports',
  { timeout: 240_000 },
  () => {
    const people = startPeople();

    test('an administrator makes fields, a member fills them in, another reads them', async () => {
      const owner = await people.person('Olga Owner', ROLE.owner);
      const friend = await people.person('Fred');
      const { page } = await people.open(owner, undefined, '#organization/fields');
      await page.getByLabel('Label').fill('Homepage');
      await page.getByLabel('Kind').selectOption('Link');
      await page.getByRole('button', { name: 'Add the field' }).click();
      await page.getByRole('button', { name: 'Remove Homepage' }).waitFor();
      await page.getByLabel('Label').fill('Workplace');
      await page.getByLabel('Kind').selectOption('List of choices');
      await page.getByLabel('Choices, one in each line').fill('Kitchen\nGarden');
      await page.getByRole('button', { name: 'Add the field' }).click();
      await page.getByRole('button', { name: 'Move Workplace up' }).click();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Workplace' })
        .getByRole('button', { name: 'Up' })
        .and(page.locator(':disabled'))
        .waitFor();

      const other = await people.open(friend, undefined, '#settings/profile');
      const buffer = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#36c' } })
        .png()
        .toBuffer();
      await other.page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
      await other.page.locator('form img[src*="/user_avatars/2/avatars/"]').waitFor();
      await other.page.getByLabel('Homepage').fill('https://fred.example/');
      await other.page.getByLabel('Homepage').press('Tab');
      await other.page.getByLabel('Workplace', { exact: true }).selectOption('Garden');
      const profile = async () =>
        (await owner.client.ok('get', `/users/${friend.id}`, { include_custom_profile_fields: true })).user
          .profile_data;
      await expect
        .poll(
          async () =>
            Object.values(await profile())
              .map((field) => (field as { value: string }).value)
              .sort(),
          { timeout: 60_000 },
        )
        .toEqual(['1', 'https://fred.example/']);
      await page.getByRole('button', { name: 'About Fred' }).click();
      const card = page.getByRole('dialog', { name: 'Fred' });
      await card.getByText('Garden').waitFor();
      expect(await card.getByRole('link', { name: 'https://fred.example/' }).getAttribute('rel')).toContain(
        'noopener',
      );
    });

    test('a message is scheduled, taken back, and scheduled again', async () => {
      const owner = await people.person('Petra Owner', ROLE.owner);
      const id = await people.channel('later', [owner]);
      const { page } = await people.open(owner, undefined, `#narrow/channel/${id}-later/topic/plans`);
      const box = page.getByRole('textbox', { name: 'Message', exact: true });
      const scheduled = async () => (await owner.client.ok('get', '/scheduled_messages')).scheduled_messages;
      const sendLater = async (text: string) => {
        await box.fill(text);
        await page.getByRole('button', { name: 'Send later' }).click();
        await page.getByRole('button', { name: 'Schedule' }).click();
        await page.getByRole('dialog', { name: 'Send later' }).waitFor({ state: 'detached' });
      };
      await sendLater('See you then');
      expect(await scheduled()).toMatchObject([{ content: 'See you then', to: id, topic: 'plans' }]);
      await page.evaluate('location.hash = "#drafts"');
      await page.getByRole('list', { name: 'Scheduled messages' }).getByText('See you then').waitFor();
      await page.getByRole('button', { name: 'Edit' }).click();
      await expect.poll(() => box.inputValue(), { timeout: 60_000 }).toBe('See you then');
      expect(await scheduled()).toEqual([]);
      await sendLater('See you tomorrow');
      await page.evaluate('location.hash = "#drafts"');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('list', { name: 'Scheduled messages' }).waitFor({ state: 'detached' });
      expect(await scheduled()).toEqual([]);
    });

    test('a channel is put into a folder, which folds in everyone’s list', async () => {
      const owner = await people.person('Rosa Owner', ROLE.owner);
      const friend = await people.person('Tom');
      const id = await people.channel('sailing', [owner, friend]);
      await people.channel('loose', [friend]);
      const { page: other } = await people.open(friend);
      const list = other.getByRole('navigation', { name: 'Conversations' });
      const { page } = await people.open(owner, undefined, `#channels/${id}`);
      await page.getByLabel('Folder').fill('Hobbies');
      await page.getByLabel('Folder').press('Tab');
      const folder = list.getByRole('group').filter({ hasText: 'Hobbies' });
      await folder.getByRole('link', { name: 'sailing' }).waitFor();
      expect(await folder.getByRole('link', { name: 'loose' }).count()).toBe(0);
      await folder.getByText('Hobbies').click();
      await folder.getByRole('link', { name: 'sailing' }).waitFor({ state: 'hidden' });
      await page.getByLabel('Folder').fill('');
      await page.getByLabel('Folder').press('Tab');
      await folder.waitFor({ state: 'detached' });
      await list.getByRole('link', { name: 'sailing' }).waitFor();
    });

    test('an export is made, downloaded and deleted', async () => {
      const owner = await people.person('Quinn Owner', ROLE.owner);
      const { page } = await people.open(owner, undefined, '#organization/export');
      await page.getByRole('button', { name: 'Begin an export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Download' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.tar\.gz$/);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('deleted').waitFor();
    });
  },
);
