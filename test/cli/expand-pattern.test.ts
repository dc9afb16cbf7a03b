/** Patterns as arguments, compared with a library that expands them. */
import fc from 'fast-check';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
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

describe('a pattern', () => {
  it('is expanded to what it matches', async () => {
    const root = withFiles(
      Object.fromEntries(FOLDERS.flatMap((folder) => NAMES.map((name) => [folder + name, '']))),
    );
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const pattern = `${root}/${parts.join('/')}`;
        const ours = await expandPattern(pattern);
        if (ours === undefined) return;
        found += ours.length;
        const options = {
          absolute: true,
          expandDirectories: false,
          followSymbolicLinks: false,
          onlyFiles: false,
        };
        const theirs = globSync(pattern, options).map((name) => name.replace(/\/$/, ''));
        expect(ours.sort()).toEqual(theirs.sort());
      }),
    );
    expect(found).toBeGreaterThan(20);
  });

  it('that is long is refused, and one that is hostile takes a moment', async () => {
    const root = withFiles({ ['a'.repeat(200)]: '' });
    await expect(expandPattern(`${root}/${'*'.repeat(1001)}`)).rejects.toThrow('more than 1000');
    expect(await expandPattern(`${root}/*a*a*a*a*ab`)).toEqual([]);
    expect(await expandPattern(`${root}/${'*a'.repeat(100)}*`)).toHaveLength(1);
  });

  it('is about names that are there', async () => {
    const root = temporaryDirectory();
    expect(await expandPattern(`${root}/*/*`)).toEqual([]);
    expect(await expandPattern(`${root}/nothing/*`)).toEqual([]);
    expect(await expandPattern(`${root}/plain`)).toBeUndefined();
  });
});
