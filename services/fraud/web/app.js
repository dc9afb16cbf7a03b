import { adviceView } from './advice.js';
import { call, Refusal, useCsrf } from './api.js';
import { checkView } from './check.js';
import { announce, h, html, quiet } from './dom.js';
import { historyView } from './history.js';
import { loadTexts } from './labels.js';
import { modelView } from './model.js';
import { signInView } from './sign-in.js';
import { transactionsView } from './transactions.js';
import { usageMeter } from './usage.js';
import { vaultView } from './vault.js';

/** @typedef {{ title: string, scope?: string, make: () => HTMLElement }} View */

/** @type {Record<string, View>} */
const VIEWS = {
  check: { title: 'Check', scope: 'check', make: checkView },
  history: { title: 'History', scope: 'check', make: historyView },
  transactions: { title: 'Transactions', scope: 'transactions', make: transactionsView },
  advice: { title: 'Advice', scope: 'chat', make: adviceView },
  vault: { title: 'Tokenise', scope: 'tokenize', make: vaultView },
  model: { title: 'Model', make: modelView },
};

const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const nav = /** @type {HTMLElement} */ (document.getElementById('views'));
const account = /** @type {HTMLElement} */ (document.getElementById('account'));

/** Views keep their state in memory as long as the page is open. @type {Map<string, HTMLElement>} */
const made = new Map();
/** @type {import('./api.js').Session | undefined} */
let session;

/** @param {boolean} [moveFocus] */
function show(moveFocus = true) {
  if (!session) return;
  const name = location.hash.slice(1) in VIEWS ? location.hash.slice(1) : 'check';
  const view = /** @type {View} */ (VIEWS[name]);
  for (const link of nav.querySelectorAll('a')) {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  let element = made.get(name);
  if (!element) {
    element = view.make();
    made.set(name, element);
  }
  if (main.firstElementChild !== element) document.dispatchEvent(new Event('view-left'));
  main.replaceChildren(element);
  element.dispatchEvent(new CustomEvent('shown'));
  document.title = `${view.title} · Fraud check`;
  if (moveFocus) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** @param {import('./api.js').Session} opened */
function open(opened) {
  session = opened;
  useCsrf(opened.csrf_token);
  const allowed = Object.entries(VIEWS).filter(([, { scope }]) => !scope || opened.scopes.includes(scope));
  const links = allowed.map(([name, { title }]) => html`<li><a href=${`#${name}`}>${title}</a></li>`);
  nav.replaceChildren(h('ul', {}, ...links));
  account.replaceChildren(
    h('span', { class: 'who' }, opened.username),
    usageMeter(opened.tier),
    quiet('Sign out', signOut),
  );
  nav.hidden = false;
  account.hidden = false;
  show();
}

/** @param {string} [message] */
function close(message) {
  session = undefined;
  document.dispatchEvent(new Event('view-left'));
  useCsrf('');
  made.clear();
  nav.hidden = true;
  account.hidden = true;
  document.title = 'Sign in · Fraud check';
  main.replaceChildren(signInView(open, message));
}

async function signOut() {
  try {
    await call('DELETE', '/session');
  } catch (error) {
    // If the session has ended already, the user is signed out anyway.
    if (!(error instanceof Refusal) || error.status !== 401) {
      announce('Signing out failed.');
      return;
    }
  }
  close('You are signed out.');
}

window.addEventListener('hashchange', () => {
  // The skip link moves the focus to the content, and does not change the view.
  if (location.hash !== '#main') show();
});
// Any part of the page may find that the session has ended.
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Refusal && event.reason.code === 'INVALID_TOKEN')
    close('Your session has ended.');
});
document.addEventListener('session-ended', () => close('Your session has ended. Please sign in again.'));

async function start() {
  await loadTexts();
  try {
    open(await call('GET', '/session'));
  } catch (error) {
    close(
      error instanceof Refusal && error.status === 401 ? undefined : /** @type {Error} */ (error).message,
    );
  }
}

start();
