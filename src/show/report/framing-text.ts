/**
 * What a file is, in a few words: `framed, version 3`. What is no model is not called a bare message, though it is read as
 * one.
 * @param lookalike what it is then: `a PNG picture`, or with what to do about it, `a ZIP archive: the model may be inside`
 */
export function framingText(
  { framing, version }: { readonly framing: 'bare' | 'framed'; readonly version: number | null },
  lookalike: string | null = null,
): string {
  if (framing === 'framed') return version === null ? 'framed' : `framed, version ${version}`;
  return lookalike === null ? 'bare message' : lookalike.replace(/: .*$/s, '');
}
