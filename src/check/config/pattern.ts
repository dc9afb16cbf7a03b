import picomatch from 'picomatch';
import { linearPattern } from './linear-pattern.js';
import { configError } from './vocabulary.js';

/** Maximum length of a pattern, which limits the size of the compiled expression. */
const MAX_PATTERN_LENGTH = 1000;

export function isPattern(text: string): boolean {
  return /[*?{}[\]!()]/.test(text);
}

/** Compiles a pattern over codes, with the syntax of shells: `*`, `?`, `{a,b}`, `[ab]`. */
export function codePattern(pattern: string): (code: string) => boolean {
  return globTest(pattern, {});
}

/**
 * Compiles a pattern over names of files, with `/` between folders. A pattern without `/` matches the last
 * part of a name, in any folder.
 */
export function filePattern(pattern: string): (path: string) => boolean {
  const matches = globTest(pattern.replace(/^\.\//, ''), { dot: true });
  if (pattern.includes('/')) return matches;
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/** Checks a pattern over paths of fields, for `matchesPlace`. */
export function fieldPattern(pattern: string): string {
  checkLength(pattern);
  return pattern;
}

/**
 * Returns a test for a pattern. A text that equals the pattern also matches, because a file may be called
 * `[a].hef`.
 */
function globTest(pattern: string, options: picomatch.PicomatchOptions): (text: string) => boolean {
  checkLength(pattern);
  const glob = linearPattern(picomatch.makeRe(pattern, options));
  return (text) => text === pattern || glob.test(text);
}

function checkLength(pattern: string): void {
  if (pattern === '') throw configError('an empty pattern');
  if (pattern.length <= MAX_PATTERN_LENGTH) return;
  throw configError(`a pattern of more than ${MAX_PATTERN_LENGTH} characters`);
}

/** True if a group, or a set of characters, continues in the next part, after a slash. */
function isUnclosed(part: string): boolean {
  return /[({[][^)}\]]*$/.test(part);
}

/** A pattern that finds files in folders. */
interface SearchPattern {
  /** The folder that the leading parts without wildcards name; empty for the current folder. */
  readonly folder: string;
  /** True if that folder itself matches: `models/**`. */
  readonly isOwn: boolean;
  /** @param path path relative to that folder */
  matches(path: string): boolean;
  /**
   * Returns false for a folder without any match below it. @param parts parts of its path relative to that
   * folder
   */
  mayHold(parts: readonly string[]): boolean;
}

/**
 * Parses a pattern as a shell does: names that begin with a dot need an explicit dot in the pattern.
 * @returns undefined for a name without wildcards
 * @throws ProtomdlError (`config-invalid`) for an invalid pattern
 */
export function searchPattern(pattern: string): SearchPattern | undefined {
  const { isGlob, negated } = picomatch.scan(pattern);
  if (!isGlob && !negated) return undefined;
  const all = pattern.replace(/(?<=.)\/$/, '').split('/');
  const at = all.findIndex((part) => isPattern(part) || part.includes('\\'));
  const parts = all.slice(at);
  // As in a shell, an exclusion like `!(a)` does not match names that begin with a dot. In picomatch, the
  // exclusion would match such names.
  const shellTest = (part: string): ((text: string) => boolean) =>
    globTest(part.replace(/(^|\/)!\(/g, '$1(?!\\.)!('), { posix: true });
  // `**`, and an alternative that contains a slash, match at any depth.
  const open = parts.findIndex((part) => part.includes('**') || isUnclosed(part));
  const closed = (open < 0 ? parts : parts.slice(0, open)).map(shellTest);
  const folder = all.slice(0, at).join('/');
  // Without this limit, picomatch lets `?/**/!(a)` match a folder `b`, where `!(a)` has no name to match.
  const isSplit = parts.some(isUnclosed);
  const least = isSplit ? 0 : parts.filter((part) => part !== '**').length;
  const matches = shellTest(parts.join('/').replace(/\/\*\*$/, '/**/*'));
  return {
    folder: folder === '' && at > 0 ? '/' : folder,
    isOwn: folder !== '' && parts.every((part) => part === '**'),
    // `a.hef/**` does not match the file `a.hef`, because a file contains no other files.
    matches: (path) => matches(path) && path.split('/').length >= least,
    mayHold: (names) =>
      (open >= 0 || names.length < parts.length) &&
      names.every((name, depth) => closed[depth]?.(name) ?? true),
  };
}
