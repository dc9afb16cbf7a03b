import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { inject } from 'vitest';
import { chromium } from '../../../scripts/page/chromium.js';
import { type Site, staticSite } from '../../../scripts/page/static-site.js';
import { type ProxyTrap, proxyTrap } from './proxy-trap.js';
import { WorkerWatch } from './worker-watch.js';

/** The folder of the built page; an environment variable can name another folder. */
export const BUILT_PAGE =
  process.env.PROTOMDL_PAGE ?? fileURLToPath(new URL('../../../dist/page', import.meta.url));

/** Time without changes after which the page counts as settled. */
const QUIET_MS = 120;
const MOST_WAIT_MS = 5000;
/** Longest time to wait for an element, in ordinary files on a busy machine. */
const MOST_WAITED_MS = 15_000;

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  /** Headers of the static hosting, besides the type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Another address than the static site's, such as the one of `protomdl view`. */
  readonly url?: string;
}

/** A browser with an open page, whose messages and requests are recorded. */
export class Visit {
  /** Errors, warnings and violations of the page's policy; none are expected. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly browser: Browser,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly cdp: CDPSession,
    readonly workers: WorkerWatch,
    readonly url: string,
    readonly site: Site | null,
    private readonly trap: ProxyTrap,
  ) {}

  static async begin(options: VisitOptions = {}): Promise<Visit> {
    const { width = 1280, height = 800, theme = 'light', headers, url } = options;
    const program = chromium();
    if (program === null) throw new Error('no browser: the test should have been skipped');
    if (inject('buildFailure') !== '' && process.env.PROTOMDL_PAGE === undefined) {
      throw new Error(`the page could not be built: ${inject('buildFailure')}`);
    }
    if (!existsSync(BUILT_PAGE)) throw new Error(`${BUILT_PAGE} is missing: npm run build makes it`);
    const site = url === undefined ? await staticSite(BUILT_PAGE, headers) : null;
    const trap = await proxyTrap();
    const browser = await playwright.launch({
      executablePath: program,
      args: [`--proxy-server=${trap.address}`, '--proxy-bypass-list=127.0.0.1'],
    });
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      acceptDownloads: true,
    });
    const page = await context.newPage();
    // The page's time-out is shorter than the test's, so that the error names the element.
    page.setDefaultTimeout(MOST_WAITED_MS);
    const cdp = await context.newCDPSession(page);
    const visit = new Visit(
      browser,
      context,
      page,
      cdp,
      await WorkerWatch.begin(cdp),
      url ?? (site as Site).url,
      site,
      trap,
    );
    await visit.#listen();
    return visit;
  }

  /** Reloads the page. @param fragment place in the page, with `#` */
  async load(fragment = ''): Promise<void> {
    // Going to an address that differs in its fragment only would not reload the page.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.url}${fragment}`);
    await this.page.waitForSelector('header');
  }

  /** Drops files from the disk on the page, as a user would. */
  async drop(...paths: string[]): Promise<void> {
    const { width, height } = this.page.viewportSize() ?? { width: 100, height: 100 };
    const at = {
      x: Math.floor(width / 2),
      y: Math.floor(height / 2),
      data: { items: [], files: paths, dragOperationsMask: 1 },
    };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await this.cdp.send('Input.dispatchDragEvent', { type, ...at });
    }
  }

  /** Shows a view by its tab, and waits until the page has settled. */
  async show(view: string): Promise<void> {
    await this.page.click(`#tab-${view}`);
    await this.page.waitForSelector(`#view[aria-labelledby="tab-${view}"]`);
    await this.settle();
  }

  /** Waits until nothing in the page has changed for a moment and no load is announced. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      ([quietMs, mostMs]) =>
        new Promise<void>((resolve) => {
          const done = (): void => {
            if (document.querySelector('[aria-busy="true"]') !== null && performance.now() < latest) {
              quiet = setTimeout(done, quietMs);
              return;
            }
            observer.disconnect();
            resolve();
          };
          const latest = performance.now() + mostMs;
          let quiet = setTimeout(done, quietMs);
          const observer = new MutationObserver(() => {
            if (performance.now() > latest) return;
            clearTimeout(quiet);
            quiet = setTimeout(done, quietMs);
          });
          observer.observe(document, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          });
        }),
      [QUIET_MS, MOST_WAIT_MS] as const,
    );
  }

  /** Final verdict on the shown file: `valid`, `invalid` or `unreadable`. */
  async verdict(): Promise<string> {
    // Reading a gigabyte takes a while.
    const told = await this.page.waitForSelector('[data-verdict]', { timeout: 60_000 });
    return (await told.getAttribute('data-verdict')) as string;
  }

  text(selector = 'body'): Promise<string> {
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count
    return this.page.innerText(selector);
  }

  /** Goes to another place without reloading, as a link does. @param fragment with `#` */
  async follow(fragment: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
  }

  /** As `follow`, and waits until everything is loaded. */
  async go(fragment: string): Promise<void> {
    await this.follow(fragment);
    await this.settle();
  }

  async closeFiles(): Promise<void> {
    const close = this.page.locator('header .close');
    for (let left = await close.count(); left > 0; left--) await close.first().click();
  }

  /** Requests to other servers than the page's own. */
  get strays(): readonly string[] {
    return this.trap.caught;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.site?.close();
    this.trap.close();
  }

  async #listen(): Promise<void> {
    const { page, complaints } = this;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
    page.on('crash', () => complaints.push('the page crashed'));
    await page.exposeFunction('complain', (text: string) => complaints.push(text));
    await page.addInitScript(() => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, blockedURI, sourceFile }) => {
          window.complain(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}`);
        },
      );
    });
  }
}
