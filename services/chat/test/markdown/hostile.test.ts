import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_HTML, render } from '../../src/markdown/renderer.js';
import { isStable, problemsOf } from './allowed-html.js';
import { ATTACKS } from './attacks.js';
import { CONTEXT } from './context.js';

function check(source: string): void {
  const { html } = render(source, CONTEXT);
  expect({ source, problems: problemsOf(html), stable: isStable(html) }).toEqual({
    source,
    problems: [],
    stable: true,
  });
  expect(html.length).toBeLessThanOrEqual(MAX_HTML);
}

describe('hostile text', () => {
  it.each(ATTACKS.map((attack) => [attack]))('%j', check);

  it('is shown as plain text if its HTML would exceed the limit', () => {
    // A quotation mark takes six characters of HTML, so the HTML of plain text may be six times as long as the text.
    const row = '|a'.repeat(50);
    const table = `${row}\n${'|-'.repeat(50)}\n`;
    const rows = Math.ceil(MAX_HTML / 700);
    expect(render(table + `${row}\n`.repeat(10), CONTEXT).html).toContain('<table>');
    expect(render(table + `${row}\n`.repeat(2 * rows), CONTEXT).html).not.toContain('<table>');
  });

  it('the checker of these tests finds forbidden HTML', () => {
    expect(problemsOf('<script>x</script>')).toEqual(['<script>']);
    expect(problemsOf('<p onclick="x">')).toEqual(['<p onclick>']);
    expect(problemsOf('<a href="javascript:x">y</a>')).toEqual(['href javascript:x']);
    expect(problemsOf('<img src="https://evil.test/x.png">')).toEqual(['src https://evil.test/x.png']);
  });

  it('pieces of syntax and attacks in any order', () => {
    const piece = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          ...[
            '*',
            '**',
            '_',
            '~~',
            '`',
            '```',
            '```quote',
            '```spoiler ',
            '[',
            ']',
            '(',
            ')',
            '![',
            '](',
            '<',
            '>',
            '<http://',
          ],
          ...[
            '|',
            '|-|',
            '- ',
            '1. ',
            '> ',
            '# ',
            '---',
            '\n',
            '\n\n',
            '    ',
            '\t',
            '\\',
            '&',
            '&amp;',
            '&#x3c;',
            '"',
            "'",
            '$$',
          ],
          ...[
            '@**',
            '@*',
            '#**',
            '#1',
            ':',
            ':smile:',
            ':party:',
            'http://a.b/',
            'www.a.com',
            'a@b.com',
            'javascript:',
            'data:',
          ],
          ...[
            '/user_uploads/2/ab/abcdefghijklmnopqrstuvwx/a.png',
            '[a]: ',
            '[ ] ',
            '<time:',
            'Ann O',
            '|5**',
            '\u0000',
            '\u202e',
            '\ud800',
          ],
        ),
      },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => check(pieces.join(''))),
      { numRuns: Math.max(1500, Number(process.env.SERVICES_RUNS ?? 0)) },
    );
  });

  it('the same text is rendered the same way each time', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ATTACKS), { maxLength: 5 }), (attacks) => {
        const source = attacks.join('\n');
        expect(render(source, CONTEXT)).toEqual(render(source, CONTEXT));
      }),
      { numRuns: 100 },
    );
  });
});
