/**
 * Describes a file in a few words: `framed, version 3`. A file that is not a model is not called a bare
 * message, though it is read as one.
 * @param lookalike its actual type: `a PNG picture`, or with a remedy, `a ZIP archive: unpack it`
 */
export function framingText(
  { framing, version }: { readonly framing: 'bare' | 'framed'; readonly version: number | null },
  lookalike: string | null = null,
): string {
  if (lookalike !== null) return withoutRemedy(lookalike);
  if (framing === 'bare') return 'bare message';
  return version === null ? 'framed' : `framed, version ${version}`;
}

/** Returns the text up to the colon before the remedy; quoted texts may contain colons, too. */
function withoutRemedy(lookalike: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[^":]|:(?! ))*/.exec(lookalike)?.[0] ?? lookalike;
}
