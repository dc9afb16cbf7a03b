import MarkdownIt from 'markdown-it';

/**
 * Renders the model card for the page, which has a first heading of its own and in which wide tables scroll. HTML in
 * the card stays text, except for comments, which are left out.
 */
export function renderCard(markdown: string): string {
  const card = new MarkdownIt();
  const { rules } = card.renderer;
  rules.heading_open = (tokens, at) => `<${below(tokens[at]!.tag)}>`;
  rules.heading_close = (tokens, at) => `</${below(tokens[at]!.tag)}>\n`;
  rules.table_open = (tokens, at) => {
    const head = tokens.slice(
      at,
      tokens.findIndex(({ type }, end) => end > at && type === 'thead_close'),
    );
    const names = head.filter(({ type }) => type === 'inline').map(({ content }) => content);
    const label = card.utils.escapeHtml(names.join(', '));
    return `<div class="table" tabindex="0" role="region" aria-label="${label}"><table>\n`;
  };
  rules.table_close = () => '</table></div>\n';
  rules.th_open = () => '<th scope="col">';
  // The library would align cells by a style attribute, which the page's policy forbids.
  rules.td_open = () => '<td>';
  return card.render(markdown.replace(/<!--[\s\S]*?-->/g, ''));
}

const below = (tag: string) => (tag === 'h1' ? 'h2' : tag);
