import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../attack/process/scratch.js';

/** A page on the disk that redirects to an address. */
export interface RedirectPage {
  readonly path: string;
  remove(): void;
}

/**
 * Writes a page that redirects to an address and that only this user can read. The arguments of a process are
 * public: starting a browser with the address itself would show the address to every user of the machine. The
 * page is removed with the process at the latest.
 */
export function redirectPage(address: string): RedirectPage {
  // Not in memory: some browsers cannot read /dev/shm.
  const folder = scratchFolder(Number.POSITIVE_INFINITY);
  const path = join(folder.path, 'protomdl-view.html');
  const attribute = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const text = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${attribute}">
<title>protomdl</title>
<p><a href="${attribute}">Go on to the model</a></p>
`;
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    folder.remove();
    throw error;
  }
  return { path, remove: () => folder.remove() };
}
