import { linearPattern, type TextTest } from '../check/config/linear-pattern.js';

interface Line {
  /** True for a line that reverts the effect of earlier lines. */
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** True for a line without a folder, which matches the last part of a path. */
  readonly isAnywhere: boolean;
  readonly name: TextTest;
}

/** Maximum length of a line. Longer lines are skipped, because no path is long enough to match. */
const MAX_LINE_LENGTH = 4096;

/** Members of the named classes in brackets. As in git, the classes contain only ASCII characters. */
const CLASSES: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: ' \\t\\n\\r',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/**
 * Parsed `.gitignore`. The patterns match the bytes of names. Each byte is represented by the character with
 * the same code. Git is case-sensitive, except on case-insensitive file systems.
 */
export class Gitignore {
  readonly #lines: readonly Line[];

  constructor(
    content: Uint8Array,
    ignoreCase = process.platform === 'win32' || process.platform === 'darwin',
  ) {
    this.#lines = Buffer.from(content)
      .toString('latin1')
      .replace(/^\xef\xbb\xbf/, '')
      .split(/\r?\n/)
      .flatMap((line) => lineOf(line, ignoreCase ? 'is' : 's') ?? []);
  }

  /**
   * @param path path from the folder of the `.gitignore` on, with `/` between folders
   * @returns undefined for a path that no line matches. The caller checks the parent folders first
   */
  ignores(path: string, isFolder: boolean): boolean | undefined {
    const bytes = Buffer.from(path).toString('latin1');
    // The last line that matches determines the result.
    for (let at = this.#lines.length - 1; at >= 0; at--) {
      const { isNegated, isForFolders, isAnywhere, name } = this.#lines[at] as Line;
      if (isForFolders && !isFolder) continue;
      if (name.test(isAnywhere ? bytes.slice(bytes.lastIndexOf('/') + 1) : bytes)) return !isNegated;
    }
    return undefined;
  }
}

function lineOf(line: string, flags: string): Line | undefined {
  // Trailing spaces are removed, except after a backslash.
  let text = line.replace(/(?<!\\) +$/, '').replace(/(\\ ) +$/, '$1');
  if (text === '' || text.startsWith('#') || text.length > MAX_LINE_LENGTH) return undefined;
  const isNegated = text.startsWith('!');
  if (isNegated) text = text.slice(1);
  const isForFolders = text.endsWith('/');
  if (isForFolders) text = text.slice(0, -1);
  const isAnywhere = !text.includes('/');
  const source = sourceOf(text.replace(/^\//, ''));
  if (text === '' || source === undefined) return undefined;
  return { isNegated, isForFolders, isAnywhere, name: linearPattern(new RegExp(`^${source}$`, flags)) };
}

/** @returns undefined for a pattern that never matches */
function sourceOf(glob: string): string | undefined {
  let source = '';
  for (let at = 0; at < glob.length; at++) {
    const char = glob[at] as string;
    const rest = glob.slice(at);
    const isAtStart = at === 0 || glob[at - 1] === '/';
    const folders = isAtStart ? /^\*\*(\/\*\*)*(\/|$)/.exec(rest)?.[0] : undefined;
    if (folders !== undefined) {
      source += folders.endsWith('/') ? '(?:.*/)?' : '.+';
      at += folders.length - 1;
    } else if (char === '*') {
      source += '[^/]*';
      while (glob[at + 1] === '*') at++;
    } else if (char === '?') source += '[^/]';
    else if (char === '[') {
      const bracket = bracketOf(rest);
      if (bracket === undefined) return undefined;
      source += bracket.source;
      at += bracket.length - 1;
    } else if (char === '\\') {
      at++;
      if (at === glob.length) return undefined;
      source += literal(glob[at] as string);
    } else source += literal(char);
  }
  return source;
}

/**
 * Parses a bracket expression at the beginning of a text. Returns undefined if the expression does not end,
 * or names an unknown class.
 */
function bracketOf(text: string): { readonly source: string; readonly length: number } | undefined {
  const [start] = /^\[[!^]?/.exec(text) as RegExpExecArray;
  let members = '';
  // First character of a range.
  let from: string | undefined;
  for (let at = start.length; ; at++) {
    const char = text[at];
    if (char === undefined) return undefined;
    if (char === ']' && at > start.length) {
      // A bracket never matches a slash.
      const source = start.length > 1 ? `[^/${members}]` : `(?!/)[${members}]`;
      return { source, length: at + 1 };
    }
    const name = /^\[:([^\]]*):\]/.exec(text.slice(at));
    if (name !== null) {
      const known = CLASSES[name[1] as string];
      if (known === undefined) return undefined;
      members += known;
      at += name[0].length - 1;
      from = undefined;
      continue;
    }
    if (char === '-' && from !== undefined && text[at + 1] !== undefined && text[at + 1] !== ']') {
      at += text[at + 1] === '\\' ? 2 : 1;
      const to = text[at];
      if (to === undefined) return undefined;
      if (from <= to) members += `${member(from)}-${member(to)}`;
      from = undefined;
      continue;
    }
    if (char === '\\') at++;
    from = text[at];
    if (from === undefined) return undefined;
    members += member(from);
  }
}

function literal(char: string): string {
  return char.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}

function member(char: string): string {
  return char.replace(/[\\\]^[-]/, '\\$&');
}
