import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER } from '@services/kit/testing/browser';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, PASSWORD } from '../service/fixture.js';
import { startPerson } from './person.js';

const HOSTILE = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>';

describe.skipIf(BROWSER === undefined)('the page', () => {
  const person = startPerson();
  let service: Fixture;
  let context: BrowserContext;
  let page: Page;
  beforeEach(() => {
    ({ service, context, page } = person);
  });
  const { signIn, open, watch } = person;

  test('signs in and out, reports a wrong password, and hides the token from scripts', async () => {
    await service.user('careful');
    await page.goto(service.url);
    await page.getByLabel('User name').fill('careful');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('User name or password is wrong').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Check a message' }).waitFor();
    expect(
      await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })'),
    ).toBe('{}');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    await page.reload();
    await page.getByRole('heading', { name: 'Check a message' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  test('judges a pasted message and marks each indicator in the text', async () => {
    await signIn({ tier: 'free' });
    const text = `URGENT: your bank account is suspended. Verify your password at http://secure-login.example.top/verify ${HOSTILE}`;
    await page.getByLabel('Content', { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('heading', { name: /fraud/i, level: 2 }).waitFor();
    const score = Number(await page.getByRole('meter', { name: 'Score' }).getAttribute('aria-valuenow'));
    expect(score).toBeGreaterThan(0.5);
    const place = page.getByRole('region', { name: 'The content with marks' });
    expect(await place.textContent()).toBe(text);
    const shows = page.getByRole('button', { name: /^Show .* in the content$/ });
    const count = await shows.count();
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index += 1) {
      await shows.nth(index).click();
      expect(await place.locator('mark.pointed').count()).toBeGreaterThan(0);
    }
    expect(await page.title()).not.toBe('owned');
    await page.getByText('1 of 100 used this hour').waitFor();
    expect(await page.getByText('verify').count()).toBeGreaterThan(0);
  });

  test('drops a verdict on a text that was changed while the service judged it', async () => {
    await signIn();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/fraud-check?*', async (route) => {
      await held;
      await route.continue();
    });
    const content = page.getByLabel('Content', { exact: true });
    const check = page.getByRole('button', { name: 'Check', exact: true });
    await content.fill('You won a prize! Send your bank details to claim it today.');
    await check.click();
    await content.fill('See you at seven.');
    answer();
    await expect.poll(() => check.isEnabled()).toBe(true);
    expect(await page.locator('.result').count()).toBe(0);
    await check.click();
    await page.getByRole('heading', { name: 'No sign of fraud' }).waitFor();
    await content.fill('x'.repeat(10_001));
    await check.click();
    await page.getByRole('alert').getByText('The content must be at most 10000 characters.').waitFor();
    expect(await page.locator('.result').count()).toBe(0);
  });

  test('accepts an .eml file, chosen or dropped, also in encodings other than UTF-8', async () => {
    await signIn();
    const latin1 = Buffer.from('From: a@b.example\r\nSubject: Caf\xe9\r\n\r\nHello caf\xe9', 'latin1');
    await page
      .getByLabel('Or an .eml file')
      .setInputFiles({ name: 'mail.eml', mimeType: 'message/rfc822', buffer: latin1 });
    await expect.poll(() => page.getByLabel('Content', { exact: true }).inputValue()).toContain('Hello café');
    expect(await page.getByRole('radio', { name: 'E-mail' }).isChecked()).toBe(true);
    const transfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['From: c@d.example\\n\\nDropped text'], 'x.eml'));
      return transfer;
    })()`);
    await page.locator('form.drop').dispatchEvent('drop', { dataTransfer: transfer });
    await expect
      .poll(() => page.getByLabel('Content', { exact: true }).inputValue())
      .toContain('Dropped text');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('region', { name: 'The content with marks' }).waitFor();
    const large = Buffer.alloc(1024 * 1024 + 1, 65);
    await page
      .getByLabel('Or an .eml file')
      .setInputFiles({ name: 'big.eml', mimeType: 'message/rfc822', buffer: large });
    await page.getByRole('alert').getByText('larger than 1 MiB').waitFor();
  });

  test('shows a verdict for every example', async () => {
    await signIn();
    const examples = page.locator('.examples button');
    for (let index = 0; index < (await examples.count()); index += 1) {
      const before = await page
        .locator('.result .id code')
        .textContent({ timeout: 1 })
        .catch(() => '');
      await examples.nth(index).click();
      await expect.poll(() => page.locator('.result .id code').textContent()).not.toBe(before);
    }
  });

  test('finds a result by its id and lists the latest', async () => {
    const { token } = await signIn();
    const { json } = await service.call('POST', '/api/fraud-check', {
      token,
      body: { data_type: 'sms', content: 'See you at seven.' },
    });
    await open('History');
    await page.locator('.rows details').first().waitFor();
    await page.getByRole('textbox', { name: 'Request id' }).fill(json.request_id);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.locator('.facts').getByText(json.request_id).first().waitFor();
    const facts = page.locator('form + div .facts');
    await facts.getByLabel('Note').fill('I asked the bank');
    await facts.getByRole('button', { name: 'It was fine' }).click();
    await facts.getByText('You said: It was fine.').waitFor();
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect.poll(() => facts.getByLabel('Note').inputValue()).toBe('I asked the bank');
    await page.getByRole('textbox', { name: 'Request id' }).fill(`fc_${'0'.repeat(26)}`);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByRole('alert').getByText('There is no such result').waitFor();
  });

  test('submits payments and gives the reasons of a decision', async () => {
    await signIn();
    await open('Transactions');
    await page.getByLabel('From account').fill('ada');
    await page.getByLabel('To account').fill('corner-shop');
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'Approved' }).waitFor();
    await page.getByLabel('Amount').fill('20000');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'Declined' }).waitFor();
    await page.getByText('The balance would fall below zero').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.getByLabel('To account').fill('ada');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('alert').getByText('The receiving account must differ from the sender.').waitFor();
    expect(await page.getByRole('heading', { name: 'Declined' }).count()).toBe(0);
  });

  test('shows answers with the notice, keeps the conversation, and forgets it on reload', async () => {
    await signIn();
    await open('Advice');
    await page.getByText('not personal investment advice').first().waitFor();
    await page.getByLabel('Your question').fill('What is the envelope method?');
    await page.keyboard.press('Enter');
    await page.locator('.turn.assistant').getByText('the money for each kind of flexible spending').waitFor();
    await page.getByLabel('Your question').fill('tell me more about that');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.locator('.turn.assistant').count()).toBe(2);
    expect(await page.locator('.turn.assistant').last().textContent()).toContain('Paper envelopes');
    await page
      .locator('.turn.assistant')
      .last()
      .getByRole('button', { name: 'What is zero-based budgeting?' })
      .click();
    await page.getByText('the whole income is given a job').waitFor();
    expect(await page.locator('.turn .notice').last().textContent()).toContain(
      'general financial information',
    );
    await page.getByLabel('Your question').fill(HOSTILE);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.turn.user').getByText('onerror').waitFor();
    await page.reload();
    await page.getByRole('log').waitFor();
    expect(await page.locator('.turn').count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
  });

  test('opens the recommended lesson', async () => {
    await signIn();
    await open('Advice');
    await page.getByLabel('Your question').fill('Which debt should I pay first?');
    await page.getByRole('button', { name: 'Send' }).click();
    const opened = context.waitForEvent('page');
    await page.locator('.video a').click();
    const lesson = await opened;
    watch(lesson);
    await lesson.getByRole('heading', { name: 'Debt management strategies' }).waitFor();
    await expect.poll(() => lesson.evaluate('document.images[0].naturalWidth')).toBeGreaterThan(0);
  });

  test('exchanges data for a token', async () => {
    await signIn();
    await open('Tokenise');
    await page.getByLabel('Data', { exact: true }).fill('ada@mail.example');
    await page.getByRole('button', { name: 'Exchange for a token' }).click();
    await page.getByText(/^tok_[0-9A-Za-z]{32}$/).waitFor();
    expect(await page.getByLabel('Data', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Data', { exact: true }).fill('no address');
    await page.getByRole('button', { name: 'Exchange for a token' }).click();
    await page.getByRole('alert').waitFor();
  });

  test('shows only the views that the user may use, and reports the end of a session', async () => {
    await signIn({ scopes: ['check'] });
    expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Check',
      'History',
      'Model',
    ]);
    await context.clearCookies();
    await page.getByLabel('Content', { exact: true }).fill('hello');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('Your session has ended').waitFor();
  });

  test('reports that the hourly limit is used up', async () => {
    const { id } = await signIn({ tier: 'free' });
    await service.app.tiers.take({ id, tier: 'free' }, 100);
    await page.getByLabel('Content', { exact: true }).fill('hello');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page
      .getByRole('alert')
      .getByText(/The free tier allows 100 requests an hour.* Try again in/)
      .waitFor();
  });

  test('can be used by keyboard alone', async () => {
    await service.user('typist');
    await page.goto(service.url);
    await page.getByLabel('User name').focus();
    await page.keyboard.type('typist');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check a message' }).waitFor();
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(
          '(document.activeElement.labels?.[0]?.textContent ?? "") + "|" + document.activeElement.textContent',
        );
        if (name.test(text as string)) return;
      }
      throw new Error(`Tab never reached ${name}.`);
    };
    await tabTo(/^Content/);
    await page.keyboard.type('You won a prize! Send your bank details to claim it today.');
    await tabTo(/\|Check$/);
    await page.keyboard.press('Enter');
    await page.locator('.result').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('verdict');
    await tabTo(/\|Show/);
    await page.keyboard.press('Enter');
    await page.locator('mark.pointed').first().waitFor();
  });

  test('never lets the browser store content on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fraud-page-'));
    await context.close();
    context = await chromium.launchPersistentContext(folder, {
      executablePath: BROWSER!,
      args: ['--no-sandbox'],
    });
    page = await person.use(context);
    await signIn();
    const mark = 'MARK9471zebra';
    await page.getByLabel('Content', { exact: true }).fill(`see you at seven ${mark}`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.locator('.result').waitFor();
    await context.close();
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0));
      expect([file.name, bytes.includes(mark), bytes.includes(Buffer.from(mark, 'utf16le'))]).toEqual([
        file.name,
        false,
        false,
      ]);
    }
    await rm(folder, { recursive: true, force: true });
  });
});
