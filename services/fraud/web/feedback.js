import { call } from './api.js';
import { announce, field, h, html, quiet } from './dom.js';
import { problemLine } from './form.js';

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
  const state = html`<span class="muted">${said && `You said: ${WORDS[said]}.`}</span>`;
  const problem = problemLine();
  const button = (/** @type {Label} */ label) =>
    quiet(WORDS[label], () =>
      problem.around(async () => {
        const comment = note.value.trim() || undefined;
        await call('POST', `/api/fraud-check/${encodeURIComponent(requestId)}/feedback`, { label, comment });
        state.textContent = `You said: ${WORDS[label]}.`;
        announce('Thank you. Your answer is stored with the result.');
      }),
    );
  return html`<div class="feedback">
    <p class="muted">What was it really?</p>
    ${field('Note (optional)', note, 'Stored encrypted, with your answer.')}
    ${button('fraud')} ${button('legitimate')} ${state}
    ${problem.line}
  </div>`;
}
