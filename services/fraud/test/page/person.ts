import { BROWSER, NO_BROWSER, startBrowser } from '@services/kit/testing/browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { type Fixture, PASSWORD, startFixture, type TestUser } from '../service/fixture.js';

/** A user with a browser. A test file has one service, and each test a window. */
export interface Person {
  service: Fixture;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Replaces the test's window with another window. */
  use(context: BrowserContext): Promise<Page>;
  /** Collects the browser's errors: failed scripts, and refusals by the content policy. */
  watch(page: Page): void;
  signIn(options?: Parameters<Fixture['user']>[1]): Promise<TestUser & { name: string }>;
  open(view: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  press(button: string | RegExp): Promise<void>;
  /** Waits until an element of the role has the text, such as a heading or an alert. */
  sees(role: 'alert' | 'heading', text: string | RegExp): Promise<void>;
}

/** Call this function inside `describe`; each test can use the members of its result. */
export function startPerson(): Person {
  let complaints: string[] = [];
  let users = 0;
  const person = {
    async use(context) {
      person.context = context;
      person.page = await context.newPage();
      person.watch(person.page);
      return person.page;
    },
    watch(page) {
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (line) => {
        // Before the sign-in, the session request gets 401, which browsers log as an error.
        const isRefusal = line.text().includes('Failed to load resource');
        if (line.type() === 'error' && !isRefusal) complaints.push(line.text());
      });
    },
    async signIn(options = {}) {
      const name = users === 0 ? 'demo' : `person-${users}`;
      users += 1;
      const user = await person.service.user(name, options);
      const { page } = person;
      await page.goto(person.service.url);
      await person.fill('User name', name);
      await person.fill('Password', PASSWORD);
      await person.press('Sign in');
      await page.getByRole('navigation').waitFor();
      return { name, ...user };
    },
    async open(view) {
      await person.page.getByRole('navigation').getByRole('link', { name: view }).click();
    },
    fill: (label, text) => person.page.getByLabel(label, { exact: true }).fill(text),
    press: (name) => person.page.getByRole('button', { name, exact: true }).click(),
    async sees(role, text) {
      const { page } = person;
      if (role === 'heading') await page.getByRole('heading', { name: text }).waitFor();
      else await page.getByRole('alert').getByText(text).waitFor();
    },
  } as Person;

  if (BROWSER === undefined) {
    console.warn(`The page tests are skipped: ${NO_BROWSER}.`);
    return person;
  }
  beforeAll(async () => {
    person.service = await startFixture();
    person.browser = await startBrowser();
  });
  afterAll(async () => {
    await person.browser?.close();
    await person.service?.stop();
  });
  beforeEach(async () => {
    complaints = [];
    await person.use(await person.browser.newContext({ viewport: { width: 1280, height: 900 } }));
  });
  afterEach(async () => {
    await person.context.close();
    expect(complaints).toEqual([]);
  });
  return person;
}
