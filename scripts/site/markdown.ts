import { Marked } from 'marked';

export interface LinkTarget {
  readonly href: string;
}

/**
 * Converts Markdown to HTML, with GitHub's anchors at headings, so that links to sections work on GitHub and
 * on the site.
 */
export function htmlOf(markdown: string, link: (target: string) => LinkTarget): string {
  const anchors = new Map<string, number>();
  const marked = new Marked({
    gfm: true,
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = link(token.href).href;
    },
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const anchor = anchorOf(html.replace(/<[^>]*>/g, ''), anchors);
        return `<h${depth} id="${anchor}">${html}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}

/**
 * Returns the same anchor for a heading as GitHub: lower case, hyphens for spaces, and a number if the text
 * is repeated.
 */
function anchorOf(text: string, known: Map<string, number>): string {
  const plain = text.replace(/&\w+;|&#\d+;/g, '');
  const anchor = plain
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  const before = known.get(anchor) ?? 0;
  known.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}
