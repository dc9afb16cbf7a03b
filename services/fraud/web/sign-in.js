import { call } from './api.js';
import { field, h } from './dom.js';
import { onSend } from './form.js';

/**
 * @param {(session: import('./api.js').Session) => void} done
 * @param {string} [message]
 */
export function signInView(done, message) {
  const name = h('input', {
    name: 'username',
    autocomplete: 'username',
    required: true,
    maxlength: 200,
    autocapitalize: 'none',
  });
  const password = h('input', {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
    maxlength: 1000,
  });
  const form = h(
    'form',
    {},
    field('User name', name),
    field('Password', password),
    h('button', { type: 'submit' }, 'Sign in'),
  );
  onSend(form, async () => {
    try {
      done(await call('POST', '/session', { username: name.value, password: password.value }));
    } finally {
      password.value = '';
    }
  });
  return h(
    'section',
    { class: 'card narrow' },
    h('h1', {}, 'Sign in'),
    message ? h('p', { role: 'status' }, message) : null,
    form,
    h('p', { class: 'muted' }, 'An operator adds users on the command line of the service.'),
  );
}
