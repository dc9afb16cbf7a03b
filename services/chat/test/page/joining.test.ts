import { BROWSER } from '@services/kit/testing/browser';
import { afterAll, describe, expect, test } from 'vitest';
import { ROLE } from '../support/chat.js';
import { Mailbox } from '../support/mailbox.js';
import { PASSWORD, startPeople, write } from './people.js';

const mailbox = new Mailbox();
const mailUrl = await mailbox.start();
afterAll(() => mailbox.stop());

describe.skipIf(BROWSER === undefined)('a newcomer', { timeout: 300_000 }, () => {
  const people = startPeople({ mailUrl });

  test('follows an invitation, is signed in by it, finds the channel, writes, and sees who is online and who is typing', async () => {
    const host = await people.person('Hanna Host', ROLE.owner);
    const id = await people.channel('welcome', [host]);
    const { page: hosting } = await people.open(host, undefined, '#organization/invitations');
    await hosting.getByLabel('#welcome').check();
    await hosting.getByRole('button', { name: 'Make a reusable link' }).click();
    const link = (await hosting.getByRole('status').getByRole('link').getAttribute('href'))!;
    expect(link).toContain('/join/');
    await hosting.evaluate(`location.hash = '#narrow/channel/${id}/topic/hello'`);

    const { page } = await people.window();
    await page.goto(link);
    await page.getByLabel('Email').fill('newcomer@example.com');
    await page.getByLabel('Full name').fill('Nora New');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('link', { name: 'Open the chat' }).click();
    await page.getByRole('link', { name: 'welcome' }).click();
    await page.getByLabel('Topic', { exact: true }).fill('hello');
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await box.pressSequentially('Hel');
    await hosting.getByText('Nora New is writing…').waitFor();
    await write(page, 'Hello everyone');
    await hosting.locator('article', { hasText: 'Hello everyone' }).waitFor();
    await expect.poll(() => hosting.getByText('Nora New is writing…').count()).toBe(0);
    await hosting
      .getByRole('complementary', { name: 'People' })
      .getByRole('link', { name: /active.*Nora New/ })
      .waitFor();
  });

  test('signs up by an invitation mail, writes, uploads a file, finds the message, and leaves', async () => {
    const host = await people.person('Heidi Host', ROLE.owner);
    await people.channel('lobby', [host]);
    const { page: hosting } = await people.open(host, undefined, '#organization/invitations');
    await hosting.getByLabel(/^E-mail addresses/).fill('Nils New <nils@example.com>');
    await hosting.getByLabel('#lobby').check();
    await hosting.getByRole('button', { name: 'Send invitations' }).click();
    await expect.poll(() => mailbox.to('nils@example.com').length, { timeout: 60_000 }).toBe(1);
    const [mail] = mailbox.to('nils@example.com');
    const link = /https?:\/\/\S+\/join\/\w+/.exec(mail!.text)![0];

    const { page } = await people.window();
    await page.goto(link);
    await page.getByText('nils@example.com').waitFor();
    await page.getByLabel('Full name').fill('Nils New');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('link', { name: 'Open the chat' }).click();
    await page.getByRole('link', { name: 'lobby' }).click();
    await page.getByLabel('Topic', { exact: true }).fill('arrivals');
    await write(page, 'The kettle is on the third floor');
    await page.locator('article', { hasText: 'kettle' }).waitFor();

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach files' }).click();
    await (await chooser).setFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('third floor'),
    });
    const box = page.getByRole('textbox', { name: 'Message', exact: true });
    await expect
      .poll(() => box.inputValue(), { timeout: 60_000 })
      .toMatch(/^\[plan\.txt\]\(\/user_uploads\//);
    await box.press('Control+Enter');
    await page.locator('article').getByRole('link', { name: 'plan.txt' }).waitFor();

    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('kettle');
    await page.keyboard.press('Enter');
    await page.locator('.highlight', { hasText: 'kettle' }).waitFor();

    await page.evaluate(`location.hash = '#settings/account'`);
    await page.getByRole('button', { name: 'Deactivate the account' }).click();
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    const { members } = await host.client.ok('get', '/users');
    expect(members).toContainEqual(expect.objectContaining({ full_name: 'Nils New', is_active: false }));
  });

  test('with the role of a guest sees only the actions that a guest may use', async () => {
    const member = await people.person('Max Member');
    const guest = await people.person('Gus Guest', ROLE.guest);
    await people.channel('inside', [member]);
    await people.channel('shared', [member, guest]);
    const { page } = await people.open(guest, undefined, '#channels');
    await page.locator('main li', { hasText: 'shared' }).waitFor();
    expect(await page.locator('main li', { hasText: 'inside' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'New channel' }).count()).toBe(0);
    await page.evaluate(`location.hash = '#organization/users'`);
    await page.getByRole('navigation', { name: 'Parts' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Parts' }).getByRole('link').allTextContents()).toEqual(
      [...['Users', 'Groups']],
    );
  });
});
