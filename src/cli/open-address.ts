/**
 * Shows an address in a browser.
 * @param program the browser, by name or path (default: the one that is usual here)
 * @throws when it could not be started
 */
export async function openAddress(address: string, program?: string): Promise<void> {
  const { default: open } = await import('open');
  await open(address, program === undefined ? {} : { app: { name: program } });
}
