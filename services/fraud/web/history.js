import { call } from './api.js';
import { copyButton, field, h, html, moment, quiet, select } from './dom.js';
import { feedbackButtons } from './feedback.js';
import { problemLine, sendForm } from './form.js';
import { labelOf } from './labels.js';
import { percent } from './percent.js';

/**
 * @typedef {{
 *   request_id: string, timestamp: string, data_type: string, is_fraud: boolean, confidence_score: number,
 *   fraud_indicators: string[], decision: 'allow' | 'review' | 'block', feedback?: 'fraud' | 'legitimate',
 *   feedback_comment?: string
 * }} Stored
 */

const TYPE_NAMES = /** @type {Record<string, string>} */ ({
  sms: 'Text message',
  email: 'E-mail',
  phone: 'Phone number',
});

const BADGES = {
  block: ['high', 'Fraud'],
  review: ['medium', 'Needs a closer look'],
  allow: ['low', 'No sign of fraud'],
};

const ID = { required: true, pattern: '\\s*fc_[0-9A-Za-z]{26}\\s*', maxlength: 40, autocomplete: 'off' };

export function historyView() {
  const id = h('input', { ...ID, spellcheck: 'false' });
  const found = h('div');
  const fields = [field('Request id', id, 'It begins with fc_; each verdict shows it at its end.')];
  const { form } = sendForm('card', fields, 'Look up', async () => {
    found.replaceChildren(html`<div class="card">${details(await stored(id.value.trim()))}</div>`);
  });

  const filter = select([['', 'All'], ...Object.entries(BADGES).map(([value, [, title]]) => [value, title])]);
  filter.addEventListener('change', () => load(true));
  const list = html`<div class="rows"></div>`;
  const more = quiet('Show more', () => load(false));
  more.hidden = true;
  const problem = problemLine();
  let cursor = '';
  const load = (/** @type {boolean} */ fresh) =>
    problem.around(async () => {
      const query = new URLSearchParams({ limit: '20', ...(filter.value && { decision: filter.value }) });
      if (!fresh) query.set('cursor', cursor);
      const page = await call('GET', `/api/fraud-check?${query}`);
      if (fresh) list.replaceChildren();
      list.append(...page.results.map(row));
      if (list.childElementCount === 0) {
        const none = filter.value ? 'No such result.' : 'You have no results yet.';
        list.append(html`<p class="muted">${none}</p>`);
      }
      cursor = page.next_cursor ?? '';
      more.hidden = cursor === '';
    });
  const view = html`<div>
    <h1>Your results</h1>
    <p class="lead">The service keeps the verdict of each check for 90 days, never the content.</p>
    <div class="columns listed">
      <div>${form}${found}</div>
      <section class="card"><h2>Latest</h2>${field('Show', filter)}${problem.line}${list}${more}</section>
    </div>
  </div>`;
  view.addEventListener('shown', () => load(true));
  return view;
}

/**
 * @param {string} id
 * @returns {Promise<Stored>}
 */
const stored = async (id) => (await call('GET', `/api/fraud-check/${encodeURIComponent(id)}`)).result;

/** @param {Stored} result */
function row(result) {
  const [reason] = result.fraud_indicators;
  const place = h('div', {}, details(result));
  const opened = h(
    'details',
    {},
    html`<summary>
      ${verdict(result)}
      <span>${`${TYPE_NAMES[result.data_type] ?? ''}, ${percent(result.confidence_score)}`}</span>
      ${reason && html`<span class="muted">${labelOf(reason).title}</span>`}
      ${moment(result.timestamp)}
    </summary>`,
    place,
  );
  opened.addEventListener('toggle', async () => {
    // Results in the list do not have their notes, so a result with feedback is requested again.
    if (opened.open && result.feedback !== undefined)
      place.replaceChildren(details(await stored(result.request_id).catch(() => result)));
  });
  return opened;
}

/** @param {Stored} result */
function verdict({ decision }) {
  const [level, title] = BADGES[decision];
  return html`<span class=${`badge ${level}`}>${title}</span>`;
}

/** @param {Stored} result */
function details(result) {
  const { request_id: id, fraud_indicators: codes, feedback, feedback_comment: note } = result;
  const indicators = codes.map((code) => h('li', {}, labelOf(code).title));
  return html`<dl class="facts">
    <dt>Request</dt>
    <dd><code>${id}</code> ${copyButton(id, 'the request id')}</dd>
    <dt>Checked</dt>
    <dd>${moment(result.timestamp)}, ${(TYPE_NAMES[result.data_type] ?? '').toLowerCase()}</dd>
    <dt>Verdict</dt>
    <dd>${verdict(result)} score ${percent(result.confidence_score)}</dd>
    <dt>Indicators</dt>
    <dd>${indicators.length > 0 ? h('ul', {}, ...indicators) : 'none'}</dd>
    <dt>Feedback</dt>
    <dd>${feedbackButtons(id, feedback, note)}</dd>
  </dl>`;
}
