/** Tree and bytes side by side: a selection in one is highlighted in the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { expectLit, spanOf } from './lit-bytes.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const FILE = join(CORPUS, 'valid/one-context.mdl');

describe.skipIf(chromium() === null)('structure', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
  });
  afterAll(() => visit?.end());
  beforeEach(async () => {
    await visit.load('#view=structure');
    await visit.drop(FILE);
    await visit.page.waitForSelector('[role="treeitem"][data-path]');
    visit.complaints.length = 0;
  });

  const row = (path: string): string => `[role="treeitem"][data-path="${path}"]`;

  it.each([
    'header',
    'header.sdk_version',
    'network_groups[0]',
    'network_groups[0].contexts[0]',
    'network_groups[0].contexts[0].operations[0]',
    'network_groups[0].contexts[0].operations[0].actions[1]',
  ])('selects %s in the tree, and highlights exactly its bytes', async (path) => {
    // From the top down: each step opens the parent of the next.
    const steps = path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'));
    for (const step of steps) {
      await visit.page.click(row(step));
      if (step !== path) await visit.page.dblclick(row(step));
    }
    await expectLit(visit, await spanOf(FILE, path));
    expect(await visit.page.getAttribute(row(path), 'aria-selected')).toBe('true');
    expect(await visit.page.locator('[role="treeitem"][aria-selected="true"]').count()).toBe(1);
  });

  it('opens the field of a clicked byte', async () => {
    const path = 'header.sdk_version';
    const { offset, length } = await spanOf(FILE, path);
    await visit.page.click(`[role="gridcell"][data-offset="${offset + length - 1}"]`);
    await visit.page.waitForSelector(`${row(path)}[aria-selected="true"]`);
    await expectLit(visit, { offset, length });
    expect(new URL(visit.page.url()).hash).toContain(`path=${path}`);
  });

  it('selects a deeply nested field when its bytes are clicked', async () => {
    const path = 'network_groups[0].contexts[0].operations[0].actions[0]';
    const { offset } = await spanOf(FILE, path);
    await visit.go(`#view=structure&offset=${offset}`);
    await visit.page.click(`[role="gridcell"][data-offset="${offset}"]`);
    await visit.page.waitForSelector(`${row(path)}[aria-selected="true"]`);
    const levels = await visit.page.locator(row(path)).getAttribute('aria-level');
    expect(Number(levels)).toBeGreaterThan(4);
  });

  it.each(['path', 'offset', 'path and offset'])(
    'reads the place of a link with %s before there is a file',
    async (given) => {
      const path = 'network_groups[0].contexts[0].operations[0].actions[1]';
      const span = await spanOf(FILE, path);
      const fields = [
        ...(given.includes('path') ? [`path=${path}`] : []),
        ...(given.includes('offset') ? [`offset=0x${span.offset.toString(16)}`] : []),
      ];
      await visit.load(`#view=structure&${fields.join('&')}`);
      expect(await visit.page.locator('[role="treeitem"]').count()).toBe(0);
      await visit.drop(FILE);
      await visit.page.waitForSelector(`${row(path)}[aria-selected="true"]`);
      await expectLit(visit, span);
    },
  );

  it('colours each byte by its class', async () => {
    const path = 'header.sdk_version';
    const { offset, length } = await spanOf(FILE, path);
    await visit.go(`#view=structure&path=${path}&offset=${offset}`);
    await expectLit(visit, { offset, length });
    const classes = await visit.page.evaluate(
      ([from, end]) =>
        Array.from({ length: end - from }, (_, index) => {
          const cell = document.querySelector<HTMLElement>(
            `[role="gridcell"][data-offset="${from + index}"]`,
          );
          return cell?.dataset.class;
        }),
      [offset, offset + length] as const,
    );
    expect(classes).toEqual(['tag', 'length', ...Array.from({ length: length - 2 }, () => 'text')]);
    const shown = await visit.page.evaluate(
      (at) => document.querySelector(`[role="gridcell"][data-offset="${at}"]`)?.textContent,
      offset,
    );
    expect(shown).toBe(readFileSync(FILE)[offset]?.toString(16).padStart(2, '0'));
  });

  it('can be used by keyboard only', async () => {
    const { page } = visit;
    const selected = (): Promise<string | null> =>
      page.locator('[role="treeitem"][aria-selected="true"]').getAttribute('data-path');
    await page.keyboard.press('Tab');
    for (let presses = 0; presses < 40; presses++) {
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'tree')) break;
      await page.keyboard.press('Tab');
    }
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree');
    await page.keyboard.press('Home');
    // Goes to the first message, opens it, and goes to its second field.
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
      await visit.settle();
    }
    const path = (await selected()) as string;
    expect(path).toMatch(/^header\./);
    await expectLit(visit, await spanOf(FILE, path));
    await page.keyboard.press('ArrowLeft');
    await visit.settle();
    expect(await selected()).toBe('header');
    await page.keyboard.press('End');
    await visit.settle();
    expect(await selected()).not.toBe('header');
    expect(visit.complaints).toEqual([]);
  });

  it('moves between bytes by keys, and describes them', async () => {
    const { page } = visit;
    const { offset } = await spanOf(FILE, 'header.sdk_version');
    await page.click(`[role="gridcell"][data-offset="${offset}"]`);
    await page.focus('[role="grid"]');
    await page.keyboard.press('ArrowRight');
    await visit.settle();
    expect(await visit.text('[role="tabpanel"] [aria-live="polite"]')).toContain(
      `0x${(offset + 1).toString(16)}`,
    );
  });
});
