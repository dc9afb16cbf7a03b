/** Every view, in both themes, on a desktop and on a phone: axe-core finds no problems. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults, RunOnly } from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { VIEWS } from '../../../src/page/views/views.js';
import { CORPUS } from './odd-files.js';
import { Visit } from './visit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const EVERY_RULE: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** A file with much content, and a file with findings. */
const FILES = [join(CORPUS, 'valid/small-network.hef'), join(CORPUS, 'invalid/ddr-pair-mismatch.mdl')];
const WIDTHS = { 'a desk': 1280, 'a phone': 360 };
/** The colours of each visible byte have to be checked. */
const HEIGHT = 560;
/** Rules for each theme after the first: themes differ only in colours. */
const THEMES: readonly (readonly ['light' | 'dark', RunOnly])[] = [
  ['light', EVERY_RULE],
  ['dark', { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }],
];

describe.skipIf(chromium() === null)('the page', () => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
    await visit.load();
    // Code that the protocol evaluates is not subject to the page's policy.
    await visit.page.evaluate(AXE);
  });
  afterAll(() => visit?.end());

  async function problems(runOnly: RunOnly = EVERY_RULE): Promise<string[]> {
    const results: AxeResults = await visit.page.evaluate(
      (runOnly) =>
        (window as unknown as { axe: typeof import('axe-core') }).axe.run(document, {
          resultTypes: ['violations'],
          runOnly,
        }),
      runOnly,
    );
    return results.violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(
          ({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 150)} (${failureSummary.slice(0, 200)})`,
        ),
    );
  }

  it('is reported as faulty if it has problems', async () => {
    await visit.page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<button id="wrong"></button>');
    });
    expect((await problems()).join('\n')).toContain('button-name');
    await visit.page.evaluate(() => document.querySelector('#wrong')?.remove());
  });

  describe.each(Object.entries(WIDTHS))('has no problems on %s', (_, width) => {
    beforeAll(async () => {
      await visit.page.setViewportSize({ width, height: HEIGHT });
    });

    it.each(THEMES)('has no problems on its first screen, %s', async (theme, rules) => {
      await visit.closeFiles();
      await visit.page.emulateMedia({ colorScheme: theme });
      expect(await problems(rules)).toEqual([]);
    });

    it.each(VIEWS.map(({ name }) => name))(
      'shows %s without a problem',
      async (view) => {
        await visit.closeFiles();
        await visit.go('#view=overview');
        await visit.drop(...FILES);
        await visit.verdict();
        for (const file of FILES.keys()) {
          await visit.go(`#view=${view}&file=${file}`);
          for (const [theme, rules] of THEMES) {
            await visit.page.emulateMedia({ colorScheme: theme });
            expect(await problems(rules), `file ${file}, ${theme}`).toEqual([]);
          }
          expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
            width,
          );
        }
        expect(visit.complaints.splice(0)).toEqual([]);
      },
      60_000,
    );
  });
});
