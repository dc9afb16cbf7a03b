/**
 * Times from a drop on the page to its overview, to the picture of the network, and to the verdict, and the
 * longest time without response: `npx tsx scripts/page/responsiveness.ts [--write] [--large] [FILE…]`, or the
 * files of PROTOMDL_REAL_FILES. `--large` adds a model of 1 GiB, `--write` puts the table into docs/view.md.
 * The page and the command must be built. Each drop is on a newly loaded page; times are from the event of
 * the drop to the frame after the change, by the page's own clock.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type CDPSession, type Page, chromium as playwright } from 'playwright-core';
import { byteSizeText } from '../../src/show/report/text.js';
import { chromium } from './chromium.js';
import { staticSite } from './static-site.js';

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/view.md', import.meta.url));
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Time limit for one drop; a gigabyte is hashed in some seconds. */
const MOST_MS = 120_000;

/** Measurements of a drop, in milliseconds. */
type Times = Readonly<Record<'overview' | 'graph' | 'verdict' | 'blocked', number>>;

/**
 * Returns a script for a page that measures from the next drop. `seen` is the time at which an element
 * appears, by the names in `of`; the picture is painted together with its element. `blocked` is the longest
 * task of the page's own thread.
 */
const WATCH = (selectors: Readonly<Record<string, string>>) => `(() => {
  const selectors = ${JSON.stringify(selectors)};
  const times = { blocked: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) times.blocked = Math.max(times.blocked, duration);
  }).observe({ type: 'longtask' });
  window.shown = new Promise((resolve) => addEventListener('drop', (event) => {
    const from = event.timeStamp;
    const look = () => {
      for (const [name, selector] of Object.entries(selectors)) {
        if (times[name] !== undefined || document.querySelector(selector) === null) continue;
        times[name] = 0;
        requestAnimationFrame(() => setTimeout(() => {
          times[name] = performance.now() - from;
          if (Object.keys(selectors).every((each) => times[each] > 0)) resolve(times);
        }));
      }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  }, true));
})()`;

async function dropped(
  page: Page,
  cdp: CDPSession,
  address: string,
  path: string,
  selectors: Readonly<Record<string, string>>,
): Promise<Partial<Times>> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('header');
  await page.evaluate(WATCH(selectors));
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${path}: nothing after ${MOST_MS} ms`)), MOST_MS);
  });
  try {
    return (await Promise.race([page.evaluate('window.shown'), late])) as Partial<Times>;
  } finally {
    clearTimeout(timer);
  }
}

/** Measures the two views that readers open first. */
async function measured(page: Page, cdp: CDPSession, url: string, path: string): Promise<Times> {
  const overview = await dropped(page, cdp, url, path, {
    overview: '[data-overview]',
    verdict: '[data-verdict]',
  });
  const network = await dropped(page, cdp, `${url}#view=network`, path, {
    graph: '.network [role="application"] canvas',
  });
  const blocked = Math.max(overview.blocked ?? 0, network.blocked ?? 0);
  return { overview: 0, verdict: 0, graph: 0, ...overview, ...network, blocked };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

/**
 * Makes a file of 1 GiB with many blobs: the scan must skip every blob, and the checksum covers all bytes.
 */
function largeFile(folder: string): string {
  const path = join(folder, 'smith-1-GiB.hef');
  const shape = ['--framing', '0', '--preset', 'blobs', '--blob', '200k', '--target-bytes', '1G'];
  const args = ['smith', '--seed', '3', ...shape, '-q', '-o', path];
  execFileSync(process.execPath, [join(DIST, 'cli/protomdl.js'), ...args]);
  return path;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
  },
});
const real = process.env.PROTOMDL_REAL_FILES;
const files =
  positionals.length > 0 || real === undefined
    ? positionals
    : readdirSync(real)
        .filter((name) => name.endsWith('.hef'))
        .map((name) => join(real, name));
const folder = mkdtempSync(join(tmpdir(), 'protomdl-responsiveness-'));
if (values.large) files.push(largeFile(folder));
if (files.length === 0) throw new Error('name files, or their folder in PROTOMDL_REAL_FILES');
const program = chromium();
if (program === null) throw new Error('no browser: PROTOMDL_CHROMIUM names one');
const site = await staticSite(join(DIST, 'page'));
const browser = await playwright.launch({ executablePath: program });
const rows: string[] = [];
try {
  const page = await browser.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  const cdp = await page.context().newCDPSession(page);
  for (const path of files) {
    const rounds: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measured(page, cdp, site.url, path));
    const of = (name: keyof Times): string => median(rounds.map((times) => times[name])).toFixed(0);
    const size = byteSizeText(statSync(path).size);
    const row = `| \`${basename(path)}\` | ${size} | ${of('overview')} | ${of('graph')} | ${of('verdict')} | ${of('blocked')} |`;
    console.log(row);
    rows.push(row);
  }
  if (values.write) {
    const table = [
      `Median of ${ROUNDS} drops, in milliseconds, with Chromium ${browser.version()} on ${cpus().length} × ${cpus()[0]?.model.trim()}.`,
      '',
      '| file | size | overview | graph | verdict | longest task |',
      '|---|---:|---:|---:|---:|---:|',
      ...rows,
    ];
    const text = readFileSync(DOCS, 'utf8');
    const between = /(<!-- responsiveness: [^>]*-->\n)[\s\S]*(<!-- \/responsiveness -->)/;
    if (!between.test(text)) throw new Error('docs/view.md has no place for the table');
    writeFileSync(
      DOCS,
      text.replace(between, (_, begin, end) => `${begin}${table.join('\n')}\n${end}`),
    );
  }
} finally {
  await browser.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
