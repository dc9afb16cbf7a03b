import { Refusal } from './api.js';
import { announce, h } from './dom.js';

/**
 * Runs `work` when the form is sent: the button waits, an error is shown and spoken, and the user learns of
 * an ended session.
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
  place.textContent = error.message;
  place.hidden = false;
  announce(error.message);
}
