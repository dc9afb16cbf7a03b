import picomatch from 'picomatch';
import { configError } from './config-error.js';
import { linearPattern } from './linear-pattern.js';

/** Longer patterns are no patterns; the bound keeps what they compile to small. */
const MAX_PATTERN_LENGTH = 1000;

/** Whether a text has characters that patterns are made of. */
export function isPattern(text: string): boolean {
  return /[*?{}[\]!()]/.test(text);
}

/** A pattern over codes, as shells have them: `*`, `?`, `{a,b}`, `[ab]`. */
export function codePattern(pattern: string): (code: string) => boolean {
  return globTest(pattern, {});
}

/**
 * A pattern over names of files, with `/` between folders. One without `/` is about the last part of a name,
 * wherever the file is.
 */
export function filePattern(pattern: string): (path: string) => boolean {
  const matches = globTest(pattern.replace(/^\.\//, ''), { dot: true });
  if (pattern.includes('/')) return matches;
  return (path) => matches(path.slice(path.lastIndexOf('/') + 1));
}

/** A pattern over paths of fields, which `matchesPlace` compares. */
export function fieldPattern(pattern: string): string {
  checkLength(pattern);
  return pattern;
}

/** A glob compares with its own text first: a file may be called `[a].hef`. */
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

/** A pattern over names that are looked for in folders. */
export interface SearchPattern {
  /** The folder that its first parts name, which have nothing to match; `` for the current one. */
  readonly folder: string;
  /** True if that folder itself matches: `models/**`. */
  readonly isOwn: boolean;
  /** @param path from that folder on */
  matches(path: string): boolean;
  /** Returns false for a folder without any match below it. @param parts of its path from that folder on */
  mayHold(parts: readonly string[]): boolean;
}

/**
 * A pattern as a shell expands it: names that begin with a dot are matched by a dot alone.
 * @returns undefined for a name that has nothing to match
 * @throws ProtomdlError (`config-invalid`) for a pattern that cannot be one
 */
export function searchPattern(pattern: string): SearchPattern | undefined {
  const { isGlob, negated } = picomatch.scan(pattern);
  if (!isGlob && !negated) return undefined;
  const all = pattern.replace(/(?<=.)\/$/, '').split('/');
  const at = all.findIndex((part) => isPattern(part) || part.includes('\\'));
  const parts = all.slice(at);
  const options = { posix: true };
  // `**`, and an alternative with a slash in it, match at any depth.
  const open = parts.findIndex((part) => part.includes('**') || /[({[][^)}\]]*$/.test(part));
  const closed = (open < 0 ? parts : parts.slice(0, open)).map((part) => globTest(part, options));
  const folder = all.slice(0, at).join('/');
  return {
    folder: folder === '' && at > 0 ? '/' : folder,
    isOwn: folder !== '' && globTest(all.join('/'), options)(folder),
    matches: globTest(parts.join('/'), options),
    mayHold: (names) =>
      (open >= 0 || names.length < parts.length) &&
      names.every((name, depth) => closed[depth]?.(name) ?? true),
  };
}
