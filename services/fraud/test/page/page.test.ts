import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BROWSER } from '@services/kit/testing/browser';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Fixture, PASSWORD, sms } from '../service/fixture.js';
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
  const { signIn, open, watch, fill, press, sees } = person;
  const check = (text: string) => fill('Content', text).then(() => press('Check'));
  const content = () => page.getByLabel('Content', { exact: true }).inputValue();

  test('signs in and out, reports a wrong password, and hides the token from scripts', async () => {
    await service.user('careful');
    await page.goto(service.url);
    await fill('User name', 'careful');
    await fill('Password', 'wrong');
    await press('Sign in');
    await sees('alert', 'User name or password is wrong');
    await fill('Password', PASSWORD);
    await press('Sign in');
    await sees('heading', 'Check a message');
    const stores = 'document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })';
    expect(await page.evaluate(stores)).toBe('{}');
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: 'Strict' }]);
    await page.reload();
    await sees('heading', 'Check a message');
    await press('Sign out');
    await page.getByText('You are signed out.').waitFor();
    await page.reload();
    await sees('heading', 'Sign in');
  });

  test('judges a pasted message and marks each indicator in the text', async () => {
    await signIn({ tier: 'free' });
    const text = `URGENT: your bank account is suspended. Verify your password at http://secure-login.example.top/verify ${HOSTILE}`;
    await check(text);
    await page.getByRole('heading', { name: /fraud/i, level: 2 }).waitFor();
    const score = Number(await page.getByRole('meter', { name: 'Score' }).getAttribute('aria-valuenow'));
    expect(score).toBeGreaterThan(0.5);
    const place = page.getByRole('region', { name: 'The content with marks' });
    expect(await place.textContent()).toBe(text);
    const shows = await page.getByRole('button', { name: /^Show .* in the content$/ }).all();
    expect(shows.length).toBeGreaterThan(0);
    for (const show of shows) {
      await show.click();
      expect(await place.locator('mark.pointed').count()).toBeGreaterThan(0);
    }
    expect(await page.title()).not.toBe('owned');
    await page.getByText('1 of 100 used this hour').waitFor();
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
    await check('You won a prize! Send your bank details to claim it today.');
    await fill('Content', 'See you at seven.');
    answer();
    const button = page.getByRole('button', { name: 'Check', exact: true });
    await expect.poll(() => button.isEnabled()).toBe(true);
    expect(await page.locator('.result').count()).toBe(0);
    await button.click();
    await sees('heading', 'No sign of fraud');
    await check('x'.repeat(10_001));
    await sees('alert', 'The content must be at most 10000 characters.');
    expect(await page.locator('.result').count()).toBe(0);
  });

  test('accepts an .eml file, chosen or dropped, also in encodings other than UTF-8', async () => {
    await signIn();
    const choose = (buffer: Buffer) =>
      page.getByLabel('Or an .eml file').setInputFiles({ name: 'a.eml', mimeType: 'message/rfc822', buffer });
    await choose(Buffer.from('From: a@b.example\r\nSubject: Caf\xe9\r\n\r\nHello caf\xe9', 'latin1'));
    await expect.poll(content).toContain('Hello café');
    expect(await page.getByRole('radio', { name: 'E-mail' }).isChecked()).toBe(true);
    const dataTransfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['From: c@d.example\\n\\nDropped text'], 'x.eml'));
      return transfer;
    })()`);
    await page.locator('form.drop').dispatchEvent('drop', { dataTransfer });
    await expect.poll(content).toContain('Dropped text');
    await press('Check');
    await page.getByRole('region', { name: 'The content with marks' }).waitFor();
    await choose(Buffer.alloc(1024 * 1024 + 1, 65));
    await sees('alert', 'larger than 1 MiB');
  });

  test('shows a verdict for every example', async () => {
    await signIn();
    const id = page.locator('.result .id code');
    for (const example of await page.locator('.examples button').all()) {
      const before = (await id.count()) === 0 ? '' : await id.textContent();
      await example.click();
      await expect.poll(() => id.textContent()).not.toBe(before);
    }
  });

  test('finds a result by its id and lists the latest', async () => {
    const { post } = await signIn();
    const { json } = await post('/api/fraud-check', sms('See you at seven.'));
    const lookUp = async (id?: string) => {
      if (id !== undefined) await page.getByRole('textbox', { name: 'Request id' }).fill(id);
      await press('Look up');
    };
    await open('History');
    await page.locator('.rows details').first().waitFor();
    await lookUp(json.request_id);
    await page.locator('.facts').getByText(json.request_id).first().waitFor();
    const facts = page.locator('form + div .facts');
    await facts.getByLabel('Note').fill('I asked the bank');
    await facts.getByRole('button', { name: 'It was fine' }).click();
    await facts.getByText('You said: It was fine.').waitFor();
    await lookUp();
    await expect.poll(() => facts.getByLabel('Note').inputValue()).toBe('I asked the bank');
    await lookUp(`fc_${'0'.repeat(26)}`);
    await sees('alert', 'There is no such result');
  });

  test('submits payments and gives the reasons of a decision', async () => {
    await signIn();
    await open('Transactions');
    await fill('From account', 'ada');
    await fill('To account', 'corner-shop');
    for (const [amount, heading] of [
      ['50', 'Approved'],
      ['20000', 'Declined'],
    ] as const) {
      await fill('Amount', amount);
      await press('Submit');
      await sees('heading', heading);
    }
    await page.getByText('The balance would fall below zero').waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await fill('To account', 'ada');
    await press('Submit');
    await sees('alert', 'The receiving account must differ from the sender.');
    expect(await page.getByRole('heading', { name: 'Declined' }).count()).toBe(0);
  });

  test('shows answers with the notice, keeps the conversation, and forgets it on reload', async () => {
    await signIn();
    await open('Advice');
    await page.getByText('not personal investment advice').first().waitFor();
    await fill('Your question', 'What is the envelope method?');
    await page.keyboard.press('Enter');
    const answers = page.locator('.turn.assistant');
    await answers.getByText('the money for each kind of flexible spending').waitFor();
    await fill('Your question', 'tell me more about that');
    await press('Send');
    await expect.poll(() => answers.count()).toBe(2);
    expect(await answers.last().textContent()).toContain('Paper envelopes');
    await answers.last().getByRole('button', { name: 'What is zero-based budgeting?' }).click();
    await page.getByText('the whole income is given a job').waitFor();
    const notice = page.locator('.turn .notice').last();
    expect(await notice.textContent()).toContain('general financial information');
    await fill('Your question', HOSTILE);
    await press('Send');
    await page.locator('.turn.user').getByText('onerror').waitFor();
    await page.reload();
    await page.getByRole('log').waitFor();
    expect(await page.locator('.turn').count()).toBe(0);
    expect(await page.title()).not.toBe('owned');
  });

  test('opens the recommended lesson', async () => {
    await signIn();
    await open('Advice');
    await fill('Your question', 'Which debt should I pay first?');
    await press('Send');
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
    await fill('Data', 'ada@mail.example');
    await press('Exchange for a token');
    await page.getByText(/^tok_[0-9A-Za-z]{32}$/).waitFor();
    expect(await page.getByLabel('Data', { exact: true }).inputValue()).toBe('');
    await fill('Data', 'no address');
    await press('Exchange for a token');
    await page.getByRole('alert').waitFor();
  });

  test('shows only the views that the user may use, and reports the end of a session', async () => {
    await signIn({ scopes: ['check'] });
    const views = page.getByRole('navigation').getByRole('link');
    expect(await views.allTextContents()).toEqual(['Check', 'History', 'Model']);
    await context.clearCookies();
    await check('hello');
    await page.getByText('Your session has ended').waitFor();
  });

  test('reports that the hourly limit is used up', async () => {
    const { id } = await signIn({ tier: 'free' });
    await service.app.tiers.take({ id, tier: 'free' }, 100);
    await check('hello');
    await sees('alert', /The free tier allows 100 requests an hour.* Try again in/);
  });

  test('can be used by keyboard alone', async () => {
    await service.user('typist');
    await page.goto(service.url);
    await page.getByLabel('User name').focus();
    await page.keyboard.type('typist');
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await sees('heading', 'Check a message');
    const focused =
      '(document.activeElement.labels?.[0]?.textContent ?? "") + "|" + document.activeElement.textContent';
    const tabTo = async (name: RegExp) => {
      for (let step = 0; step < 60; step += 1) {
        await page.keyboard.press('Tab');
        if (name.test(await page.evaluate(focused))) return;
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
    const options = { executablePath: BROWSER!, args: ['--no-sandbox'] };
    context = await chromium.launchPersistentContext(folder, options);
    page = await person.use(context);
    await signIn();
    const mark = 'MARK9471zebra';
    await check(`see you at seven ${mark}`);
    await page.locator('.result').waitFor();
    await context.close();
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(parentPath, name)).catch(() => Buffer.alloc(0));
      expect([bytes.includes(mark), bytes.includes(Buffer.from(mark, 'utf16le'))], name).toEqual([
        false,
        false,
      ]);
    }
    await rm(folder, { recursive: true, force: true });
  });
});
