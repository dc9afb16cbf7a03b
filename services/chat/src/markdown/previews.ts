import type { MarkdownIt, Token } from 'markdown-it';
import { isOwnImage, linkAttributes } from './links.js';

/**
 * Limit of pictures shown below one message. Further pictures are shown as links, so that one message causes few
 * requests.
 */
const MAX_PREVIEWS = 20;

/**
 * Images become links. A link to a picture that was uploaded here gets a preview after its paragraph. Pictures of
 * other hosts are never loaded, because those hosts would learn who reads the message.
 */
export function installPreviews(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'image_links', (state) => {
    for (const block of state.tokens) {
      if (block.children?.some((token) => token.type === 'image')) {
        block.children = block.children.flatMap((token) =>
          token.type === 'image' ? imageLink(md, token, state.Token) : [token],
        );
      }
    }
  });
  md.core.ruler.push('previews', (state) => {
    let shown = 0;
    const tokens: Token[] = [];
    let waiting: string[] = [];
    for (const block of state.tokens) {
      tokens.push(block);
      if (block.type === 'inline') {
        for (const token of block.children ?? []) {
          const href = token.type === 'link_open' ? String(token.attrGet('href')) : null;
          if (href !== null && isOwnImage(href) && shown < MAX_PREVIEWS && !waiting.includes(href)) {
            waiting.push(href);
            shown++;
          }
        }
      }
      if (waiting.length > 0 && block.type === 'paragraph_close') {
        for (const href of waiting) {
          const preview = new state.Token('preview', 'div', 0);
          preview.content = href;
          tokens.push(preview);
        }
        waiting = [];
      }
    }
    state.tokens = tokens;
  });
  md.renderer.rules.preview = (tokens, index) => {
    const href = md.utils.escapeHtml(tokens[index]!.content);
    return `<div class="message_inline_image"><a href="${href}"><img src="${href}" alt=""></a></div>\n`;
  };
}

function imageLink(
  md: MarkdownIt,
  image: Token,
  TokenClass: new (...args: [string, string, -1 | 0 | 1]) => Token,
): Token[] {
  const src = String(image.attrGet('src') ?? '');
  const open = new TokenClass('link_open', 'a', 1);
  open.attrs = linkAttributes(src);
  open.level = image.level;
  const text = new TokenClass('text', '', 0);
  text.content = md.renderer.renderInlineAsText(image.children ?? [], md.options as never, {}) || src;
  text.level = image.level + 1;
  const close = new TokenClass('link_close', 'a', -1);
  close.level = image.level;
  return [open, text, close];
}
