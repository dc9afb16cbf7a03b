import { call } from './api.js';
import { field, filled, h, html, moment } from './dom.js';
import { problemLine, sendForm } from './form.js';
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

const TEXT = { autocomplete: 'off', spellcheck: 'false' };
const ACCOUNT = { ...TEXT, required: true, maxlength: 128, pattern: '[A-Za-z0-9._:@\\-]{1,128}' };
const AMOUNT = { required: true, type: 'number', min: 0.01, max: 1e12, step: 0.01, inputmode: 'decimal' };

export function transactionsView() {
  const sender = h('input', ACCOUNT);
  const receiver = h('input', ACCOUNT);
  const amount = h('input', AMOUNT);
  const description = h('input', { maxlength: 1000, autocomplete: 'off', dir: 'auto' });
  const outcome = html`<div aria-live="polite"></div>`;
  const fields = [
    html`<div class="pair">
      ${field('From account', sender, 'Letters, digits and . _ : @ -')}
      ${field('To account', receiver, 'Must differ from the sender')}
    </div>`,
    field('Amount', amount, 'At most two decimals'),
    field('Description', description, 'May be empty'),
  ];
  const list = html`<div class="table" tabindex="0" role="region" aria-label="Latest transactions"></div>`;
  const problem = problemLine();
  const load = () =>
    problem.around(async () => {
      const { transactions } = await call('GET', '/api/transactions?limit=15');
      list.replaceChildren(
        transactions.length > 0 ? table(transactions) : html`<p class="muted">No transactions yet.</p>`,
      );
    });
  const { form } = sendForm('card', fields, 'Submit', async () => {
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
  const view = html`<div>
    <h1>Submit a transaction</h1>
    <p class="lead">Each payment is judged against the history of its accounts. New accounts start with the configured balance.</p>
    <div class="columns listed">
      <div>${form}${outcome}</div>
      <section class="card"><h2>Latest</h2>${problem.line}${list}</section>
    </div>
  </div>`;
  view.addEventListener('shown', load);
  return view;
}

/**
 * @param {FraudCheck} check
 * @param {string} id
 */
function decision({ status, fraud_score: score, rules = [] }, id) {
  const { title, text, level } = DECISIONS[status] ?? { title: status, text: '', level: 'medium' };
  const fired = rules.map(
    (code) => html`<li><div><strong>${labelOf(code).title}</strong><code>${code}</code></div></li>`,
  );
  return html`<section class=${`card result ${level}`}>
    <div class="verdict">
      <h2>${title}</h2>
      <span class=${`badge ${level}`}>${`Score ${score.toFixed(4)}`}</span>
    </div>
    <div class="score track" aria-hidden="true">${filled(level, score)}</div>
    <p>${text}</p>
    ${fired.length > 0 ? html`<ul class="indicators">${fired}</ul>` : html`<p class="muted">No rule fired.</p>`}
    <p class="muted id">Transaction <code>${id}</code></p>
  </section>`;
}

/** @param {Shown[]} transactions */
function table(transactions) {
  const names = ['Decision', 'Amount', 'From', 'To', 'When'];
  const rows = transactions.map(
    ({ timestamp, sender_id, receiver_id, amount, fraud_check: { status } }) => html`<tr>
      <td><span class=${`badge ${DECISIONS[status]?.level ?? 'medium'}`}>${status}</span></td>
      <td class="number">${amount.toLocaleString(undefined, { minimumFractionDigits: 2 })}</td>
      <td>${sender_id}</td>
      <td>${receiver_id}</td>
      <td>${moment(timestamp)}</td>
    </tr>`,
  );
  return html`<table>
    <thead><tr>${names.map((name) => h('th', { scope: 'col' }, name))}</tr></thead>
    <tbody>${rows}</tbody>
  </table>`;
}
