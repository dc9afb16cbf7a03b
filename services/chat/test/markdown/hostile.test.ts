import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_HTML, render } from '../../src/markdown/renderer.js';
import { isStable, problemsOf } from './allowed-html.js';
import { CONTEXT } from './context.js';

/** Attacks as public cheat sheets list them (OWASP XSS Filter Evasion, PortSwigger), and Markdown's own. */
const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<IMG SRC="jav&#x09;ascript:alert(1);">',
  '<svg/onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](http://a.b/" onmouseover="alert(1))',
  '[x](<http://a.b/" onmouseover="alert(1)>)',
  '[x](http://a.b "t\\" onmouseover=alert(1) x=\\"")',
  '![x](x"onerror="alert(1))',
  '![x" onerror="alert(1)](http://a.b/c.png)',
  '![x](javascript:alert(1))',
  '[a]: javascript:alert(1)\n[a]',
  '[a]: <javascript:alert(1)> "t"\n![a]',
  '<javascript:alert(1)>',
  '<http://a.b/"><script>alert(1)</script>>',
  'http://a.b/"><script>alert(1)</script>',
  "http://a.b/'onmouseover='alert(1)",
  '```"><script>alert(1)</script>\nx\n```',
  '``` js" onload="alert(1)\nx\n```',
  '```spoiler <img src=x onerror=alert(1)>\n<script>x</script>\n```',
  '<time:"><script>alert(1)</script>',
  '<time:2026-01-01" onload=x>',
  '$$</code><script>alert(1)</script>$$',
  '@**<img src=x onerror=alert(1)>**',
  '#**"><script>**',
  '#**"><script>>" onload=x**',
  ':"><script>:',
  'raw:javascript:alert(1)',
  'raw:https://a.b/"><script>alert(1)</script>',
  '#1" onload="x',
  '|<script>|\n|-|\n|<img src=x onerror=alert(1)>|',
  '|a|\n|:-" onload=x|\n|b|',
  '1" onload=x. a',
  '999999999. a',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\<script\\>alert(1)\\</script\\>',
  '\u003cscript\u003e',
  '＜script＞alert(1)＜/script＞',
  '<scr\0ipt>alert(1)</scr\0ipt>',
  '[x](/user_uploads/2/ab/abcdefghijklmnopqrstuvwx/a.png" onerror="x)',
  '![x](/user_uploads/2/ab/abcdefghijklmnopqrstuvwx/..%2f..%2fa.png)',
  '[x](#narrow/"onclick="x)',
  '[x](/#narrow/javascript:x)',
  '[x](\\\\evil.test)',
  '[x](mailto:a@b.c?subject="><script>)',
  '[x](tel:"><script>)',
];

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

  it('the checker itself sees what it has to', () => {
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
