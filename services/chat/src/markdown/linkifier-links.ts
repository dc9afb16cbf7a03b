import type { MarkdownIt, Token } from 'markdown-it';
import { matchLinkifiers, newBudget } from '../linkifiers/match.js';
import { environmentOf } from './environment.js';
import { linkAttributes } from './links.js';

/** Converts matches of the organization's linkifiers to links, except in code and in other links. */
export function installLinkifierLinks(md: MarkdownIt): void {
  md.core.ruler.after('linkify', 'linkifier_links', (state) => {
    const { linkifiers } = environmentOf(state.env).context;
    if (linkifiers.length === 0) return;
    const budget = newBudget();
    for (const block of state.tokens) {
      if (block.type !== 'inline' || block.children === null) continue;
      let inLink = 0;
      block.children = block.children.flatMap((token) => {
        inLink += token.type === 'link_open' ? 1 : token.type === 'link_close' ? -1 : 0;
        if (token.type !== 'text' || inLink > 0) return [token];
        return split(token, matchLinkifiers(token.content, linkifiers, budget));
      });
    }
    function split(token: Token, matches: ReturnType<typeof matchLinkifiers>): Token[] {
      if (matches.length === 0) return [token];
      const pieces: Token[] = [];
      let at = 0;
      const text = (content: string, level: number) => {
        if (content === '') return;
        const piece = new state.Token('text', '', 0);
        piece.content = content;
        piece.level = level;
        pieces.push(piece);
      };
      for (const match of matches) {
        text(token.content.slice(at, match.start), token.level);
        const open = new state.Token('link_open', 'a', 1);
        open.attrs = linkAttributes(match.url);
        open.level = token.level;
        const close = new state.Token('link_close', 'a', -1);
        close.level = token.level;
        pieces.push(open);
        text(token.content.slice(match.start, match.end), token.level + 1);
        pieces.push(close);
        at = match.end;
      }
      text(token.content.slice(at), token.level);
      return pieces;
    }
  });
}
