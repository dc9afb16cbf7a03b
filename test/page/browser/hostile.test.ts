/** Malicious or meaningless files: the page shows each of them, and runs none of their content. */
import { readFileSync, truncateSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { VIEWS } from '../../../src/page/views/views.js';
import { CORPUS, deep, noise, paddedBehind, scratch, withName, withTexts } from './odd-files.js';
import { Visit } from './visit.js';

/** A longer text takes seconds to lay out. */
const MOST_TEXT = 300_000;

const MARKUP = {
  'an image that fails': '<img src=x onerror="window.canary=1">',
  'the end of a script': '</script></style><script>window.canary=1</script>',
  'the end of an attribute': `"'><svg onload="window.canary=1"></svg>`,
  'an address that is code': 'javascript:window.canary=1',
  'a template': '{@html window.canary=1} {{window.canary=1}}',
};

describe.skipIf(chromium() === null)('a malicious file', () => {
  const write = scratch();
  let visit: Visit;
  beforeAll(async () => {
    visit = await Visit.begin();
    await visit.load();
  });
  afterAll(() => visit?.end());

  /** Opens a file and visits every view. @returns text of the views */
  async function lookAround(path: string): Promise<string> {
    await visit.closeFiles();
    await visit.go('#view=overview');
    await visit.drop(path);
    let text = '';
    for (const { name } of VIEWS) {
      await visit.show(name);
      const shown = await visit.text();
      expect(shown.length, `${name}: text in the page`).toBeLessThan(MOST_TEXT);
      expect(await visit.text('#view'), `${name} shows something`).toMatch(/\S/);
      text += shown;
    }
    return text;
  }

  /** Elements and attributes that our code did not create. */
  const intruders = (): Promise<string[]> =>
    visit.page.evaluate(() => {
      const wrong =
        'img, iframe, object, embed, script:not([src]), style, link:not([rel]), [onerror], [onload]';
      const page = location.href.replace(/#.*/, '#');
      const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')];
      const addresses = links.filter(({ href }) => !href.startsWith(page) && !href.startsWith('blob:'));
      return [...document.querySelectorAll(wrong), ...addresses].map(({ outerHTML }) => outerHTML);
    });

  it.each(Object.entries(MARKUP))('shows %s in names as text', async (_, markup) => {
    const said = await lookAround(write('names.mdl', withTexts(markup)));
    // The views that list names must show this name: otherwise the test would prove nothing.
    expect(said).toContain(markup.slice(0, 20));
    expect(await intruders()).toEqual([]);
    expect(await visit.page.evaluate(() => window.canary)).toBeUndefined();
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  it('shows markup in the name of a file as text', async () => {
    const name = '<img src=x onerror=canary=1>.hef';
    const path = write(name, readFileSync(join(CORPUS, 'valid/framed-v0.hef')));
    expect(await lookAround(path)).toContain(name);
    expect(await visit.page.title()).toContain(name);
    expect(await intruders()).toEqual([]);
    expect(await visit.page.evaluate(() => window.canary)).toBeUndefined();
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  it('makes characters visible that reverse the text or hide in it', async () => {
    const said = await lookAround(write('bidi.mdl', withTexts('\u202egnp.\u2066\u0007\u001b[31m\u200b')));
    expect(said).toMatch(/202e/i);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
    expect(said).not.toMatch(/[\u202e\u2066\u0007\u001b]/);
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  it('cuts names of 5 MB', async () => {
    const started = performance.now();
    const said = await lookAround(write('long.mdl', withName('na'.repeat(2_500_000))));
    expect(said).toContain('nana');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  const whole = readFileSync(join(CORPUS, 'valid/small-network.hef'));
  const ODD: Readonly<Record<string, Uint8Array>> = {
    'no bytes at all': new Uint8Array(),
    'one byte': Uint8Array.of(0x0a),
    zeros: new Uint8Array(10_000),
    noise: noise(100_000),
    'noise after a magic': Uint8Array.from([...whole.subarray(0, 8), ...noise(5000)]),
    'a header and no more': whole.subarray(0, 20),
    'a file cut in the middle': whole.subarray(0, whole.length >> 1),
    'a hundred levels': deep(100),
    'ten thousand levels': deep(10_000),
    'a length of 2 GB': Uint8Array.of(0x12, 0xff, 0xff, 0xff, 0xff, 0x07, 0x0a),
  };
  it.each(Object.entries(ODD))('of %s is shown, and validated', async (name, bytes) => {
    await lookAround(write(`${name}.hef`, bytes));
    expect(await visit.verdict()).toMatch(/^(valid|invalid|unreadable)$/);
    expect(visit.complaints.splice(0)).toEqual([]);
  });

  it.each(['deleted', 'changed'])(
    'that is %s after the drop is reported, and the page stays',
    async (what) => {
      const path = write(`${what}.mdl`, paddedBehind(8_000_000));
      await visit.closeFiles();
      await visit.go('#view=structure');
      await visit.drop(path);
      await visit.verdict();
      await visit.settle();
      if (what === 'deleted') unlinkSync(path);
      else truncateSync(path, 1000);
      // This offset is far away from the bytes that were read before the change.
      await visit.go('#view=structure&offset=4000000');
      await visit.page.locator('[role="alert"]').first().waitFor();
      expect(await visit.text('[role="alert"]')).toMatch(/read|changed|gone/i);
      expect(await visit.page.locator('[role="tab"]').count()).toBe(VIEWS.length);
      // Other files still work.
      await visit.closeFiles();
      await visit.go('#view=overview');
      await visit.drop(join(CORPUS, 'valid/framed-v0.hef'));
      expect(await visit.verdict()).toBe('valid');
      expect(visit.complaints.splice(0)).toEqual([]);
    },
  );
});
