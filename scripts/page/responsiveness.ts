/**
 * How long the page takes from a drop to the picture of the network and to the verdict:
 * `npx tsx scripts/page/responsiveness.ts FILE…`, or every file of PROTOMDL_REAL_FILES. The page has to be built. Each
 * drop is on a page that was loaded anew; times are from the event of the drop to the frame after the change, as the
 * page's own clock has them, in milliseconds.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { chromium } from './chromium.js';
import { staticSite } from './static-site.js';

const PAGE = fileURLToPath(new URL('../../dist/page', import.meta.url));
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const MOST_MS = 120_000;
/** What is there when it is shown. The picture is painted with the element that it is in. */
const SHOWN = { graph: '.network [role="application"] canvas', verdict: '[data-verdict]' } as const;

/** Of a page that watches for both from the next drop on. */
const WATCH = `(() => {
  window.times = {};
  addEventListener('drop', (event) => {
    const from = event.timeStamp;
    const look = () => {
      for (const [name, selector] of Object.entries(${JSON.stringify(SHOWN)})) {
        if (window.times[name] !== undefined || document.querySelector(selector) === null) continue;
        window.times[name] = 0;
        requestAnimationFrame(() => setTimeout(() => (window.times[name] = performance.now() - from)));
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }, true);
})()`;

async function measured(
  page: Page,
  cdp: CDPSession,
  url: string,
  path: string,
): Promise<Record<string, number>> {
  await page.goto('about:blank');
  await page.goto(`${url}#view=network`);
  await page.waitForSelector('header');
  await page.evaluate(WATCH);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await page.waitForFunction('window.times.graph > 0 && window.times.verdict > 0', null, {
    timeout: MOST_MS,
  });
  return (await page.evaluate('window.times')) as Record<string, number>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

const folder = process.env.PROTOMDL_REAL_FILES;
const given = process.argv.slice(2);
const files =
  given.length > 0 || folder === undefined ? given : readdirSync(folder).map((name) => join(folder, name));
if (files.length === 0) throw new Error('name files, or their folder in PROTOMDL_REAL_FILES');
const program = chromium();
if (program === null) throw new Error('no browser: PROTOMDL_CHROMIUM names one');
const site = await staticSite(PAGE);
const browser = await playwright.launch({ executablePath: program });
try {
  const page = await browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const cdp = await page.context().newCDPSession(page);
  for (const path of files) {
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measured(page, cdp, site.url, path));
    const of = (name: string): string => median(rounds.map((times) => times[name] as number)).toFixed(0);
    console.log(
      `${basename(path)}\t${statSync(path).size} bytes\tgraph ${of('graph')} ms\tverdict ${of('verdict')} ms`,
    );
  }
} finally {
  await browser.close();
  await site.close();
}
