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

    test('an administrator adds profile fields, a member fills them in, and another member reads them', async () => {
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
      await other.reload();
      await folder.getByText('Hobbies').waitFor();
      await folder.getByRole('link', { name: 'sailing' }).waitFor({ state: 'hidden' });
      await page.getByLabel('Folder').fill('');
      await page.getByLabel('Folder').press('Tab');
      await folder.waitFor({ state: 'detached' });
      await list.getByRole('link', { name: 'sailing' }).waitFor();
    });

    test('folders are put into an order, renamed, archived when empty, and restored', async () => {
      const owner = await people.person('Vera Owner', ROLE.owner);
      const id = await people.channel('rowing', [owner]);
      const { page } = await people.open(owner, undefined, '#organization/folders');
      const parts = page.getByRole('region', { name: 'Organization' });
      for (const name of ['Water', 'Land']) {
        await parts.getByLabel('Name', { exact: true }).fill(name);
        await parts.getByRole('button', { name: 'Add the folder' }).click();
        await parts.getByLabel(`Name of ${name}`).waitFor();
      }
      const folders = async () =>
        (await owner.client.ok('get', '/channel_folders', { include_archived: true })).channel_folders as {
          id: number;
          name: string;
          is_archived: boolean;
        }[];
      const names = async () =>
        (await folders()).map(({ name }) => name).filter((name) => name !== 'Hobbies');
      await parts.getByRole('button', { name: 'Move Land up' }).click();
      await expect.poll(names).toEqual(['Land', 'Water']);
      await parts.getByLabel('Name of Water').fill('Sea');
      await parts.getByLabel('Name of Water').press('Tab');
      await parts.getByLabel('Name of Sea').waitFor();
      const sea = (await folders()).find(({ name }) => name === 'Sea')!;
      await owner.client.ok('patch', `/streams/${id}`, { folder_id: sea.id });
      const list = page.getByRole('navigation', { name: 'Conversations' });
      await list
        .getByRole('group')
        .filter({ hasText: 'Sea' })
        .getByRole('link', { name: 'rowing' })
        .waitFor();
      await parts.getByRole('button', { name: 'Archive Sea' }).click();
      await page.getByRole('alert').filter({ hasText: 'remove all the channels' }).waitFor();
      await owner.client.ok('patch', `/streams/${id}`, { folder_id: null });
      await parts.getByRole('button', { name: 'Archive Sea' }).click();
      await parts.getByRole('button', { name: 'Restore Sea' }).click();
      await parts.getByRole('button', { name: 'Archive Sea' }).waitFor();
      expect(await folders()).toContainEqual(expect.objectContaining({ name: 'Sea', is_archived: false }));
    });

    test('folded headings show the open channel and what a filter finds, and stay folded after a reload', async () => {
      const owner = await people.person('Walter Owner', ROLE.owner);
      const friend = await people.person('Xenia');
      const id = await people.channel('skating', [owner, friend]);
      await people.channel('skiing', [owner, friend]);
      const message = { type: 'direct', to: [owner.id], content: 'hello' };
      await friend.client.ok('post', '/messages', message);
      const { page } = await people.open(owner, undefined, `#narrow/channel/${id}-skating`);
      const list = page.getByRole('navigation', { name: 'Conversations' });
      const skiing = list.getByRole('link', { name: 'skiing' });
      const xenia = list.getByRole('link', { name: 'Xenia' });
      await xenia.waitFor();
      for (const what of ['direct messages', 'channels'])
        await list.getByRole('button', { name: `Show ${what}`, expanded: true }).click();
      await skiing.waitFor({ state: 'detached' });
      await xenia.waitFor({ state: 'detached' });
      const heading = list.getByRole('heading', { name: 'Direct messages' }).locator('..');
      await heading.getByText(/^[1-9]\d* unread$/).waitFor();
      expect(await list.getByRole('link', { name: 'skating' }).count()).toBe(1);
      await page.getByLabel('Filter channels and people').fill('ski');
      await skiing.waitFor();
      await page.reload();
      await list.getByRole('button', { name: 'Show channels', expanded: false }).waitFor();
      expect(await skiing.count()).toBe(0);
      await list.getByRole('button', { name: 'Show channels', expanded: false }).click();
      await skiing.waitFor();
    });

    test('a status has an emoji, which others see beside the name', async () => {
      const owner = await people.person('Yuri Owner', ROLE.owner);
      const friend = await people.person('Zora');
      const { page } = await people.open(owner);
      const beside = page.getByRole('complementary', { name: 'People' }).getByRole('link', { name: 'Zora' });
      const other = await people.open(friend, undefined, '#settings/profile');
      await other.page.getByRole('button', { name: 'Emoji of your status: none' }).click();
      await other.page.getByLabel('Search emoji').fill('palm_tree');
      await other.page.getByRole('button', { name: 'palm tree', exact: true }).click();
      await beside.getByRole('img', { name: 'Status: palm tree' }).waitFor();
      await other.page.getByLabel('Status', { exact: true }).fill('On the beach');
      await other.page.getByLabel('Status', { exact: true }).press('Tab');
      await beside.getByRole('img', { name: 'Status: On the beach' }).getByText('🌴').waitFor();
      await page.getByRole('button', { name: 'About Zora' }).click();
      await page.getByRole('dialog', { name: 'Zora' }).getByText('On the beach').waitFor();
      await other.page.getByRole('button', { name: 'Clear the status' }).click();
      await beside.getByRole('img', { name: /^Status/ }).waitFor({ state: 'detached' });
      expect((await owner.client.ok('get', `/users/${friend.id}/status`)).status).toEqual({});
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
