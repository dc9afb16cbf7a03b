import { expect, test } from 'vitest';
import { renderCard } from '../../src/pages/model-card.js';

test('the model card becomes HTML for the page, and HTML in the card stays text', () => {
  const card = [
    '# Card\n\nTwo **strong** lines\nof <b>text</b> with `code`.\n\n### Part\n',
    '| a | "b" |\n|---|--:|\n| 1 | [x](https://x.example/) |\n',
    '<!-- gone -->[y](javascript:alert)',
  ];
  expect(renderCard(card.join('\n')).replaceAll('\n', '')).toBe(
    '<h2>Card</h2><p>Two <strong>strong</strong> linesof &lt;b&gt;text&lt;/b&gt; with <code>code</code>.</p><h3>Part</h3>' +
      '<div class="table" tabindex="0" role="region" aria-label="a, &quot;b&quot;"><table>' +
      '<thead><tr><th scope="col">a</th><th scope="col">&quot;b&quot;</th></tr></thead>' +
      '<tbody><tr><td>1</td><td><a href="https://x.example/">x</a></td></tr></tbody></table></div>' +
      '<p>[y](javascript:alert)</p>',
  );
});
