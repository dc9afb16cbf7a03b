/** Generated `.gitignore` files: the expected result is git's own. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Gitignore } from '../../src/cli/gitignore.js';
import { withFiles } from './temporary.js';

const NAMES = [
  'ab',
  'ba',
  'a.b',
  'aa',
  'A',
  'a c',
  '-',
  '!a',
  '#a',
  'é',
  '\\',
  '^',
  '*',
  '{a,b}',
  ']',
  '[',
  'c ',
];
const FOLDERS = ['', 'a/', 'a/b/', 'a/b/a/', 'b/', 'b/a/', 'a b/', '[a]/', '.b/'];
const PATHS = FOLDERS.flatMap((folder) => NAMES.map((name) => folder + name));

const TOKENS = [
  ...[
    'a',
    'b',
    '.',
    'c',
    'é',
    'A',
    '/',
    '*',
    '**',
    '?',
    '/**/',
    '**/',
    '/**',
    'a/',
    '{a,b}',
    '(a|b)',
    '+',
    '$',
    '^',
  ],
  ...[
    '[ab]',
    '[!a]',
    '[^b]',
    '[]a]',
    '[a-b]',
    '[b-a]',
    '[!/]',
    '[+-0]',
    '[a',
    ']',
    '[a\\]]',
    '[\\]-a]',
    '[-a]',
    '[a-]',
  ],
  ...[
    '[[:alpha:]]',
    '[[:punct:]]',
    '[^[:lower:]]',
    '[[:nosuch:]]',
    '[[:a]',
    '[[:',
    '\\*',
    '\\a',
    '\\ ',
    ' ',
    '!',
    '#',
  ],
  ...['\\!', '\\', '\t', '[a-[:alpha:]]', '[\\a-b]'],
];
/** `a` and `a/b` for `a/b/c`. */
function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

const line = fc.array(fc.constantFrom(...TOKENS), { maxLength: 6 }).map((tokens) => tokens.join(''));

describe('a .gitignore', () => {
  it('ignores the same files as git', () => {
    const root = withFiles(Object.fromEntries(PATHS.map((path) => [path, ''])));
    execFileSync('git', ['init', '-q'], { cwd: root });
    const options = ['-c', 'core.ignoreCase=false', 'ls-files', '--others', '--exclude-standard', '-z'];
    let left = 0;
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (lines) => {
        const text = `${lines.join('\n')}\n`;
        writeFileSync(join(root, '.git/info/exclude'), text);
        const seen = execFileSync('git', options, { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1);
        const gitignore = new Gitignore(Buffer.from(text), false);
        const isSeen = (path: string): boolean =>
          gitignore.ignores(path, false) !== true &&
          foldersOf(path).every((folder) => gitignore.ignores(folder, true) !== true);
        const ours = PATHS.filter(isSeen);
        if (ours.length < PATHS.length) left++;
        expect(ours.sort()).toEqual(seen.sort());
      }),
    );
    // The comparison only proves something if git ignored some of the files.
    expect(left).toBeGreaterThan(10);
  });

  it('distinguishes upper and lower case if the file system does', () => {
    for (const ignoreCase of [false, true]) {
      const gitignore = new Gitignore(Buffer.from('*.HEF\n'), ignoreCase);
      expect(gitignore.ignores('a.hef', false) === true).toBe(ignoreCase);
      expect(gitignore.ignores('a.HEF', false)).toBe(true);
    }
  });

  it('is read quickly, whatever it contains', () => {
    const text = `${'*a'.repeat(100)}b\n${'**/a'.repeat(500)}b\n${'[a'.repeat(1000)}\n${'x'.repeat(100_000)}\n`;
    const gitignore = new Gitignore(Buffer.from(text));
    expect(gitignore.ignores('a'.repeat(250), false)).toBeUndefined();
    expect(gitignore.ignores('a/'.repeat(1000).slice(0, -1), false)).toBeUndefined();
  });
});
