import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { contentDiff } from '../../src/messages/content-diff.js';

type Node = DefaultTreeAdapterMap['childNode'];
type Parent = DefaultTreeAdapterMap['parentNode'];

/** Returns the document without the spans that mark one kind of change; the spans of the other kind are unwrapped. */
function keep(html: string, removed: 'inserted' | 'deleted'): Parent {
  const root = parseFragment(html);
  const visit = (parent: Parent): void => {
    const children: Node[] = [];
    for (const child of parent.childNodes) {
      const name = 'attrs' in child ? child.attrs.find((attr) => attr.name === 'class')?.value : undefined;
      if (name === `highlight_text_${removed}`) continue;
      if ('childNodes' in child) visit(child);
      if (name?.startsWith('highlight_text_') && 'childNodes' in child) children.push(...child.childNodes);
      else children.push(child);
    }
    parent.childNodes = children;
  };
  visit(root);
  return root;
}

const text = (node: Parent | Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(text).join('') : '';

const word = fc.constantFrom('one', 'two', 'three', ' ', '&lt;', '&amp;', 'é', '.', '\n');
const inline = fc.oneof(
  word,
  fc.array(word, { maxLength: 4 }).map((words) => `<strong>${words.join('')}</strong>`),
  fc.array(word, { maxLength: 4 }).map((words) => `<a href="https://example.com/">${words.join('')}</a>`),
);
const html = fc
  .array(
    fc.array(inline, { maxLength: 8 }).map((parts) => `<p>${parts.join('')}</p>`),
    { minLength: 1, maxLength: 3 },
  )
  .map((paragraphs) => paragraphs.join('\n'));

describe('the difference of two renderings', () => {
  it('marks words, not letters', () => {
    expect(contentDiff('<p>a big cat</p>', '<p>a small cat</p>')).toBe(
      '<p>a <span class="highlight_text_deleted">big</span><span class="highlight_text_inserted">small</span> cat</p>',
    );
  });

  it('shows equal renderings as they are', () => {
    expect(contentDiff('<p>x &lt; y</p>', '<p>x &lt; y</p>')).toBe('<p>x &lt; y</p>');
  });

  it('never opens a mark on one side of a tag and closes it on the other', () => {
    const diff = contentDiff('<p>start</p>', '<p>start <strong>bold words</strong> end</p>');
    expect(diff).toBe(
      '<p>start<span class="highlight_text_inserted"> </span><strong><span class="highlight_text_inserted">bold words</span></strong><span class="highlight_text_inserted"> end</span></p>',
    );
  });

  it('contains the new document and the text of the old one, for any two documents', () => {
    fc.assert(
      fc.property(html, html, (before, after) => {
        const diff = contentDiff(before, after);
        expect(serialize(parseFragment(diff))).toBe(diff);
        // Printing and parsing again joins neighbouring texts.
        expect(serialize(keep(diff, 'deleted'))).toBe(serialize(parseFragment(after)));
        const words = (value: string) => value.replace(/\s+/g, '');
        expect(words(text(keep(diff, 'inserted')))).toBe(words(text(parseFragment(before))));
      }),
    );
  });

  it('shows one deletion and one insertion for texts that have little in common', () => {
    const before = Array.from({ length: 5000 }, (_, n) => `a${n}`).join(' ');
    const after = Array.from({ length: 5000 }, (_, n) => `b${n}`).join('.');
    const diff = contentDiff(`<p>${before}</p>`, `<p>${after}</p>`);
    expect(diff.match(/highlight_text_deleted/g)).toHaveLength(1);
    expect(diff.match(/highlight_text_inserted/g)).toHaveLength(1);
  });
});
