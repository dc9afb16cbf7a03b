import { BROWSER } from '@services/kit/testing/browser';
import { describe, expect, test } from 'vitest';
import { ATTACKS } from '../markdown/attacks.js';
import { startPeople } from './people.js';

describe.skipIf(BROWSER === undefined)('hostile messages', { timeout: 300_000 }, () => {
  const people = startPeople();

  test('run no script and load nothing in the window of a second person', async () => {
    const mal = await people.person('Mal');
    const vic = await people.person('Vic');
    const id = await people.channel('attacks', [mal, vic]);
    for (const attack of ATTACKS)
      await mal.client.post('/messages', { type: 'channel', to: id, topic: 'x', content: attack });
    await mal.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'x', content: 'the end' });

    const { page, context } = await people.window();
    const foreign: string[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).origin !== people.chat.url) foreign.push(request.url());
    });
    const alarms: string[] = [];
    page.on('dialog', async (dialog) => {
      alarms.push(dialog.message());
      await dialog.dismiss();
    });
    await page.goto(`${people.chat.url}/#narrow/channel/${id}/topic/x`);
    await page.getByLabel('Email').fill(vic.email);
    await page.getByLabel('Password').fill('a long and unusual phrase');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('article').first().waitFor();
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.locator('article', { hasText: 'the end' }).waitFor();
    // The page must remove hostile HTML even if the server's renderer does not.
    const left = await page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.querySelectorAll('.content *')) {
        if (/^(script|style|iframe|object|embed|svg|form|base|meta|link)$/i.test(element.tagName))
          found.push(element.outerHTML);
        for (const { name, value } of element.attributes)
          if (
            /^on|^style$|^srcdoc$/i.test(name) ||
            (/^(href|src)$/i.test(name) && /^\s*(javascript|vbscript|data):/i.test(value))
          )
            found.push(element.outerHTML);
      }
      return found;
    });
    expect({ left, alarms, foreign }).toEqual({ left: [], alarms: [], foreign: [] });
  });
});
