import type { Concept } from './lexicon/index.js';
import type { Mention, Reading, Token } from './reading.js';

/** Number of tokens in a window: about the length of a lure. */
const WINDOW = 60;
/** A text with at most this number of tokens is also a window as a whole. */
const WHOLE = 120;
const STEP = 30;
/** Maximum number of windows of a text that are judged, so that a long text has a bounded cost. */
const MOST_WINDOWS = 6;
/** Maximum number of beginnings of a text that are also judged; each ends at the end of a paragraph. */
const MOST_BEGINNINGS = 5;

type Range = readonly [from: number, to: number];

/**
 * Makes a new reading of some runs of tokens, in order. Its spans refer to its own text, and not to the original text.
 */
export function partOf(reading: Reading, ranges: readonly Range[]): Reading {
  const tokens: Token[] = [];
  let text = '';
  let original = '';
  const places = new Int32Array(reading.tokens.length).fill(-1);
  const { offsets, ...normal } = reading.normal;
  for (const [from, to] of ranges) {
    if (to <= from) continue;
    const start = from === 0 ? 0 : (reading.tokens[from] as Token).start;
    const end = to >= reading.tokens.length ? normal.text.length : (reading.tokens[to] as Token).start;
    const shift = text.length - start;
    for (let at = from; at < to; at++) {
      const token = reading.tokens[at] as Token;
      places[at] = tokens.length;
      tokens.push({ ...token, start: token.start + shift, end: token.end + shift });
    }
    text += normal.text.slice(start, end);
    original += reading.original.slice(offsets?.[start] ?? start, offsets?.[end] ?? end);
  }
  const moved = <M extends { from: number; to: number }>(mention: M): M[] => {
    const from = places[mention.from] as number;
    const last = places[mention.to - 1] as number;
    return from >= 0 && last - from === mention.to - 1 - mention.from
      ? [{ ...mention, from, to: last + 1 }]
      : [];
  };
  const concepts = new Map<Concept, readonly Mention[]>();
  for (const [concept, list] of reading.concepts) {
    const kept = list.flatMap(moved);
    if (kept.length > 0) concepts.set(concept, kept);
  }
  const kept = (at: number) => ((places[at] as number) >= 0 ? [places[at] as number] : []);
  return {
    original,
    normal: { ...normal, text },
    tokens,
    concepts,
    brands: reading.brands.flatMap(moved),
    links: reading.links.flatMap((link) => kept(link.token).map((token) => ({ ...link, token }))),
    phones: reading.phones.flatMap(kept),
    leet: reading.leet.flatMap(kept),
    tooManyLinks: reading.tooManyLinks,
  };
}

/**
 * Returns windows of a text, so that a lure among many honest words is judged separately. Each is preceded by the
 * tokens of the subject, `head`. A short text is one window; other windows are: the beginnings of a text that is longer
 * than one run, up to the end of a paragraph, because a lure comes before the text that hides it; the first run of
 * tokens, the last run, and the runs with most stories, requests and channels of a long text; and the paragraphs that
 * have stories, requests or channels.
 */
export function windowsOf(reading: Reading, head: number, telling: ReadonlySet<Concept>): Reading[] {
  const size = reading.tokens.length;
  const counts = new Float64Array(size);
  const count = (at: number) => {
    counts[at] = (counts[at] as number) + 1;
  };
  for (const [concept, list] of reading.concepts)
    if (telling.has(concept)) for (const { from } of list) count(from);
  for (const { token } of reading.links) count(token);
  for (const at of reading.phones) count(at);
  const sum = (from: number, to: number) =>
    counts.subarray(from, to).reduce((total, value) => total + value, 0);
  const all = paragraphs(reading, head);
  const wanting = all.filter(([from, to]) => sum(from, to) > 0);
  const kept = wanting.reduce((total, [from, to]) => total + to - from, 0);
  const ends =
    size - head <= WINDOW
      ? []
      : all
          .map(([, to]) => to)
          .filter((to) => to < size && to - head >= LEAST && to - head <= WHOLE)
          .slice(-MOST_BEGINNINGS);
  const beginnings = ends.map((to) => partOf(reading, [[0, to]]));
  const isBeginning = wanting.at(-1)?.[1] === head + kept && ends.includes(head + kept);
  const extra =
    kept >= LEAST && kept < size - head && kept <= WHOLE && !isBeginning
      ? [partOf(reading, [[0, head], ...wanting])]
      : [];
  if (size - head <= WHOLE) return [reading, ...beginnings, ...extra];
  const windows: { from: number; to: number; count: number }[] = [];
  for (let from = head; ; from += STEP) {
    const to = Math.min(size, from + WINDOW);
    windows.push({ from, to, count: sum(from, to) });
    if (to === size) break;
  }
  return [
    ...windows
      .map((window, at) => ({
        ...window,
        count: at === 0 || at === windows.length - 1 ? Number.POSITIVE_INFINITY : window.count,
      }))
      .sort((a, b) => b.count - a.count || a.from - b.from)
      .slice(0, MOST_WINDOWS)
      .sort((a, b) => a.from - b.from)
      .map(({ from, to }) =>
        partOf(reading, [
          [0, head],
          [from, to],
        ]),
      ),
    ...beginnings,
    ...extra,
  ];
}

/** Minimum number of tokens for a window made from the paragraphs with requests. */
const LEAST = 6;

function paragraphs({ tokens, normal: { text } }: Reading, head: number): Range[] {
  const found: Range[] = [];
  let from = head;
  for (let at = head + 1; at <= tokens.length; at++) {
    const end = (tokens[at - 1] as Token).end;
    if (at < tokens.length && !/\n[ \t\r]*\n/.test(text.slice(end, (tokens[at] as Token).start))) continue;
    found.push([from, at]);
    from = at;
  }
  return found;
}
