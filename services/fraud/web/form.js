import { Refusal } from './api.js';
import { announce, h } from './dom.js';

/**
 * Runs `work` when the form is sent. Meanwhile the button is disabled; an error is shown and spoken, and the user is
 * told if the session has ended.
 *
 * @param {HTMLFormElement} form
 * @param {() => Promise<void>} work
 */
export function onSend(form, work) {
  const place = h('p', { class: 'error', role: 'alert' });
  place.hidden = true;
  form.append(place);
  form.noValidate = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = /** @type {HTMLButtonElement | null} */ (form.querySelector('button[type=submit]'));
    place.hidden = true;
    if (button?.disabled) return;
    if (button) button.disabled = true;
    form.setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      showError(place, error);
    } finally {
      if (button) button.disabled = false;
      form.removeAttribute('aria-busy');
    }
  });
}

/**
 * @param {HTMLElement} place
 * @param {unknown} error
 */
export function showError(place, error) {
  if (!(error instanceof Refusal)) throw error;
  if (error.code === 'INVALID_TOKEN') {
    document.dispatchEvent(new CustomEvent('session-ended'));
    return;
  }
  place.textContent = inWords(error);
  place.hidden = false;
  announce(place.textContent);
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
