import { h } from './dom.js';

/**
 * The part of Markdown that the model card uses: headings, paragraphs, lists, tables, code. Everything becomes
 * elements with text; HTML in the Markdown stays visible text.
 *
 * @param {string} markdown
 * @returns {HTMLElement[]}
 */
export function renderMarkdown(markdown) {
  const lines = markdown.replace(/<!--[\s\S]*?-->/g, '').split('\n');
  /** @type {HTMLElement[]} */
  const blocks = [];
  let at = 0;
  /** @param {RegExp} pattern */
  const taking = (pattern) => {
    const taken = [];
    while (at < lines.length && pattern.test(/** @type {string} */ (lines[at])))
      taken.push(/** @type {string} */ (lines[at++]));
    return taken;
  };
  while (at < lines.length) {
    const line = /** @type {string} */ (lines[at]);
    const heading = /^(#{1,4}) +(.*)$/.exec(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      // The page has its own first heading.
      const level = /** @type {'h2' | 'h3' | 'h4'} */ (
        `h${Math.min(4, Math.max(2, /** @type {string} */ (heading[1]).length))}`
      );
      blocks.push(h(level, {}, ...inline(/** @type {string} */ (heading[2]))));
      at += 1;
    } else if (line.startsWith('```')) {
      at += 1;
      const code = taking(/^(?!```)/);
      at += 1;
      blocks.push(h('pre', { tabindex: '0' }, h('code', {}, code.join('\n'))));
    } else if (line.startsWith('|')) blocks.push(table(taking(/^\|/)));
    else if (/^[-*] /.test(line)) {
      const items = joinItems(taking(/^(?:[-*] | {2,}\S)/), /^[-*] /);
      blocks.push(h('ul', {}, ...items.map((item) => h('li', {}, ...inline(item)))));
    } else if (/^\d+\. /.test(line)) {
      const items = joinItems(taking(/^(?:\d+\. | {2,}\S)/), /^\d+\. /);
      blocks.push(h('ol', {}, ...items.map((item) => h('li', {}, ...inline(item)))));
    } else {
      const text = [/** @type {string} */ (lines[at++]), ...taking(/^(?!#|\||```|[-*] |\d+\. )\s*\S/)];
      blocks.push(h('p', {}, ...inline(text.join(' '))));
    }
  }
  return blocks;
}

/**
 * @param {string[]} lines
 * @param {RegExp} start
 */
function joinItems(lines, start) {
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    if (start.test(line)) items.push(line.replace(start, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`.trim());
  }
  return items;
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|?\s*$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [head = [], ...body] = rows;
  const element = h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...head.map((cell) => h('th', { scope: 'col' }, ...inline(cell))))),
    h('tbody', {}, ...body.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, ...inline(cell)))))),
  );
  return h(
    'div',
    { class: 'table', tabindex: '0', role: 'region', 'aria-label': head.join(', ') || 'Table' },
    element,
  );
}

/**
 * `code`, **strong** and [links](https://…).
 *
 * @param {string} text
 * @returns {import('./dom.js').Child[]}
 */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\(https:\/\/[^)\s]+\))/).map((part) => {
    if (/^`.+`$/.test(part)) return h('code', {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h('strong', {}, part.slice(2, -2));
    const link = /^\[([^\]]+)\]\((https:\/\/[^)\s]+)\)$/.exec(part);
    return link
      ? h('a', { href: link[2], rel: 'noopener noreferrer' }, /** @type {string} */ (link[1]))
      : part;
  });
}
