import { call } from './api.js';
import { copyButton, field, h, moment } from './dom.js';
import { feedbackButtons } from './feedback.js';
import { onSend, showError } from './form.js';
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

export function historyView() {
  const id = h('input', {
    required: true,
    pattern: '\\s*fc_[0-9A-Za-z]{26}\\s*',
    maxlength: 40,
    autocomplete: 'off',
    spellcheck: 'false',
  });
  const found = h('div', {});
  const form = h(
    'form',
    { class: 'card' },
    field('Request id', id, 'It begins with fc_; each verdict shows it at its end.'),
    h('button', { type: 'submit' }, 'Look up'),
  );
  onSend(form, async () => {
    const { result } = await call('GET', `/api/fraud-check/${encodeURIComponent(id.value.trim())}`);
    found.replaceChildren(h('div', { class: 'card' }, details(result)));
  });

  const filter = h(
    'select',
    {},
    ...[
      ['', 'All'],
      ['block', 'Fraud'],
      ['review', 'Needs a closer look'],
      ['allow', 'No sign of fraud'],
    ].map(([value, title]) => h('option', { value }, title)),
  );
  filter.addEventListener('change', () => load(true));
  const list = h('div', { class: 'rows' });
  const more = h('button', { type: 'button', class: 'quiet' }, 'Show more');
  const problem = h('p', { class: 'error', role: 'alert' });
  problem.hidden = true;
  /** @type {string | undefined} */
  let cursor;
  const load = async (/** @type {boolean} */ fresh) => {
    problem.hidden = true;
    try {
      const page = await call(
        'GET',
        `/api/fraud-check?limit=20${filter.value ? `&decision=${filter.value}` : ''}${!fresh && cursor ? `&cursor=${cursor}` : ''}`,
      );
      const rows = page.results.map((/** @type {Stored} */ stored) => row(stored));
      if (fresh) list.replaceChildren(...rows);
      else list.append(...rows);
      if (list.childElementCount === 0)
        list.append(
          h('p', { class: 'muted' }, filter.value ? 'No such result.' : 'You have no results yet.'),
        );
      cursor = page.next_cursor;
      more.hidden = !cursor;
    } catch (error) {
      showError(problem, error);
    }
  };
  more.hidden = true;
  more.addEventListener('click', () => load(false));
  const view = h(
    'div',
    {},
    h('h1', {}, 'Your results'),
    h('p', { class: 'lead' }, 'The service keeps the verdict of each check for 90 days, never the content.'),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, form, found),
      h('section', { class: 'card' }, h('h2', {}, 'Latest'), field('Show', filter), problem, list, more),
    ),
  );
  view.addEventListener('shown', () => load(true));
  return view;
}

/** @param {Stored} stored */
function row(stored) {
  const place = h('div', {}, details(stored));
  const opened = h(
    'details',
    {},
    h(
      'summary',
      {},
      verdict(stored),
      h('span', {}, `${TYPE_NAMES[stored.data_type] ?? ''}, ${percent(stored.confidence_score)}`),
      h('span', { class: 'muted' }, firstReason(stored)),
      moment(stored.timestamp),
    ),
    place,
  );
  opened.addEventListener('toggle', async () => {
    // Results in the list do not have their notes, so a result with feedback is requested again.
    if (!opened.open || stored.feedback === undefined) return;
    const path = `/api/fraud-check/${encodeURIComponent(stored.request_id)}`;
    const { result } = await call('GET', path).catch(() => ({ result: stored }));
    place.replaceChildren(details(result));
  });
  return opened;
}

/** @param {Stored} stored */
function verdict(stored) {
  return h('span', { class: `badge ${BADGES[stored.decision][0]}` }, BADGES[stored.decision][1]);
}

const BADGES = {
  block: ['high', 'Fraud'],
  review: ['medium', 'Needs a closer look'],
  allow: ['low', 'No sign of fraud'],
};

/** @param {Stored} stored */
function firstReason({ fraud_indicators: [code] }) {
  return code ? labelOf(code).title : '';
}

/** @param {Stored} stored */
function details(stored) {
  const indicators = stored.fraud_indicators.map((code) => h('li', {}, labelOf(code).title));
  return h(
    'dl',
    { class: 'facts' },
    h('dt', {}, 'Request'),
    h('dd', {}, h('code', {}, stored.request_id), ' ', copyButton(stored.request_id, 'the request id')),
    h('dt', {}, 'Checked'),
    h('dd', {}, moment(stored.timestamp), `, ${(TYPE_NAMES[stored.data_type] ?? '').toLowerCase()}`),
    h('dt', {}, 'Verdict'),
    h('dd', {}, verdict(stored), ` score ${percent(stored.confidence_score)}`),
    h('dt', {}, 'Indicators'),
    h('dd', {}, indicators.length > 0 ? h('ul', {}, ...indicators) : 'none'),
    h('dt', {}, 'Feedback'),
    h('dd', {}, feedbackButtons(stored.request_id, stored.feedback, stored.feedback_comment)),
  );
}
