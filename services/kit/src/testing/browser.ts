import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/google-chrome'];

/** Path of a browser on this system; undefined if none is installed. */
export const BROWSER = process.env.SERVICES_TEST_BROWSER ?? PLACES.find((place) => existsSync(place));

export const NO_BROWSER =
  'no browser was found: install chromium-headless-shell or set SERVICES_TEST_BROWSER to its path';

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: BROWSER!, args: ['--no-sandbox'] });
}
