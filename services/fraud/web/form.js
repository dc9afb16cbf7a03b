import { Refusal } from './api.js';
import { announce, h, html } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * Creates a hidden line for errors. `around` does some work, shows the work's error in the line, and has screen readers
 * speak it. If the session has ended, the user is asked to sign in.
 */
export function problemLine() {
  const line = html`<p class="error" role="alert" hidden></p>`;
  const show = (/** @type {string} */ text) => {
    line.textContent = text;
    line.hidden = false;
    announce(text);
  };
  return {
    line,
    show,
    /** @param {() => Promise<void>} work */
    async around(work) {
      line.hidden = true;
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'INVALID_TOKEN') document.dispatchEvent(new CustomEvent('session-ended'));
        else show(inWords(error));
      }
    },
  };
}

/**
 * Creates a form with a button, which runs `work`; meanwhile the button is disabled. `problem` is the form's line for
 * errors.
 *
 * @param {string} name class of the form
 * @param {Child[]} parts
 * @param {string} label of the button
 * @param {() => Promise<void>} work
 */
export function sendForm(name, parts, label, work) {
  const problem = problemLine();
  const form = h(
    'form',
    { class: name },
    ...parts,
    label && h('button', { type: 'submit' }, label),
    problem.line,
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement} */ (form.querySelector('button[type=submit]'));
    if (button.disabled) return;
    button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      await problem.around(work);
    } finally {
      button.disabled = false;
      form.removeAttribute('aria-busy');
    }
  });
  return { form, problem };
}

/** Names for the members of requests that people understand. */
const NAMES = /** @type {Record<string, string>} */ ({
  '/content': 'The content',
  '/metadata/sender': 'The sender',
  '/metadata/receiver': 'The receiver',
  '/sender_id': 'The sending account',
  '/receiver_id': 'The receiving account',
  '/amount': 'The amount',
  '/description': 'The description',
  '/data': 'The data',
  '/message': 'The question',
  '/comment': 'The note',
});

/** @param {Refusal} error */
function inWords({ message, details }) {
  if (details.length === 0 || details.some(({ path }) => !(path in NAMES))) return message;
  return details.map(({ path, message: fault }) => `${NAMES[path]} ${fault}.`).join(' ');
}
