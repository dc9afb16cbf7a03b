import { h } from './dom.js';

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
    const response = await fetch('/model/card.html').catch(() => undefined);
    // The card comes from the service's own files, with its HTML escaped.
    if (response?.ok) card.innerHTML = await response.text();
    else card.replaceChildren(h('p', {}, 'The model card is missing.'));
  };
  void load();
  return view;
}
