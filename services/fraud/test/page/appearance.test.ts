import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { BROWSER } from '@services/kit/testing/browser';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Fixture } from '../service/fixture.js';
import { startPerson } from './person.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

describe.skipIf(BROWSER === undefined)('the look of the page', () => {
  const person = startPerson();
  let service: Fixture;
  let page: Page;
  beforeEach(() => {
    ({ service, page } = person);
  });
  const { signIn, open, fill, press } = person;

  async function seriousFindings() {
    await page.evaluate(await readFile(AXE, 'utf8'));
    const { violations } = (await page.evaluate('axe.run()')) as {
      violations: { id: string; impact: string; nodes: { target: string[] }[] }[];
    };
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join('; ')}`);
  }

  describe.each([
    ['light, wide', { viewport: { width: 1280, height: 900 } }],
    ['dark, 360 px', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const }],
  ])('%s', (_name, options) => {
    beforeEach(async () => {
      await person.context.close();
      page = await person.use(await person.browser.newContext(options));
    });

    test('has no serious finding of axe, and no element wider than the window', async () => {
      const findings: string[] = [];
      const look = async (place: string) => {
        for (const finding of await seriousFindings()) findings.push(`${place}: ${finding}`);
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        if (wide) findings.push(`${place}: wider than the window`);
      };
      await page.goto(service.url);
      await page.getByLabel('User name').waitFor();
      await look('sign in');
      await signIn({ tier: 'free' });
      await press('Bank e-mail');
      await page.locator('.result').waitFor();
      await look('check');
      await open('History');
      await page.locator('.rows details summary').first().click();
      await look('history');
      await open('Transactions');
      for (const [label, text] of Object.entries({
        'From account': 'ada',
        'To account': 'shop',
        Amount: '50000',
      }))
        await fill(label, text);
      await press('Submit');
      await page.locator('tbody tr').first().waitFor();
      await look('transactions');
      await open('Advice');
      await press('Where does my money go?');
      await page.locator('.turn.assistant').waitFor();
      await look('advice');
      await open('Tokenise');
      await fill('Data', '0001');
      await page.getByLabel('Kind of data').selectOption('custom');
      await press('Exchange for a token');
      await page.getByText(/^tok_/).waitFor();
      await look('vault');
      await open('Model');
      await page.locator('article').getByRole('heading', { name: 'Model card' }).waitFor();
      await look('model');
      for (const path of ['learn', 'learn/debt']) {
        await page.goto(`${service.url}/${path}`);
        await look(path);
      }
      expect(findings).toEqual([]);
    });
  });

  test.runIf(process.env.SERVICES_PICTURES)('draws the picture of the README', async () => {
    await signIn({ tier: 'pro' });
    await page.setViewportSize({ width: 1280, height: 1080 });
    await press('Parcel fee');
    await page.locator('.result').waitFor();
    await page.getByRole('button', { name: /^Show/ }).first().click();
    await page.screenshot({
      path: fileURLToPath(new URL('../../docs/page.png', import.meta.url)),
      fullPage: true,
    });
  });
});
