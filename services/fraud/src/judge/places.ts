import type { Finding, Message, Span } from '../detectors/detector.js';

const MOST_PLACES = 8;
const LONGEST_LOOKUP = 200;

/**
 * Returns the positions of a finding in the content as it was sent. An e-mail is read in decoded form, so its findings
 * are searched for in the raw message; a text in base64, or across a soft line break, has no position there.
 */
export function placesOf(finding: Finding, message: Message, content: string): Span[] {
  if (!message.mail) return finding.spans.slice(0, MOST_PLACES).map(([start, end]): Span => [start, end]);
  const places: Span[] = [];
  const wanted = [
    ...finding.spans.map(([start, end]) =>
      message.reading.original.slice(start, Math.min(end, start + LONGEST_LOOKUP)),
    ),
    ...(finding.quotes ?? []).map((quote) => quote.slice(0, LONGEST_LOOKUP)),
  ];
  for (const text of wanted.slice(0, MOST_PLACES)) {
    if (text.trim().length < 3) continue;
    const at = content.indexOf(text);
    if (at >= 0 && !places.some(([start]) => start === at)) places.push([at, at + text.length]);
  }
  return places.sort((a, b) => a[0] - b[0]);
}
