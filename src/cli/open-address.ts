/**
 * Shows an address, or a page on the disk, in a browser.
 * @param address a URL or a path; under WSL, a path is converted for Windows programs
 * @param program name or path of the browser (default: the system's)
 * @throws an Error if the browser could not be started
 */
export async function openAddress(address: string, program?: string): Promise<void> {
  const { default: open } = await import('open');
  await open(address, program === undefined ? {} : { app: { name: program } });
}
