import { html } from './dom.js';

/** @typedef {{ code: string, spans: [number, number][] }} Evidence */

/**
 * Creates the text with each place of evidence marked. Places may overlap. A part of the text that is in several
 * places has all their codes.
 *
 * @param {string} text
 * @param {Evidence[]} evidence
 * @param {(code: string) => string} titleOf
 */
export function markedText(text, evidence, titleOf) {
  const cuts = new Set([0, text.length]);
  for (const { spans } of evidence) {
    for (const [start, end] of spans) {
      cuts.add(Math.max(0, Math.min(start, text.length)));
      cuts.add(Math.max(0, Math.min(end, text.length)));
    }
  }
  const edges = [...cuts].sort((a, b) => a - b);
  const place = html`<pre class="marked" dir="auto" tabindex="0" role="region" aria-label="The content with marks"></pre>`;
  edges.slice(0, -1).forEach((start, index) => {
    const end = /** @type {number} */ (edges[index + 1]);
    const codes = evidence
      .filter(({ spans }) => spans.some(([from, to]) => from <= start && end <= to))
      .map(({ code }) => code);
    const piece = text.slice(start, end);
    if (codes.length === 0) place.append(piece);
    else {
      const title = codes.map(titleOf).join(', ');
      place.append(html`<mark title=${title} data-codes=${codes.join(' ')}>${piece}</mark>`);
    }
  });
  return place;
}

/**
 * Highlights the marks of one indicator, and scrolls to the first.
 *
 * @param {HTMLElement} place
 * @param {string} code
 */
export function pointTo(place, code) {
  const marks = [...place.querySelectorAll('mark')];
  const own = marks.filter((mark) => mark.dataset.codes?.split(' ').includes(code));
  for (const mark of marks) mark.classList.toggle('pointed', own.includes(mark));
  const first = own[0];
  if (!first) return;
  // Only the box scrolls, so that the button does not move.
  place.scrollTop +=
    first.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 3;
}
