/**
 * Replaces the text between a pair of comments:
 *
 *     <!-- bench:NAME -->
 *     …
 *     <!-- /bench:NAME -->
 *
 * @returns undefined if the document does not have them
 */
export function insert(document: string, name: string, text: string): string | undefined {
  const begin = `<!-- bench:${name} -->`;
  const end = `<!-- /bench:${name} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) return undefined;
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
