import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { render } from '../../src/markdown/renderer.js';
import { CONTEXT } from './context.js';

/**
 * Tests that rendering takes at most 50 ms for any 10,000 characters. A stopwatch would fail on a busy machine, so the
 * test counts a parser's work: characters read one by one, and the lengths of text that regular expressions and
 * searches scan. The most expensive text in this file takes work of 0.7 million characters, in 8 to 15 ms; a single
 * quadratic rule would take 50 million.
 */
const MOST = 2_000_000;
const LENGTH = 10_000;

const { charCodeAt, slice, indexOf } = String.prototype;
const { exec } = RegExp.prototype;

function countWork(work: () => void): number {
  let count = 0;
  String.prototype.charCodeAt = function (index) {
    count++;
    return charCodeAt.call(this, index);
  };
  String.prototype.slice = function (start, end) {
    const piece = slice.call(this, start, end);
    // Slices that are longer are not counted, because V8 shares their characters with the original text.
    count += Math.min(piece.length, 13);
    return piece;
  };
  String.prototype.indexOf = function (text, from) {
    const found = indexOf.call(this, text, from);
    count += (found < 0 ? this.length : found) - (from ?? 0);
    return found;
  };
  RegExp.prototype.exec = function (text) {
    const from = this.sticky || this.global ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const anchored = this.sticky || this.source.startsWith('^');
    count +=
      match !== null ? match.index + match[0].length - from : anchored ? 1 : String(text).length - from;
    return match;
  };
  try {
    work();
  } finally {
    restore();
  }
  return count;
}

function restore(): void {
  Object.assign(String.prototype, { charCodeAt, slice, indexOf });
  RegExp.prototype.exec = exec;
}

afterEach(restore);

const PIECES = [
  ...[
    '*a ',
    '*a **a ',
    '**',
    '_a',
    '[',
    '![',
    '[a](',
    '[a](b',
    '[a][',
    '(',
    '<',
    '<a',
    '`',
    '``a',
    '`a``b```c',
    '~~a',
    '\\',
  ],
  ...[
    '&',
    '&#',
    '&amp;',
    'http://',
    'http://a',
    'a.co ',
    'a.com/',
    'a@',
    'a@b',
    'a@b.c',
    'mailto:',
    'www.',
    '//a.b',
    '> ',
    '- ',
  ],
  ...[
    '1. ',
    '- a\n',
    '> a\n',
    '>- ',
    '|',
    'a|b\n-|-\n',
    '# ',
    '```\n',
    '    a\n',
    '\n',
    '[a]: b\n',
    '[a]: <',
    '![a](<',
    'a\n=\n',
  ],
  ...[
    '***',
    '* * ',
    'a*',
    '<http://',
    '😀',
    'http://a(',
    'http://a.b/(((',
    'http://a.b/[',
    '1.1.1.1',
    '*_',
    '*__a',
    '[*a](',
  ],
  ...[
    '@**',
    '@*',
    '@**a',
    '#**a>',
    '#**a',
    ':a',
    ':smile:',
    '$$',
    '$$a',
    '<time:',
    '```quote\n',
    '```spoiler a\n',
    '#1 ',
    '#1#',
    'raw:',
    '- [ ] ',
  ],
  ...['/user_uploads/2/ab/', '[a](#narrow/', '~~~quote\n', ':) ', '@**ahttp://aa.com/'],
];
const fill = (pieces: readonly string[]) => pieces.join('').repeat(LENGTH).slice(0, LENGTH);

it.each(PIECES.map((piece) => [piece]))('%j repeated to 10,000 characters', (piece) => {
  expect(countWork(() => render(fill([piece]), CONTEXT))).toBeLessThan(MOST);
});

it('any few pieces repeated', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 4 }), (pieces) => {
      const work = countWork(() => render(fill(pieces), CONTEXT));
      if (work >= MOST) throw new Error(`${JSON.stringify(pieces)} costs ${work}`);
    }),
    { numRuns: Math.max(150, Number(process.env.SERVICES_RUNS ?? 0)) },
  );
});
