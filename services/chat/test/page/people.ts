import { BROWSER, NO_BROWSER, startBrowser } from '@services/kit/testing/browser';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { ChatConfig } from '../../src/config.js';
import type { Role } from '../../src/users/account.js';
import { addAccount, checkedAccount } from '../../src/users/membership.js';
import { type Chat, ROLE, startChat, type TestUser } from '../support/chat.js';
import { ApiClient } from '../support/client.js';

export const PASSWORD = 'a long and unusual phrase';

/** A user with an account who can open the page. */
export interface Person extends Omit<TestUser, 'key'> {
  name: string;
}

export interface Window {
  page: Page;
  context: BrowserContext;
}

/**
 * Starts a service for the whole test file, and browsers in which its users open the page. Call this function inside
 * `describe`, and use the returned members in tests.
 */
export interface People {
  chat: Chat;
  person(name: string, role?: Role): Promise<Person>;
  /** Opens a window in a new browser context, with the person signed in. */
  open(person: Person, options?: BrowserContextOptions, hash?: string): Promise<Window>;
  /** Opens a window without a session. */
  window(options?: BrowserContextOptions): Promise<Window>;
  /** Creates a channel with people as subscribers. Returns its id. */
  channel(name: string, people: Person[], options?: object): Promise<number>;
}

export function startPeople(config: Partial<ChatConfig> = {}): People {
  let browser: Browser | undefined;
  let contexts: BrowserContext[] = [];
  let complaints: string[] = [];
  let made = 0;

  function watch(page: Page) {
    page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
    page.on('console', (line) => {
      // The browser's log has an entry for each refused request, which is not an error here: the tests check refusals
      // themselves.
      const isRefusal = line.text().includes('Failed to load resource');
      if (line.type() === 'error' && !isRefusal) complaints.push(line.text());
    });
  }

  const people = {
    async person(name, role = ROLE.member) {
      const email = `person${++made}@example.com`;
      const { app } = people.chat;
      const checked = await checkedAccount(app, { email, fullName: name, password: PASSWORD, role });
      const { id } = await app.write((tx) => addAccount(app, tx, checked));
      const { api_key } = await people.chat.anonymous().ok('post', '/fetch_api_key', {
        username: email,
        password: PASSWORD,
      });
      return { id, email, name, role, client: new ApiClient(people.chat.url, { email, key: api_key }) };
    },
    async window(options = { viewport: { width: 1280, height: 800 } }) {
      const context = await browser!.newContext({ reducedMotion: 'reduce', ...options });
      contexts.push(context);
      // The long time-out allows for a machine that is shared with other work.
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      watch(page);
      return { page, context };
    },
    async open({ email }, options, hash = '') {
      const window = await people.window(options);
      const { page } = window;
      await page.goto(`${people.chat.url}/${hash}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.locator('.shell').waitFor();
      return window;
    },
    async channel(name, [first, ...others], options = {}) {
      const principals = [first!, ...others].map(({ id }) => id);
      await first!.client.ok('post', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        principals,
        ...options,
      });
      return (await first!.client.ok('get', '/get_stream_id', { stream: name })).stream_id as number;
    },
  } as People;

  if (BROWSER === undefined) {
    console.warn(`The page tests are skipped: ${NO_BROWSER}.`);
    return people;
  }
  beforeAll(async () => {
    people.chat = await startChat({ config });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await people.chat?.stop();
  });
  afterEach(async () => {
    const closing = contexts;
    contexts = [];
    await Promise.all(closing.map((context) => context.close()));
    const found = complaints;
    complaints = [];
    expect(found).toEqual([]);
  });
  return people;
}

/** Writes a message in the composer and sends it. */
export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: true });
  await box.fill(text);
  await box.press('Control+Enter');
}
