import { call } from './api.js';
import { copyButton, field, h, moment } from './dom.js';
import { onSend } from './form.js';

export function vaultView() {
  const type = h(
    'select',
    {},
    ...[
      ['email', 'E-mail address'],
      ['phone', 'Phone number'],
      ['custom', 'Anything else'],
    ].map(([value, title]) => h('option', { value }, title)),
  );
  const data = h('textarea', {
    rows: 3,
    required: true,
    maxlength: 10000,
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'auto',
  });
  const outcome = h('div', { 'aria-live': 'polite' });
  const form = h(
    'form',
    { class: 'card' },
    field('Kind of data', type),
    field('Data', data),
    h('button', { type: 'submit' }, 'Exchange for a token'),
  );
  onSend(form, async () => {
    outcome.replaceChildren();
    const { token, expires_at } = await call('POST', '/api/tokenize', { type: type.value, data: data.value });
    data.value = '';
    outcome.replaceChildren(
      h(
        'section',
        { class: 'card result low' },
        h('h2', {}, 'Your token'),
        h('p', { class: 'id' }, h('code', {}, token), ' ', copyButton(token, 'the token')),
        h(
          'p',
          { class: 'muted' },
          'Valid until ',
          moment(expires_at),
          '. The same data gives the same token until then.',
        ),
      ),
    );
  });
  return h(
    'div',
    {},
    h('h1', {}, 'Replace sensitive data with a token'),
    h(
      'p',
      { class: 'lead' },
      'The token reveals nothing about the data, which is stored encrypted. It cannot be reversed over the network: only an operator can do that, and each reversal is recorded.',
    ),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, form, outcome),
      h(
        'section',
        { class: 'card' },
        h('h2', {}, 'What tokens are for'),
        h(
          'ul',
          {},
          h('li', {}, 'Store the token in your own systems in place of an address or a number.'),
          h('li', {}, 'Leaked tokens reveal nothing: they are random.'),
          h('li', {}, 'The same data of one user gives the same token, so records can still be matched.'),
          h('li', {}, 'When a token expires, its data is erased.'),
        ),
      ),
    ),
  );
}
