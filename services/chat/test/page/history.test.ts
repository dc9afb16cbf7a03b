import { sql } from '@services/kit/db';
import { BROWSER } from '@services/kit/testing/browser';
import { describe, expect, test } from 'vitest';
import { startPeople } from './people.js';

const HISTORY = 100_000;

describe.skipIf(BROWSER === undefined)('a long history', { timeout: 300_000 }, () => {
  const people = startPeople();

  test(`of ${HISTORY} messages scrolls without a jump, a gap or a duplicate; the page keeps few messages at a time`, async () => {
    const una = await people.person('Una');
    const id = await people.channel('archive', [una]);
    const { db } = people.chat;
    const now = Date.now();
    // Inserts rows directly, because sending this many messages would take an hour.
    await db.run(sql`INSERT INTO message (id, sender_id, recipient_id, channel_id, topic, topic_key, content,
        rendered_content, client, sent_at)
      SELECT 1000 + n, ${una.id}::int, c.recipient_id, c.id, 'long', 'long', 'message ' || n,
        '<p>message ' || n || repeat(' and more words', n % 40) || '</p>', 'test', ${now}::bigint - (${HISTORY}::int - n) * 60000::bigint
      FROM channel c, generate_series(1, ${HISTORY}::int) n WHERE c.id = ${id}::int`);
    await db.run(sql`INSERT INTO user_message (user_id, message_id, flags)
      SELECT ${una.id}::int, 1000 + n, 1 FROM generate_series(1, ${HISTORY}::int) n`);
    await db.run(sql`UPDATE counter SET last_message_id = 1000 + ${HISTORY}::int`);
    people.chat.app.directory.forget();

    const { page } = await people.open(una, undefined, `#narrow/channel/${id}`);
    await page.locator('article', { hasText: `message ${HISTORY} ` }).waitFor();
    const ids = () =>
      page
        .locator('article')
        .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.messageId)));
    let oldest = (await ids())[0]!;
    const jumps: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      // After scrolling up, older messages appear above, and the visible messages must not move.
      const moved = await page.evaluate(async () => {
        const scroller = document.querySelector<HTMLElement>('.scroller')!;
        scroller.scrollTop = Math.min(scroller.scrollTop, 500);
        const { top, left } = scroller.getBoundingClientRect();
        const frame = () => new Promise(requestAnimationFrame);
        await frame();
        const row = document.elementFromPoint(left + 60, top + 200)!.closest<HTMLElement>('article')!;
        const before = row.getBoundingClientRect().top;
        const first = document.querySelector<HTMLElement>('article')!.dataset.messageId;
        while (document.querySelector<HTMLElement>('article')!.dataset.messageId === first) await frame();
        await frame();
        return { by: row.getBoundingClientRect().top - before, isThere: row.isConnected };
      });
      if (!moved.isThere || Math.abs(moved.by) > 2) jumps.push(`turn ${turn}: ${JSON.stringify(moved)}`);
      const shown = await ids();
      expect(shown.length).toBeLessThanOrEqual(300);
      expect(shown).toEqual(Array.from(shown, (_id, index) => shown[0]! + index));
      expect(shown[0]).toBeLessThan(oldest);
      oldest = shown[0]!;
    }
    expect(jumps).toEqual([]);
    await page.getByRole('button', { name: 'Newest' }).click();
    await page.locator('article', { hasText: `message ${HISTORY} ` }).waitFor();
    await page.evaluate(`location.hash = '#narrow/channel/${id}/near/51000'`);
    await page.getByText('message 50000', { exact: true }).waitFor();
  });
});
