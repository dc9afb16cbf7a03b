import type { MarkdownIt } from 'markdown-it';

/** Sets the alignment of cells by an attribute, because the content security policy does not allow inline styles. */
export function installTables(md: MarkdownIt): void {
  md.core.ruler.push('table_alignment', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'td_open' && token.type !== 'th_open') continue;
      const side = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''));
      token.attrs = side === null ? null : [['align', side[1]!]];
    }
  });
}
