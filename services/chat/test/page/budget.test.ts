import { sql } from '@services/kit/db';
import { BROWSER, startBrowser } from '@services/kit/testing/browser';
import { describe, expect, it } from 'vitest';
import { firstMessage } from '../../bench/first-message.js';
import { pageFiles } from '../../src/page/files.js';
import { issueCookie } from '../../src/users/cookies.js';
import { startPeople } from './people.js';

/** Maximum size of the compressed scripts that the page loads before it shows the first message. */
const MOST_SCRIPT_BYTES = 200_000;
/**
 * Maximum numbers of requests and bytes until the first message is shown. These maxima stand for the goal of less than
 * a second. A time would depend on the machine.
 */
const MOST_REQUESTS = 145;
const MOST_BYTES = 300_000;
/**
 * Number of other people in the organization. Before the first message, the page must not request the pictures at the
 * end of the list of people.
 */
const OTHERS = 150;

describe('files that a browser loads', () => {
  const { files } = pageFiles();
  const html = files.get('/')!.bodies.identity.toString();

  it(`have at most ${MOST_SCRIPT_BYTES} bytes of compressed script before the first message`, () => {
    const first = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+\.js)"/g)].map(([, path]) => path!);
    expect(first.length).toBeGreaterThan(0);
    const bytes = first.map((path) => files.get(path)!.bodies.gzip.length);
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  });

  it('has no inline scripts or styles, because its content security policy forbids them', () => {
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)/);
  });
});

describe.skipIf(BROWSER === undefined)('a conversation, with a cold cache', { timeout: 240_000 }, () => {
  const people = startPeople();

  it(`takes at most ${MOST_REQUESTS} requests and ${MOST_BYTES} bytes until its first message is shown`, async () => {
    const reader = await people.person('Rita Reader');
    const id = await people.channel('first', [reader]);
    await people.chat.db.run(sql`INSERT INTO account (email, email_key, full_name, role, joined_at, settings)
      SELECT 'p' || n, 'p' || n, 'P ' || n, 400, 0, '{}'::jsonb FROM generate_series(1, ${OTHERS}::int) n`);
    for (let n = 0; n < 3; n++)
      await reader.client.ok('post', '/messages', { type: 'channel', to: id, topic: 'a', content: `${n}` });
    const { value } = await people.chat.app.write((tx) => issueCookie(tx, people.chat.app, reader.id, ''));
    const browser = await startBrowser();
    const { requests, bytes } = await firstMessage(
      browser,
      `${people.chat.url}/#narrow/channel/${id}`,
      value,
    );
    await browser.close();
    expect(requests).toBeGreaterThanOrEqual(5);
    expect(requests).toBeLessThanOrEqual(MOST_REQUESTS);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });
});
