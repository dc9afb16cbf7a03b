/**
 * What a file is, in a few words: `framed, version 3`. What is no model is not called a bare message, though it is read as
 * one.
 * @param lookalike what it is then: `a PNG picture`, or with what to do about it, `a ZIP archive: unpack it`
 */
export function framingText(
  { framing, version }: { readonly framing: 'bare' | 'framed'; readonly version: number | null },
  lookalike: string | null = null,
): string {
  if (lookalike !== null) return withoutRemedy(lookalike);
  if (framing === 'bare') return 'bare message';
  return version === null ? 'framed' : `framed, version ${version}`;
}

/** Up to the colon before what to do; texts in quotes may have colons, too. */
function withoutRemedy(lookalike: string): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[^":]|:(?! ))*/.exec(lookalike)?.[0] ?? lookalike;
}
