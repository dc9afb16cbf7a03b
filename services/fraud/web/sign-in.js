import { call } from './api.js';
import { field, h, html } from './dom.js';
import { sendForm } from './form.js';

/**
 * @param {(session: import('./api.js').Session) => void} done
 * @param {string} [message]
 */
export function signInView(done, message) {
  const name = h('input', { name: 'username', autocomplete: 'username', required: true, maxlength: 200 });
  name.autocapitalize = 'none';
  const password = h('input', { name: 'password', type: 'password', required: true, maxlength: 1000 });
  password.autocomplete = 'current-password';
  const fields = [field('User name', name), field('Password', password)];
  const { form } = sendForm('', fields, 'Sign in', async () => {
    try {
      done(await call('POST', '/session', { username: name.value, password: password.value }));
    } finally {
      password.value = '';
    }
  });
  return html`<section class="card narrow">
    <h1>Sign in</h1>
    ${message && html`<p role="status">${message}</p>`}
    ${form}
    <p class="muted">An operator adds users on the command line of the service.</p>
  </section>`;
}
