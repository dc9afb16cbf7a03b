import { BROWSER } from '@services/kit/testing/browser';
import { describe, expect, test } from 'vitest';
import { ROLE } from '../support/chat.js';
import { startPeople } from './people.js';

describe.skipIf(BROWSER === undefined)('polls, task lists and reports', { timeout: 240_000 }, () => {
  const people = startPeople();

  test('a poll is made from the composer, voted on by two people, extended, and the same after a reload', async () => {
    const ann = await people.person('Ann');
    const ben = await people.person('Ben');
    const id = await people.channel('votes', [ann, ben]);
    const place = `#narrow/channel/${id}-votes/topic/lunch`;
    const { page } = await people.open(ann, undefined, place);
    const { page: other } = await people.open(ben, undefined, place);
    await page.getByRole('button', { name: 'Poll or task list' }).click();
    await page.getByLabel('Question').fill('Lunch?');
    await page.getByLabel('Options, one in each line').fill('soup\n\n salad ');
    await page.getByRole('button', { name: 'Write it' }).click();
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect.poll(() => box.inputValue()).toBe('/poll Lunch?\nsoup\nsalad');
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    const poll = page.getByRole('region', { name: 'Lunch?' });
    await other
      .getByRole('region', { name: 'Lunch?' })
      .getByRole('button', { name: '0 votes for soup' })
      .click();
    await poll.getByRole('button', { name: '1 vote for soup' }).click();
    await other
      .getByRole('listitem')
      .filter({ hasText: 'soup' })
      .filter({ hasText: 'Ann, Ben' })
      .getByRole('button', { name: '2 votes for soup', pressed: true })
      .waitFor();
    await other.getByLabel('Another option').fill('bread');
    await other.getByLabel('Another option').press('Enter');
    await poll.getByRole('button', { name: '0 votes for bread' }).click();
    await poll.getByRole('button', { name: '2 votes for soup' }).click();
    await poll.getByRole('button', { name: 'Edit the question' }).click();
    await poll.getByLabel('Question').fill('Dinner?');
    await poll.getByLabel('Question').press('Enter');
    await other.getByRole('region', { name: 'Dinner?' }).waitFor();
    expect(await other.getByRole('button', { name: 'Edit the question' }).count()).toBe(0);
    await other.reload();
    const again = other.getByRole('region', { name: 'Dinner?' });
    await again.getByRole('button', { name: '1 vote for bread', pressed: false }).waitFor();
    expect(await again.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^1\s[\s\S]*soup[\s\S]*Ben$/),
      expect.stringMatching(/^0\s[\s\S]*salad/),
      expect.stringMatching(/^1\s[\s\S]*bread[\s\S]*Ann$/),
    ]);
  });

  test('a task list is created by its command, and both users see completed tasks', async () => {
    const ann = await people.person('Ann');
    const ben = await people.person('Ben');
    const id = await people.channel('tasks', [ann, ben]);
    const place = `#narrow/channel/${id}-tasks/topic/move`;
    const { page } = await people.open(ann, undefined, place);
    const { page: other } = await people.open(ben, undefined, place);
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await box.pressSequentially('/to');
    await page.getByRole('option', { name: /^\/todo/ }).waitFor();
    await box.press('Enter');
    await box.pressSequentially('Move');
    await box.press('Shift+Enter');
    await box.pressSequentially('boxes: ten');
    await box.press('Control+Enter');
    await other.getByRole('checkbox', { name: 'boxes' }).click();
    await page.getByRole('checkbox', { name: 'boxes', checked: true }).waitFor();
    await page.getByLabel('Another task').fill('van');
    await page.getByLabel('Another task').press('Enter');
    await other.getByRole('checkbox', { name: 'van', checked: false }).waitFor();
  });

  test('a message is reported, and the moderators read the report in the channel that the owner chose', async () => {
    const owner = await people.person('Olga Owner', ROLE.owner);
    const member = await people.person('Max Member');
    const rude = await people.person('Rudi');
    const id = await people.channel('talk', [owner, member, rude]);
    await people.channel('moderation', [owner], { invite_only: true });
    const sent = { type: 'channel', to: id, topic: 'hello', content: 'Something rude' };
    await rude.client.ok('post', '/messages', sent);
    const { page } = await people.open(member, undefined, `#narrow/channel/${id}-talk/topic/hello`);
    const row = page.locator('article', { hasText: 'Something rude' });
    const report = page.getByRole('menuitem', { name: 'Report to the moderators' });
    await row.hover();
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
    expect(await report.count()).toBe(0);
    await page.keyboard.press('Escape');

    const { page: owning } = await people.open(owner, undefined, '#organization/general');
    await owning.getByLabel('Reports of messages go to').selectOption('#moderation (private)');
    await owning.getByText('Saved.').waitFor();

    await expect
      .poll(async () => {
        await row.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Copy the link' }).waitFor();
        const found = await report.count();
        if (found === 0) await page.keyboard.press('Escape');
        return found;
      })
      .toBe(1);
    await report.click();
    await page.getByLabel('Reason').selectOption('Other reason');
    await page.getByLabel('Notes').fill('This is not how we talk.');
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByText('Reported.').waitFor();
    await owning.getByRole('link', { name: /^moderation/ }).click();
    const told = owning.locator('article', { hasText: 'This is not how we talk.' });
    await told.getByText('Something rude').waitFor();
    expect(await told.textContent()).toContain('Max Member');
  });
});
