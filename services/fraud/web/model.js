import { h } from './dom.js';
import { renderMarkdown } from './markdown.js';

export function modelView() {
  const card = h('article', { class: 'card prose' }, h('p', { class: 'muted' }, 'Loading …'));
  const view = h(
    'div',
    {},
    h('h1', {}, 'The model'),
    h('p', { class: 'lead' }, 'How the model decides, its training data, and its measured accuracy.'),
    card,
  );
  const load = async () => {
    const response = await fetch('/model/card.md').catch(() => undefined);
    if (response?.ok) card.replaceChildren(...renderMarkdown(await response.text()));
    else card.replaceChildren(h('p', {}, 'The model card is missing.'));
  };
  void load();
  return view;
}
