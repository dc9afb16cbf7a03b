import { call } from './api.js';
import { copyButton, field, h, html, moment, select } from './dom.js';
import { sendForm } from './form.js';

export function vaultView() {
  const type = select([
    ['email', 'E-mail address'],
    ['phone', 'Phone number'],
    ['custom', 'Anything else'],
  ]);
  const attributes = { rows: 3, maxlength: 10000, autocomplete: 'off', spellcheck: 'false', dir: 'auto' };
  const data = h('textarea', { ...attributes, required: true });
  const outcome = html`<div aria-live="polite"></div>`;
  const fields = [field('Kind of data', type), field('Data', data)];
  const { form } = sendForm('card', fields, 'Exchange for a token', async () => {
    outcome.replaceChildren();
    const { token, expires_at } = await call('POST', '/api/tokenize', { type: type.value, data: data.value });
    data.value = '';
    outcome.replaceChildren(html`<section class="card result low">
      <h2>Your token</h2>
      <p class="id"><code>${token}</code> ${copyButton(token, 'the token')}</p>
      <p class="muted">Valid until ${moment(expires_at)}. The same data gives the same token until then.</p>
    </section>`);
  });
  return html`<div>
    <h1>Replace sensitive data with a token</h1>
    <p class="lead">The token reveals nothing about the data, which is stored encrypted. It cannot be reversed over the network: only an operator can do that, and each reversal is recorded.</p>
    <div class="columns">
      <div>${form}${outcome}</div>
      <section class="card">
        <h2>What tokens are for</h2>
        <ul>
          <li>Store the token in your own systems in place of an address or a number.</li>
          <li>Leaked tokens reveal nothing: they are random.</li>
          <li>The same data of one user gives the same token, so records can still be matched.</li>
          <li>When a token expires, its data is erased.</li>
        </ul>
      </section>
    </div>
  </div>`;
}
