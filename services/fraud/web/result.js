import { announce, copyButton, h } from './dom.js';
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

/** @param {Result} result */
const headlineOf = ({ decision, severity }) =>
  decision === 'block' && severity === 'critical' ? 'Very likely fraud' : HEADLINES[decision];

/**
 * @param {Result} result
 * @param {string} requestId
 * @param {string} content
 * @param {string} dataType
 */
export function resultView(result, requestId, content, dataType) {
  const headline = headlineOf(result);
  const fill = h('span', { class: `fill ${result.severity}` });
  fill.style.width = `${Math.max(1, result.confidence_score * 100)}%`;
  const evidence = result.evidence ?? [];
  const text = markedText(content, evidence, (code) => labelOf(code).title);
  announce(`${headline}. Score ${percent(result.confidence_score)}.`);
  return h(
    'section',
    { class: `card result ${result.severity}`, 'aria-labelledby': 'verdict' },
    h(
      'div',
      { class: 'verdict' },
      h('h2', { id: 'verdict', tabindex: '-1' }, headline),
      h('span', { class: `badge ${result.severity}` }, `Severity: ${result.severity}`),
    ),
    h(
      'div',
      {
        class: 'score track',
        role: 'meter',
        'aria-label': 'Score',
        'aria-valuemin': '0',
        'aria-valuemax': '1',
        'aria-valuenow': String(result.confidence_score),
        'aria-valuetext': percent(result.confidence_score),
      },
      fill,
    ),
    h(
      'p',
      { class: 'muted' },
      dataType === 'phone'
        ? `Score ${percent(result.confidence_score)}, from the weights of rules; not a measured probability.`
        : `Score ${percent(result.confidence_score)}: the probability that this is fraud.`,
    ),
    h('p', { class: 'explanation' }, result.explanation),
    indicatorList(result.fraud_indicators, evidence, text),
    feedbackButtons(requestId),
    h('h3', {}, 'Content'),
    text,
    h(
      'p',
      { class: 'muted id' },
      'Request ',
      h('code', {}, requestId),
      ' ',
      copyButton(requestId, 'the request id'),
    ),
  );
}

/**
 * @param {string[]} codes
 * @param {import('./marked-text.js').Evidence[]} evidence
 * @param {HTMLElement} text
 */
function indicatorList(codes, evidence, text) {
  if (codes.length === 0) return h('p', { class: 'muted' }, 'No indicator fired.');
  const places = (/** @type {string} */ code) =>
    evidence.find((entry) => entry.code === code)?.spans.length ?? 0;
  return h(
    'div',
    {},
    h('h3', {}, codes.length === 1 ? '1 indicator' : `${codes.length} indicators`),
    h(
      'ul',
      { class: 'indicators' },
      ...codes.map((code) => {
        const { title, meaning, class: kind } = labelOf(code);
        const count = places(code);
        return h(
          'li',
          { class: kind ?? 'info' },
          h('div', {}, h('strong', {}, title), h('code', {}, code), meaning ? h('p', {}, meaning) : null),
          count > 0
            ? h(
                'button',
                { type: 'button', class: 'quiet', onclick: () => pointTo(text, code) },
                count === 1 ? 'Show' : `Show ${count}`,
                h('span', { class: 'unseen' }, ` of ${title} in the content`),
              )
            : null,
        );
      }),
    ),
  );
}
