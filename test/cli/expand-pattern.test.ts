/** Patterns as arguments, compared with a shell that expands them. */
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CommandError } from '../../src/cli/exit-code.js';
import { expandPattern } from '../../src/cli/expand-pattern.js';
import { temporaryDirectory, withFiles } from './temporary.js';

const NAMES = ['a', 'b.mdl', 'ab.hef', '.hidden.mdl', '(a).mdl', '!a', 'a+b'];
const FOLDERS = ['', 'd/', 'd/e/', 'd/e/f/', '.g/', 'd/.h/', 'i/d/', 'i/b.mdl.d/'];

const part = fc.constantFrom(
  ...[
    '*',
    '**',
    '*.mdl',
    '?',
    'd',
    'e',
    'i',
    '.*',
    '{a,b}.*',
    '{d,i}',
    'b.mdl',
    '[ab]*',
    '!(a)',
    '*.{mdl,hef}',
    '.g',
    '*d',
  ],
  ...['{d/e,i}', '@(d|i)', '+(a|b)*', 'a*b*'],
);

/** Expands patterns by bash. A brace expansion also returns names that do not exist, which are left out. */
function expandedByShell(patterns: readonly string[]): string[][] {
  const script = [
    'shopt -s extglob globstar nullglob',
    ...patterns.map((pattern) => `for name in ${pattern}; do [ -e "$name" ] && echo "$name"; done; echo =`),
  ];
  const output = execFileSync('bash', ['-s'], { input: script.join('\n'), encoding: 'utf8' });
  return output.split('=\n').map((text) => {
    const names = text.split('\n').filter((name) => name !== '');
    return [...new Set(names.map((name) => name.replace(/\/$/, '')))];
  });
}

describe('a pattern', () => {
  it('expands to the names that match', async () => {
    const root = withFiles(
      Object.fromEntries(FOLDERS.flatMap((folder) => NAMES.map((name) => [folder + name, '']))),
    );
    const sampled = fc.sample(fc.array(part, { minLength: 1, maxLength: 4 }), 300);
    const patterns = sampled.map((parts) => `${root}/${parts.join('/')}`);
    const byShell = expandedByShell(patterns);
    let found = 0;
    for (const [index, pattern] of patterns.entries()) {
      const ours = await expandPattern(pattern);
      if (ours === undefined) continue;
      // For `.g/**`, the shell also returns the folder `.g` itself, which has the same content.
      const isSearch = pattern.endsWith('**');
      const names = (all: readonly string[]) =>
        all.filter((name) => !isSearch || statSync(name).isFile()).sort();
      expect(names(ours), pattern).toEqual(names(byShell[index] ?? []));
      found += ours.length;
    }
    expect(found).toBeGreaterThan(20);
  });

  it('is refused if it is long, and expands quickly if it is hostile', async () => {
    const root = withFiles({ ['a'.repeat(200)]: '' });
    await expect(expandPattern(`${root}/${'*'.repeat(1001)}`)).rejects.toThrow('more than 1000');
    const name = '*'.repeat(1001);
    await expect(expandPattern(name)).rejects.toThrow(CommandError);
    await expect(expandPattern(name)).rejects.toThrow(/^\*+: a pattern of more than 1000 characters$/);
    expect(await expandPattern(`${root}/*a*a*a*a*ab`)).toEqual([]);
    expect(await expandPattern(`${root}/${'*a'.repeat(100)}*`)).toHaveLength(1);
  });

  it('expands to existing names only', async () => {
    const root = temporaryDirectory();
    expect(await expandPattern(`${root}/*/*`)).toEqual([]);
    expect(await expandPattern(`${root}/nothing/*`)).toEqual([]);
    expect(await expandPattern(`${root}/plain`)).toBeUndefined();
  });
});
