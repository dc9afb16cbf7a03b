import { call } from './api.js';
import { announce, field, h } from './dom.js';
import { showError } from './form.js';

/** @typedef {'fraud' | 'legitimate'} Label */

const WORDS = /** @type {Record<Label, string>} */ ({ fraud: 'It was fraud', legitimate: 'It was fine' });

/**
 * Creates buttons with which a user labels a message as fraud or legitimate.
 *
 * @param {string} requestId
 * @param {Label} [said] the earlier label
 * @param {string} [noted] the earlier note
 */
export function feedbackButtons(requestId, said, noted = '') {
  const note = h('input', { maxlength: 1000, autocomplete: 'off', dir: 'auto', value: noted });
  const state = h('span', { class: 'muted' }, said ? `You said: ${WORDS[said]}.` : '');
  const problem = h('p', { class: 'error', role: 'alert' });
  problem.hidden = true;
  const button = (/** @type {Label} */ label) => {
    const made = h('button', { type: 'button', class: 'quiet' }, WORDS[label]);
    made.addEventListener('click', async () => {
      problem.hidden = true;
      try {
        const comment = note.value.trim();
        await call('POST', `/api/fraud-check/${encodeURIComponent(requestId)}/feedback`, {
          label,
          ...(comment === '' ? {} : { comment }),
        });
        state.textContent = `You said: ${WORDS[label]}.`;
        announce('Thank you. Your answer is stored with the result.');
      } catch (error) {
        showError(problem, error);
      }
    });
    return made;
  };
  return h(
    'div',
    { class: 'feedback' },
    h('p', { class: 'muted' }, 'What was it really?'),
    field('Note (optional)', note, 'Stored encrypted, with your answer.'),
    button('fraud'),
    ' ',
    button('legitimate'),
    ' ',
    state,
    problem,
  );
}
