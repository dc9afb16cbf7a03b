import type { Browser, Request } from 'playwright-core';
import { COOKIE_NAME } from '../src/users/cookies.js';

export interface FirstMessage {
  ms: number;
  /** Number of requests that the browser began before the message was shown. */
  requests: number;
  /** Transferred bytes of the responses that were complete by then. */
  bytes: number;
}

/** Opens a conversation in a new browser context, whose cache is empty, for a person who has logged in. */
export async function firstMessage(browser: Browser, address: string, cookie: string): Promise<FirstMessage> {
  const context = await browser.newContext();
  try {
    await context.addCookies([{ name: COOKIE_NAME, value: cookie, url: address }]);
    const page = await context.newPage();
    let requests = 0;
    page.on('request', () => requests++);
    const finished: Request[] = [];
    page.on('requestfinished', (request) => finished.push(request));
    const begin = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator('article').first().waitFor({ timeout: 120_000 });
    const taken = { ms: performance.now() - begin, requests };
    const sizes = await Promise.all([...finished].map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
    return { ...taken, bytes };
  } finally {
    await context.close();
  }
}
