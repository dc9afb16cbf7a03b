import type { MarkdownIt } from 'markdown-it';

const INLINE = /\$\$([^$\n]{1,2000})\$\$/y;

/** `$$…$$` becomes code of class `math`: clients that support formulas render it, all others show the source. */
export function installMath(md: MarkdownIt): void {
  md.inline.ruler.before('escape', 'math', (state, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x24) return false;
    INLINE.lastIndex = state.pos;
    const match = INLINE.exec(state.src);
    if (match === null) return false;
    if (!silent) state.push('math', 'code', 0).content = match[1]!.trim();
    state.pos += match[0].length;
    return true;
  });
  md.renderer.rules.math = (tokens, index) =>
    `<code class="math">${md.utils.escapeHtml(tokens[index]!.content)}</code>`;
}
