/** Returns the folder that all names share, with its slash; empty if they share at most the scheme. */
export function commonFolder(names: readonly string[]): string {
  const [first = ''] = names;
  let end = first.lastIndexOf('/') + 1;
  for (const name of names) {
    while (end > 0 && !name.startsWith(first.slice(0, end)))
      end = first.slice(0, end - 1).lastIndexOf('/') + 1;
  }
  const folder = first.slice(0, end);
  return /^[a-z][a-z0-9+.-]*:\/\/$/i.test(folder) ? '' : folder;
}
