import { call } from './api.js';
import { field, h, moment } from './dom.js';
import { onSend, showError } from './form.js';
import { labelOf } from './labels.js';

/**
 * @typedef {{ requires_review: boolean, fraud_score: number, status: string, rules?: string[] }} FraudCheck
 * @typedef {{
 *   transaction_id: string, timestamp: string, sender_id: string, receiver_id: string, amount: number,
 *   fraud_check: FraudCheck
 * }} Shown
 */

const DECISIONS = /** @type {Record<string, { title: string, text: string, level: string }>} */ ({
  approved: { title: 'Approved', text: 'The money has moved.', level: 'low' },
  review: { title: 'Waits for review', text: 'Nothing has moved. An operator decides.', level: 'medium' },
  declined: { title: 'Declined', text: 'Nothing has moved.', level: 'critical' },
});

const ACCOUNT = {
  required: true,
  maxlength: 128,
  pattern: '[A-Za-z0-9._:@\\-]{1,128}',
  autocomplete: 'off',
  spellcheck: 'false',
};

export function transactionsView() {
  const sender = h('input', ACCOUNT);
  const receiver = h('input', ACCOUNT);
  const amount = h('input', {
    required: true,
    type: 'number',
    min: '0.01',
    max: '1000000000000',
    step: '0.01',
    inputmode: 'decimal',
  });
  const description = h('input', { maxlength: 1000, autocomplete: 'off', dir: 'auto' });
  const outcome = h('div', { 'aria-live': 'polite' });
  const form = h(
    'form',
    { class: 'card' },
    h(
      'div',
      { class: 'pair' },
      field('From account', sender, 'Letters, digits and . _ : @ -'),
      field('To account', receiver, 'Must differ from the sender'),
    ),
    field('Amount', amount, 'At most two decimals'),
    field('Description', description, 'May be empty'),
    h('button', { type: 'submit' }, 'Submit'),
  );
  const list = h('div', {
    class: 'table',
    tabindex: '0',
    role: 'region',
    'aria-label': 'Latest transactions',
  });
  const problem = h('p', { class: 'error', role: 'alert' });
  problem.hidden = true;
  const load = async () => {
    problem.hidden = true;
    try {
      const { transactions } = await call('GET', '/api/transactions?limit=15');
      list.replaceChildren(
        transactions.length > 0 ? table(transactions) : h('p', { class: 'muted' }, 'No transactions yet.'),
      );
    } catch (error) {
      showError(problem, error);
    }
  };
  onSend(form, async () => {
    outcome.replaceChildren();
    const answer = await call('POST', '/api/transactions/submit', {
      sender_id: sender.value.trim(),
      receiver_id: receiver.value.trim(),
      amount: Number(amount.value),
      description: description.value,
    });
    outcome.replaceChildren(decision(answer.fraud_check, answer.transaction_id));
    await load();
  });
  const view = h(
    'div',
    {},
    h('h1', {}, 'Submit a transaction'),
    h(
      'p',
      { class: 'lead' },
      'Each payment is judged against the history of its accounts. New accounts start with the configured balance.',
    ),
    h(
      'div',
      { class: 'columns' },
      h('div', {}, form, outcome),
      h('section', { class: 'card' }, h('h2', {}, 'Latest'), problem, list),
    ),
  );
  view.addEventListener('shown', load);
  return view;
}

/**
 * @param {FraudCheck} check
 * @param {string} id
 */
function decision(check, id) {
  const { title, text, level } = DECISIONS[check.status] ?? {
    title: check.status,
    text: '',
    level: 'medium',
  };
  const fill = h('span', { class: `fill ${level}` });
  fill.style.width = `${Math.max(1, check.fraud_score * 100)}%`;
  const rules = check.rules ?? [];
  return h(
    'section',
    { class: `card result ${level}` },
    h(
      'div',
      { class: 'verdict' },
      h('h2', {}, title),
      h('span', { class: `badge ${level}` }, `Score ${check.fraud_score.toFixed(4)}`),
    ),
    h('div', { class: 'score track', 'aria-hidden': 'true' }, fill),
    h('p', {}, text),
    rules.length > 0
      ? h(
          'ul',
          { class: 'indicators' },
          ...rules.map((code) =>
            h('li', {}, h('div', {}, h('strong', {}, labelOf(code).title), h('code', {}, code))),
          ),
        )
      : h('p', { class: 'muted' }, 'No rule fired.'),
    h('p', { class: 'muted id' }, 'Transaction ', h('code', {}, id)),
  );
}

/** @param {Shown[]} transactions */
function table(transactions) {
  const names = ['Decision', 'Amount', 'From', 'To', 'When'];
  const rows = transactions.map(({ timestamp, sender_id, receiver_id, amount, fraud_check: { status } }) =>
    h(
      'tr',
      {},
      h('td', {}, h('span', { class: `badge ${DECISIONS[status]?.level ?? 'medium'}` }, status)),
      h('td', { class: 'number' }, amount.toLocaleString(undefined, { minimumFractionDigits: 2 })),
      h('td', {}, sender_id),
      h('td', {}, receiver_id),
      h('td', {}, moment(timestamp)),
    ),
  );
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...names.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}
