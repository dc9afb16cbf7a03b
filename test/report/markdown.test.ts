import fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { codeSpan, markdownText } from '../../src/show/report/escape.js';
import { HOSTILE, hostileFile, hostileUnreadable } from './hostile.js';
import { FILES, rendered } from './rendered.js';
import { diagnostic, reported } from './specimen.js';

/** Returns the rendered page: its elements, and its text. */
function shown(markdown: string): { elements: string[]; text: string } {
  const html = marked.parse(markdown, { async: false, gfm: true });
  const elements = [...html.matchAll(/<([a-z]\w*)[^>]*>/g)].map(([, name]) => name as string);
  const text = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
  return { elements, text };
}

const page = async (files: Parameters<typeof rendered>[1]) => shown(await rendered('markdown', files));

describe('a Markdown summary', () => {
  it('has the verdict, the files and their errors', async () => {
    const text = await rendered('markdown', FILES);
    expect(text).toMatch(/^## protomdl\n\n\*\*INVALID/);
    expect(text).toContain('| `models/bad one.hef` | invalid | 1,002 | 1 | 1 |');
    expect(text).toContain('| standard input | unreadable: no permission |  |  |  |');
    expect(text).toContain('- **error** `odd-code`: it is 7 at 12 (at 12 (0xc), 8 bytes, and 1,001 more)');
    expect(text).not.toContain('good.hef');
    expect(await rendered('markdown', FILES.slice(0, 1))).toBe(
      '## protomdl\n\n**VALID\\: no errors; checksum verified**\n',
    );
  });

  it('lists codes of unlisted findings only if there are any', async () => {
    const found = await rendered('markdown', [reported({ diagnostics: [diagnostic({ code: 'one' })] })]);
    expect(found.match(/^- .*$/gm)).toHaveLength(1);
    expect(found).not.toContain('more');
  });

  it('stays small, however many files, codes and characters there are', async () => {
    const long = 'x'.repeat(100_000);
    const diagnostics = Array.from({ length: 100 }, (_, i) =>
      diagnostic({ code: `code-${i}`, path: long, message: long, offset: i }),
    );
    const files = Array.from({ length: 300 }, (_, i) => reported({ path: `${i}${long}`, diagnostics }));
    const text = await rendered('markdown', files);
    expect(text).toContain('… and 200 more files with findings');
    expect(text).toContain('… and 70 more codes');
    expect(text.length).toBeLessThan(5_000_000);
  });

  it.each(HOSTILE)('shows markup as text: %j', async (text) => {
    const harmless = await page([hostileFile('harmless'), hostileUnreadable('harmless')]);
    const hostile = await page([hostileFile(text), hostileUnreadable(text)]);
    expect(hostile.elements).toEqual(harmless.elements);
  });

  it.each(['+@-.x', 'a@b.c', 'www.example.com', 'WWW.a.b', 'http://a.b', '@-', '#-1'])(
    'does not turn %s into a link',
    (text) => {
      const { elements, text: seen } = shown(`x ${markdownText(text)} x`);
      expect(elements).toEqual(['p']);
      expect(seen.trim()).toBe(`x ${text} x`);
    },
  );

  it('keeps a code span with an escaped bar in its cell', () => {
    const { elements, text } = shown(`| a | b |\n|---|---|\n| ${codeSpan('<a>\\|`')} | c |\n`);
    expect(elements.filter((name) => name === 'td' || name === 'code')).toEqual(['td', 'code', 'td']);
    expect(elements).not.toContain('a');
    expect(text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toContain('<a>\\|`');
  });

  it('shows any text as text', () => {
    const characters = fc.constantFrom(...'`*_[]()<>!|\\~#@&:-+= \naxw1./');
    fc.assert(
      fc.property(fc.string({ unit: characters, minLength: 1 }), (text) => {
        const { elements, text: seen } = shown(`x ${markdownText(text)} x`);
        expect(elements).toEqual(['p']);
        expect(seen.replace(/\s+/g, ' ').trim()).toBe(
          `x ${text.replaceAll('\n', '\\n')} x`.replace(/\s+/g, ' ').trim(),
        );
        expect(shown(`x ${codeSpan(text)} x`).elements).toEqual(['p', 'code']);
        const cells = shown(`| a | b |\n|---|---|\n| ${codeSpan(text)} | ${markdownText(text)} |\n`).elements;
        expect(cells.filter((name) => name === 'td')).toHaveLength(2);
        expect(cells.filter((name) => name === 'a' || name === 'img')).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});
