import { announce, copyButton, filled, html, quiet } from './dom.js';
import { feedbackButtons } from './feedback.js';
import { labelOf } from './labels.js';
import { markedText, pointTo } from './marked-text.js';
import { percent } from './percent.js';

/**
 * @typedef {{
 *   is_fraud: boolean, confidence_score: number, severity: 'low' | 'medium' | 'high' | 'critical',
 *   decision: 'allow' | 'review' | 'block', explanation: string, fraud_indicators: string[], evidence?: import('./marked-text.js').Evidence[]
 * }} Result
 */

const HEADLINES = {
  allow: 'No sign of fraud',
  review: 'May be fraud: look closer before you act',
  block: 'Likely fraud',
};

/**
 * @param {Result} result
 * @param {string} requestId
 * @param {string} content
 * @param {string} dataType
 */
export function resultView(result, requestId, content, dataType) {
  const { decision, severity, confidence_score: score, evidence = [] } = result;
  const isCritical = decision === 'block' && severity === 'critical';
  const headline = isCritical ? 'Very likely fraud' : HEADLINES[decision];
  const shown = percent(score);
  const meaning =
    dataType === 'phone'
      ? ', from the weights of rules; not a measured probability.'
      : ': the probability that this is fraud.';
  const text = markedText(content, evidence, (code) => labelOf(code).title);
  announce(`${headline}. Score ${shown}.`);
  return html`<section class=${`card result ${severity}`} aria-labelledby="verdict">
    <div class="verdict">
      <h2 id="verdict" tabindex="-1">${headline}</h2>
      <span class=${`badge ${severity}`}>${`Severity: ${severity}`}</span>
    </div>
    <div class="score track" role="meter" aria-label="Score" aria-valuemin="0" aria-valuemax="1" aria-valuenow=${score} aria-valuetext=${shown}>
      ${filled(severity, score)}
    </div>
    <p class="muted">${`Score ${shown}${meaning}`}</p>
    <p class="explanation">${result.explanation}</p>
    ${indicatorList(result.fraud_indicators, evidence, text)}
    ${feedbackButtons(requestId)}
    <h3>Content</h3>
    ${text}
    <p class="muted id">Request <code>${requestId}</code> ${copyButton(requestId, 'the request id')}</p>
  </section>`;
}

/**
 * @param {string[]} codes
 * @param {import('./marked-text.js').Evidence[]} evidence
 * @param {HTMLElement} text
 */
function indicatorList(codes, evidence, text) {
  if (codes.length === 0) return html`<p class="muted">No indicator fired.</p>`;
  const items = codes.map((code) => {
    const { title, meaning, class: kind = 'info' } = labelOf(code);
    const count = evidence.find((entry) => entry.code === code)?.spans.length ?? 0;
    const show = quiet(count === 1 ? 'Show' : `Show ${count}`, () => pointTo(text, code));
    show.append(html`<span class="unseen">${` of ${title} in the content`}</span>`);
    return html`<li class=${kind}>
      <div><strong>${title}</strong><code>${code}</code>${meaning && html`<p>${meaning}</p>`}</div>
      ${count > 0 && show}
    </li>`;
  });
  return html`<div>
    <h3>${codes.length === 1 ? '1 indicator' : `${codes.length} indicators`}</h3>
    <ul class="indicators">${items}</ul>
  </div>`;
}
