/**
 * Shows an address, or a page on the disk, in a browser.
 * @param address a URL, or a path: a path is turned into what programs on the other side of WSL know
 * @param program the browser, by name or path (default: the one that is usual here)
 * @throws when it could not be started
 */
export async function openAddress(address: string, program?: string): Promise<void> {
  const { default: open } = await import('open');
  await open(address, program === undefined ? {} : { app: { name: program } });
}
