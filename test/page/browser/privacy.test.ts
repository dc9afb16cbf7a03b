/** No data leaves the machine, and the page's own policy would stop it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { VIEWS } from '../../../src/page/views/views.js';
import { CORPUS } from './odd-files.js';
import { BUILT_PAGE, Visit, type VisitOptions } from './visit.js';

const FILE = join(CORPUS, 'valid/small-network.hef');

describe.skipIf(chromium() === null)('the page', () => {
  let visit: Visit;
  const begin = async (options?: VisitOptions): Promise<void> => {
    visit = await Visit.begin(options);
    await visit.load();
  };
  afterEach(() => visit?.end());

  it('requests only its own files, and sends nothing', async () => {
    await begin();
    await visit.drop(FILE, join(CORPUS, 'invalid/cut-in-message.mdl'));
    expect(await visit.verdict()).toBe('valid');
    for (const { name } of VIEWS) await visit.show(name);
    const { asked } = visit.site!;
    const folder = new Set(readdirSync(BUILT_PAGE, { recursive: true, encoding: 'utf8' }));
    const names = asked.map(({ url }) => url.slice('/some/where/'.length));
    expect(names).toContain('');
    expect(names.some((name) => /worker/.test(name))).toBe(true);
    // All requests are for existing files, and none has a query.
    expect(names.filter((name) => name !== '' && !folder.has(name))).toEqual([]);
    expect(new Set(asked.map(({ method, status }) => `${method} ${status}`))).toEqual(new Set(['GET 200']));
    expect(asked.filter(({ headers }) => headers.cookie)).toEqual([]);
    // A referrer is at most the address of the page's own script, and never a place in a file.
    const referrers = new Set(asked.map(({ headers }) => headers.referer?.replace(/[\w-]+\.js$/, '')));
    expect([...referrers].filter((referrer) => referrer !== undefined)).toEqual([`${visit.url}assets/`]);
    expect(visit.strays).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('requests nothing when further files are dropped', async () => {
    await begin({ headers: { 'cache-control': 'max-age=3600' } });
    await visit.drop(FILE);
    await visit.verdict();
    for (const { name } of VIEWS) await visit.show(name);
    const before = visit.site!.asked.length;
    await visit.context.setOffline(true);
    await visit.closeFiles();
    await visit.drop(join(CORPUS, 'invalid/cut-in-message.mdl'));
    expect(await visit.verdict()).toBe('invalid');
    for (const { name } of VIEWS) await visit.show(name);
    expect(visit.site!.asked.slice(before)).toEqual([]);
    expect(visit.complaints).toEqual([]);
  });

  it('works if WebAssembly is forbidden', async () => {
    await begin({ headers: { 'content-security-policy': "script-src 'self'" } });
    await visit.drop(FILE);
    expect(await visit.verdict()).toBe('valid');
    // The page reports that a check is impossible.
    expect(await visit.text('#view')).toMatch(/checksum\s+not verified/);
    for (const { name } of VIEWS) {
      await visit.show(name);
      expect(await visit.page.locator('[role="alert"]').count(), name).toBe(0);
    }
    expect(visit.complaints.filter((text) => !/wasm|WebAssembly/i.test(text))).toEqual([]);
  });
});

describe.skipIf(chromium() === null)('the policy of the page', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());

  /** Requests that markup or code from a file could try, and the directive that prevents each. */
  const WAYS_OUT: readonly (readonly [string, string, () => unknown])[] = [
    ['a request', 'connect-src', () => fetch('https://example.org/').catch(() => {})],
    ['a beacon', 'connect-src', () => navigator.sendBeacon('https://example.org/')],
    [
      'an image',
      'img-src',
      () => {
        new Image().src = 'https://example.org/x.png';
      },
    ],
    [
      'a frame',
      'frame-src',
      () => {
        document.body.append(
          Object.assign(document.createElement('iframe'), { src: 'https://example.org/' }),
        );
      },
    ],
    [
      'a script from elsewhere',
      'script-src-elem',
      () => {
        document.head.append(
          Object.assign(document.createElement('script'), { src: 'https://example.org/x.js' }),
        );
      },
    ],
    [
      'code in markup',
      'script-src-elem',
      () => {
        document.head.append(Object.assign(document.createElement('script'), { text: 'window.canary = 1' }));
      },
    ],
    [
      'a handler in markup',
      'script-src-attr',
      () => {
        document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.canary = 1">');
      },
    ],
    [
      'code in text',
      'script-src',
      // Called later, because code that a test evaluates may do this.
      () => {
        setTimeout(() => setTimeout('window.canary = 1'));
      },
    ],
    [
      'a style in markup',
      'style-src-elem',
      () => {
        document.head.append(
          Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }),
        );
      },
    ],
  ];
  it.each(WAYS_OUT)('blocks %s', async (_, directive, attempt) => {
    await visit.load();
    visit.complaints.length = 0;
    await visit.page.evaluate(attempt);
    await expect.poll(() => visit.complaints.join('\n')).toContain(`policy: ${directive} `);
    expect(await visit.page.evaluate(() => window.canary)).toBeUndefined();
    expect(visit.strays).toEqual([]);
  });
});
