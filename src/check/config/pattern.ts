import picomatch from 'picomatch';
import { configError } from './config-error.js';

/** Longer patterns are no patterns; the bound keeps what they compile to small. */
const MAX_PATTERN_LENGTH = 1000;

/** Whether a text has characters that patterns are made of. */
export function isPattern(text: string): boolean {
  return /[*?{}[\]!()]/.test(text);
}

/** A pattern over codes, as shells have them: `*`, `?`, `{a,b}`, `[ab]`. */
export function codePattern(pattern: string): (code: string) => boolean {
  checkLength(pattern);
  return picomatch(pattern);
}

/**
 * A pattern over names of files, with `/` between folders. One without `/` is about the last part of a name,
 * wherever the file is.
 */
export function filePattern(pattern: string): (path: string) => boolean {
  checkLength(pattern);
  return picomatch(pattern.replace(/^\.\//, ''), { basename: !pattern.includes('/'), dot: true });
}

/**
 * A pattern over paths of fields: `*` stands for anything but a dot, `**` for anything, all else for itself,
 * brackets among it: `network_groups[0].contexts[*].**`.
 * @returns what has to match all of a path
 */
export function fieldPattern(pattern: string): RegExp {
  checkLength(pattern);
  const source = pattern.replace(/\*{2,}|\*|[\\^$.+?()[\]{}|/]/g, (part) => {
    if (part === '*') return '[^.]*';
    return part.startsWith('*') ? '.*' : `\\${part}`;
  });
  return new RegExp(`^${source}$`, 's');
}

function checkLength(pattern: string): void {
  if (pattern.length <= MAX_PATTERN_LENGTH) return;
  throw configError(`a pattern of more than ${MAX_PATTERN_LENGTH} characters`);
}
