import type { MarkdownIt } from 'markdown-it';

const CONTAINER = /^(quote|spoiler)(?:[ \t]+(.*))?$/i;
const LANGUAGE = /^[A-Za-z0-9_+#.-]{1,40}$/;

/** Quote and spoiler fences hold Markdown; math and code fences hold text. */
export function installFences(md: MarkdownIt): void {
  md.block.ruler.before(
    'fence',
    'fenced_container',
    (state, startLine, endLine, silent) => {
      if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
      const start = state.bMarks[startLine]! + state.tShift[startLine]!;
      const marker = state.src.charCodeAt(start);
      if (marker !== 0x60 && marker !== 0x7e) return false;
      const afterFence = state.skipChars(start, marker);
      if (afterFence - start < 3) return false;
      const info = state.src.slice(afterFence, state.eMarks[startLine]!).trim();
      const kind = CONTAINER.exec(info);
      if (kind === null || info.includes('`')) return false;
      if (silent) return true;

      let last = startLine + 1;
      let closed = false;
      for (; last < endLine; last++) {
        const at = state.bMarks[last]! + state.tShift[last]!;
        if (at < state.eMarks[last]! && state.sCount[last]! < state.blkIndent) break;
        if (state.src.charCodeAt(at) !== marker || state.sCount[last]! - state.blkIndent >= 4) continue;
        const afterMarks = state.skipChars(at, marker);
        if (afterMarks - at >= afterFence - start && state.skipSpaces(afterMarks) >= state.eMarks[last]!) {
          closed = true;
          break;
        }
      }

      const { parentType, lineMax } = state;
      state.parentType = 'blockquote';
      state.lineMax = last;
      if (kind[1]!.toLowerCase() === 'quote') {
        state.push('blockquote_open', 'blockquote', 1).map = [startLine, last];
        state.md.block.tokenize(state, startLine + 1, last);
        state.push('blockquote_close', 'blockquote', -1);
      } else {
        state.push('spoiler_open', 'div', 1).attrs = [['class', 'spoiler-block']];
        state.push('spoiler_header_open', 'div', 1).attrs = [['class', 'spoiler-header']];
        if (kind[2]) {
          state.push('paragraph_open', 'p', 1);
          const header = state.push('inline', '', 0);
          header.content = kind[2];
          header.children = [];
          state.push('paragraph_close', 'p', -1);
        }
        state.push('spoiler_header_close', 'div', -1);
        state.push('spoiler_content_open', 'div', 1).attrs = [
          ['class', 'spoiler-content'],
          ['aria-hidden', 'true'],
        ];
        state.md.block.tokenize(state, startLine + 1, last);
        state.push('spoiler_content_close', 'div', -1);
        state.push('spoiler_close', 'div', -1);
      }
      state.parentType = parentType;
      state.lineMax = lineMax;
      state.line = last + (closed ? 1 : 0);
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );

  md.renderer.rules.fence = (tokens, index) => {
    const { info, content } = tokens[index]!;
    const escapeHtml = md.utils.escapeHtml;
    const language = info.trim().split(/\s+/)[0] ?? '';
    if (language.toLowerCase() === 'math')
      return `<pre><code class="math">${escapeHtml(content)}</code></pre>\n`;
    if (!LANGUAGE.test(language)) {
      return `<div class="codehilite"><pre><code>${escapeHtml(content)}</code></pre></div>\n`;
    }
    return (
      `<div class="codehilite" data-code-language="${escapeHtml(language)}">` +
      `<pre><code class="language-${escapeHtml(language.toLowerCase())}">${escapeHtml(content)}</code></pre></div>\n`
    );
  };
  md.renderer.rules.code_block = (tokens, index) =>
    `<div class="codehilite"><pre><code>${md.utils.escapeHtml(tokens[index]!.content)}</code></pre></div>\n`;
}
