import type { MarkdownIt } from 'markdown-it';

const BOX = /^\[([ xX])\] /;

/** List items that start with `[ ]` or `[x]` show a read-only checkbox. */
export function installTasks(md: MarkdownIt): void {
  md.core.ruler.after('inline', 'task', (state) => {
    for (let i = 2; i < state.tokens.length; i++) {
      const block = state.tokens[i]!;
      if (block.type !== 'inline' || state.tokens[i - 2]!.type !== 'list_item_open') continue;
      const first = block.children?.[0];
      const box = first?.type === 'text' ? BOX.exec(first.content) : null;
      if (first === undefined || box === null) continue;
      first.content = first.content.slice(box[0].length);
      const token = new state.Token('task', 'input', 0);
      token.meta = { checked: box[1] !== ' ' };
      block.children!.unshift(token);
    }
  });
  md.renderer.rules.task = (tokens, index) =>
    `<input type="checkbox" disabled${tokens[index]!.meta?.checked ? ' checked' : ''}> `;
}
