import type { RuntimeVerdict } from '../runtime/index.js';

/** What a release does with a file, in a few words: `rejects at load: INVALID_HEF (26)`. */
export function verdictText({ verdict, stage, status, name }: RuntimeVerdict): string {
  if (stage === null) return verdict;
  const where = stage === 'load' ? 'at load' : 'when queried';
  return name === null ? `${verdict} ${where}` : `${verdict} ${where}: ${name} (${status})`;
}

/** The same with the codes that cause it, or those that a device will refuse it for. */
export function verdictWithCodes(verdict: RuntimeVerdict): string {
  const { because, configure } = verdict;
  const text = verdictText(verdict);
  if (because.length > 0) return `${text}, ${because.join(', ')}`;
  return configure.length === 0 ? text : `${text}, but cannot be configured: ${configure.join(', ')}`;
}
