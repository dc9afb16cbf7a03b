/**
 * Pictures of the page for the README: `npm run screenshots` opens generated models of realistic size in a
 * real browser and writes a PNG of each view to docs/images. The page and the command must be built. Fonts
 * depend on the machine, so the pictures are not compared with anything.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Page, chromium as playwright } from 'playwright-core';
import UPNG from 'upng-js';
import { chromium } from './chromium.js';
import { staticSite } from './static-site.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = join(ROOT, 'dist', 'page');
const COMMAND = join(ROOT, 'dist', 'cli', 'protomdl.js');
const IMAGES = join(ROOT, 'docs', 'images');
/** Limit for a picture: everyone who clones the repository downloads it. */
const MOST_BYTES = 150_000;

const SHAPE = [
  '--seed',
  '1',
  '--framing',
  '0',
  '--groups',
  '1',
  '--networks',
  '1',
  '--without',
  'unicode',
  '--notes',
];
const LARGE = [...SHAPE, '--inter-context', '--actions', '3000', '--target-bytes', '3M'];
/** Arguments that make each file, by its name. */
const MODELS: Readonly<Record<string, readonly string[]>> = {
  'detector-1.hef': [...LARGE, '--contexts', '3'],
  'detector-2.hef': [...LARGE, '--contexts', '4'],
  'mismatch.hef': [
    ...SHAPE,
    '--layout',
    'classic',
    '--contexts',
    '5',
    '--invalid',
    'inter-context-size-mismatch',
  ],
};
const MODEL = 'detector-2.hef';

interface Picture {
  readonly name: string;
  /** Names in `MODELS`, in the order in which they are opened. */
  readonly files: readonly string[];
  /** Address fragment of the view, with `#`. */
  readonly place: string;
  readonly theme?: 'dark';
  /** Steps before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

const PICTURES: readonly Picture[] = [
  { name: 'overview', files: [MODEL], place: '#view=overview' },
  {
    name: 'structure',
    files: [MODEL],
    place: '#view=structure&path=network_groups[0].contexts[0].metadata.edge_layers[0]',
  },
  { name: 'network', files: [MODEL], place: '#view=network' },
  { name: 'cost', files: [MODEL], place: '#view=cost&fps=30' },
  { name: 'map', files: [MODEL], place: '#view=map' },
  { name: 'timeline', files: [MODEL], place: '#view=timeline&path=network_groups[0].contexts[0]' },
  { name: 'transfers', files: ['mismatch.hef'], place: '#view=network' },
  {
    name: 'findings',
    files: ['mismatch.hef'],
    place: '#view=findings',
    theme: 'dark',
    act: async (page) => {
      await page.locator('[data-code]').first().click();
    },
  },
  {
    name: 'compare',
    files: ['detector-1.hef', MODEL],
    place: '#view=compare',
    act: async (page) => {
      await page
        .getByRole('heading', { name: 'Networks', exact: true })
        .evaluate((heading) => heading.scrollIntoView());
    },
  },
];

async function take(): Promise<void> {
  const program = chromium();
  if (program === null)
    throw new Error('no browser: PROTOMDL_CHROMIUM names one that is not in its usual place');
  if (!existsSync(PAGE)) throw new Error('dist/page is missing: npm run build makes it');
  mkdirSync(IMAGES, { recursive: true });
  const models = mkdtempSync(join(tmpdir(), 'protomdl-screenshots-'));
  for (const [name, how] of Object.entries(MODELS)) {
    execFileSync(process.execPath, [COMMAND, 'smith', ...how, '-q', '-o', join(models, name)]);
  }
  const site = await staticSite(PAGE);
  // Subpixel text rendering would double the size, without a visible difference.
  const browser = await playwright.launch({
    executablePath: program,
    args: ['--disable-lcd-text', '--disable-font-subpixel-positioning'],
  });
  try {
    for (const picture of PICTURES) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        deviceScaleFactor: 1,
        colorScheme: picture.theme ?? 'light',
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      const page = await context.newPage();
      await page.goto(`${site.url}${picture.place}`);
      await page.setInputFiles(
        'input[type="file"]',
        picture.files.map((name) => join(models, name)),
      );
      await page.waitForSelector('[data-verdict]');
      await page.locator('#view progress').waitFor({ state: 'detached' });
      await settled(page);
      if (picture.act !== undefined) {
        await picture.act(page);
        await settled(page);
      }
      const path = join(IMAGES, `page-${picture.name}.png`);
      const taken = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      await context.close();
      const small = inFewColours(taken);
      writeFileSync(path, small);
      const size = small.length;
      console.log(`docs/images/page-${picture.name}.png  ${size} bytes`);
      if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes; ${MOST_BYTES} are allowed`);
    }
  } finally {
    await browser.close();
    await site.close();
    rmSync(models, { recursive: true, force: true });
  }
}

/**
 * Reduces a picture to 256 colours, so that it takes a third of the bytes; only edges of letters look
 * different.
 */
function inFewColours(png: Buffer): Buffer {
  const picture = UPNG.decode(Uint8Array.from(png).buffer);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(picture), picture.width, picture.height, 256));
}

/** Waits until the page has not changed for a while. */
async function settled(page: Page): Promise<void> {
  let before = '';
  for (let rounds = 0; rounds < 20; rounds++) {
    await page.waitForTimeout(200);
    const now = await page.content();
    if (now === before) return;
    before = now;
  }
}

await take();
