import { html } from './dom.js';

export function modelView() {
  const card = html`<article class="card prose"><p class="muted">Loading …</p></article>`;
  const load = async () => {
    const response = await fetch('/model/card.html').catch(() => undefined);
    // The card comes from the service's own files, with its HTML escaped.
    if (response?.ok) card.innerHTML = await response.text();
    else card.replaceChildren(html`<p>The model card is missing.</p>`);
  };
  void load();
  return html`<div>
    <h1>The model</h1>
    <p class="lead">How the model decides, its training data, and its measured accuracy.</p>
    ${card}
  </div>`;
}
