import { accessSync, constants } from 'node:fs';

/** Paths in Debian and other systems; the first is the small headless browser. */
const KNOWN = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Returns the browser for tests of the page: the one that PROTOMDL_CHROMIUM names, or an installed one; null
 * if there is none, and the tests are skipped.
 */
export function chromium(): string | null {
  const named = process.env.PROTOMDL_CHROMIUM;
  // A wrong name is an error to report, not a reason to skip.
  return named === undefined || named === '' ? (KNOWN.find(isProgram) ?? null) : named;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
