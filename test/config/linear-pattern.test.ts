/** Our engine for patterns does not backtrack. It is compared with V8's, which does. */
import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { matchesPlace } from '../../src/base/diagnostics/policy.js';
import { linearPattern } from '../../src/check/config/linear-pattern.js';
import { codePattern, filePattern } from '../../src/check/config/pattern.js';

const text = fc.array(fc.constantFrom('a', 'b', '.', '/', 'ab', '-', 'é', '\n', ']', '{'), { maxLength: 8 });
const glob = fc.array(
  fc.constantFrom(
    ...[
      'a',
      'b',
      '.',
      '/',
      '*',
      '**',
      '/**/',
      '?',
      '[ab]',
      '[!a]',
      '[a-b]',
      '[^/]',
      '{a,b}',
      '{a,{b,/}}',
      '{1..3}',
    ],
    ...[
      '@(a|b)',
      '!(a)',
      '!(a*|b)',
      '*(a|b)',
      '*(a|*(b))',
      '+(ab)',
      '?(a)',
      '!',
      '(',
      ')',
      '{',
      '}',
      '[',
      ']',
      '|',
    ],
    ...['\\*', '\\a', '+', '$', '^', '[[:alpha:]]', 'é'],
  ),
  { minLength: 1, maxLength: 7 },
);

/** Expressions that globs do not produce: nested loops, empty loops, lookaheads in loops. */
const { expression } = fc.letrec<{ expression: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '^', '$', '\\/', ''),
    tie('expression').map((inner) => `(?:${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}', '{2,}'))
      .map(([inner, how]) => `(?:${inner})${how}`),
    fc.tuple(fc.constantFrom('(?=', '(?!'), tie('expression')).map(([start, inner]) => `${start}${inner})`),
  ),
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `${one}|${other}`),
  ),
}));

describe('a pattern that does not backtrack', () => {
  it('matches what V8 matches, for globs', () => {
    fc.assert(
      fc.property(
        glob,
        fc.array(text, { minLength: 5, maxLength: 20 }),
        fc.boolean(),
        (tokens, texts, dot) => {
          const native = picomatch.makeRe(tokens.join(''), { dot, posix: true });
          const ours = linearPattern(native, 0);
          for (const parts of texts) {
            const name = parts.join('');
            expect([native.source, name, ours.test(name)]).toEqual([native.source, name, native.test(name)]);
          }
        },
      ),
    );
  });

  it('matches what V8 matches, for any expression of its kind', () => {
    fc.assert(
      fc.property(expression, fc.array(text, { minLength: 5, maxLength: 10 }), (source, texts) => {
        const native = new RegExp(source);
        const ours = linearPattern(native, 0);
        for (const parts of texts) {
          const name = parts.join('');
          expect([source, name, ours.test(name)]).toEqual([source, name, native.test(name)]);
        }
      }),
    );
  });

  it('refuses other expressions', () => {
    expect(() => linearPattern(/(a)\1/)).toThrow('refers to a part of itself');
    expect(() => linearPattern(/(?<=a)b/)).toThrow('lookbehind');
    expect(() => linearPattern(/(?:(?:a{99}){99}){99}/)).toThrow('too large');
  });

  // For each of the following patterns, V8's engine takes minutes or does not end.
  it.each([
    ['*a*a*a*a*ab', 'a'.repeat(200)],
    [`${'*a'.repeat(498)}b`, 'a'.repeat(255)],
    [`x/${'*a'.repeat(498)}b`, `x/${'a'.repeat(4000)}`],
    [`${'**/a'.repeat(249)}b`, 'a/'.repeat(2000)],
    [`${'{a,a}'.repeat(190)}b`, 'a'.repeat(200)],
    [`${'*(a|*(a))'.repeat(100)}b`, 'a'.repeat(4000)],
    [`${'!(a*'.repeat(150)}a${')'.repeat(150)}b`, 'a'.repeat(4000)],
    [`${'+(a|b)'.repeat(100)}c`, 'ab'.repeat(2000)],
  ])('matches quickly: %.40s', (pattern, name) => {
    expect(filePattern(pattern)(name)).toBe(false);
    expect(codePattern(pattern)(name)).toBe(false);
  });

  it('matches paths of fields quickly', () => {
    const path = 'network_groups[0].contexts[12].operations[3].'.repeat(20);
    expect(matchesPlace(`${'**n*e'.repeat(150)}x`, path)).toBe(false);
    expect(matchesPlace(`${'**e'.repeat(60)}**`, path)).toBe(true);
  });
});

it('a pattern over paths of fields has the same matches as its expression', () => {
  const part = fc.constantFrom('*', '**', '.', 'a', 'b', '[', ']', '0', '[*]', 'a.b');
  const pattern = fc.array(part, { maxLength: 7 }).map((parts) => parts.join(''));
  const path = fc
    .array(fc.constantFrom('.', 'a', 'b', '[', ']', '0', '\n'), { maxLength: 8 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 5 }), (glob, paths) => {
      const source = glob.replace(
        /\*{2,}|\*|[.[\]]/g,
        (one) => ({ '*': '[^.]*' })[one] ?? (one[0] === '*' ? '.*' : `\\${one}`),
      );
      for (const one of paths) expect(matchesPlace(glob, one)).toBe(new RegExp(`^${source}$`, 's').test(one));
    }),
  );
});
