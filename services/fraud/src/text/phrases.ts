import type { Concept } from './lexicon/index.js';
import { type Mention, type Reading, spanOf, type TokenKind } from './reading.js';

/** Elements of a phrase that are not words. */
export type Thing =
  | Concept
  | '<link>'
  | '<phone>'
  | '<money>'
  | '<number>'
  | '<brand>'
  | '<address>'
  | '<ussd>';

export interface Phrase {
  /** Elements that must all occur in one clause; their order does not matter. */
  all: readonly Thing[];
  /** Elements that must not occur in the clause. */
  none: readonly Thing[];
  /** Maximum number of tokens from the first to the last element. */
  within: number;
  /** Strength of the evidence of one occurrence, from 0 to 1. */
  strength: number;
}

/** `phrase('verify account', { none: 'warning' })`. A clause is the text between full stops or empty lines. */
export function phrase(
  all: string,
  options: { none?: string; within?: number; strength?: number } = {},
): Phrase {
  return {
    all: all.split(' ') as Thing[],
    none: (options.none ?? '').split(' ').filter((name) => name !== '') as Thing[],
    within: options.within ?? 12,
    strength: options.strength ?? 1,
  };
}

export interface PhraseMatch {
  strength: number;
  spans: [number, number][];
}

const MOST_SPANS = 5;

/** Returns the evidence of the phrases: their spans, and their strengths combined as if they were independent. */
export function matchPhrases(reading: Reading, phrases: readonly Phrase[]): PhraseMatch | undefined {
  let missing = 1;
  const spans: [number, number][] = [];
  for (const wanted of phrases) {
    const found = matches(reading, wanted);
    if (found.length === 0) continue;
    missing *= 1 - Math.min(wanted.strength, 0.999);
    for (const { from, to } of found) if (spans.length < MOST_SPANS) spans.push(spanOf(reading, from, to));
  }
  return spans.length === 0 ? undefined : { strength: 1 - missing, spans: joined(spans) };
}

function matches(reading: Reading, wanted: Phrase): Mention[] {
  const lists: (readonly Mention[])[] = [];
  for (const thing of wanted.all) {
    const list = mentions(reading, thing);
    if (list.length === 0) return [];
    lists.push(list);
  }
  const rarest = lists.reduce(
    (best, list, at) => (list.length < (lists[best] as Mention[]).length ? at : best),
    0,
  );
  const found: Mention[] = [];
  for (const anchor of lists[rarest] as Mention[]) {
    const clause = clauseOf(reading, anchor);
    let from = anchor.from;
    let to = anchor.to;
    let whole = true;
    for (let at = 0; at < lists.length && whole; at++) {
      if (at === rarest) continue;
      const near = nearest(reading, lists[at] as readonly Mention[], anchor, clause, wanted.within);
      if (!near) whole = false;
      else {
        from = Math.min(from, near.from);
        to = Math.max(to, near.to);
      }
    }
    if (!whole || to - from > wanted.within + 4) continue;
    if (
      wanted.none.some((thing) =>
        mentions(reading, thing).some((other) => clauseOf(reading, other) === clause),
      )
    )
      continue;
    found.push({ from, to });
    if (found.length === MOST_SPANS) break;
  }
  return found;
}

function nearest(
  reading: Reading,
  list: readonly Mention[],
  anchor: Mention,
  clause: number,
  within: number,
): Mention | undefined {
  let best: Mention | undefined;
  let bestGap = within;
  for (const mention of list) {
    if (clauseOf(reading, mention) !== clause) continue;
    // Two elements of a phrase must not match exactly the same words; their matches may overlap.
    if (mention.from === anchor.from && mention.to === anchor.to) continue;
    const gap = mention.from >= anchor.to ? mention.from - anchor.to : anchor.from - mention.to;
    if (gap <= bestGap) {
      bestGap = gap;
      best = mention;
    }
  }
  return best;
}

function clauseOf(reading: Reading, mention: Mention): number {
  return reading.tokens[mention.from]?.clause ?? -1;
}

const kinds = {
  '<phone>': 'phone',
  '<money>': 'money',
  '<number>': 'number',
  '<address>': 'address',
  '<ussd>': 'ussd',
} as const;

/** Returns at most 200 positions of an element. */
export function mentions(reading: Reading, thing: Thing): readonly Mention[] {
  if (!thing.startsWith('<')) return reading.concepts.get(thing as Concept) ?? [];
  if (thing === '<brand>') return reading.brands.filter((mention) => !mention.brand.word);
  if (thing === '<link>')
    return reading.links.slice(0, 200).map((link) => ({ from: link.token, to: link.token + 1 }));
  let known = places.get(reading);
  if (!known) {
    known = placesByKind(reading);
    places.set(reading, known);
  }
  return known.get(kinds[thing as keyof typeof kinds]) ?? [];
}

/** Positions in the original text of the first mentions of an element. */
export function placesOf(reading: Reading, thing: Thing): [number, number][] {
  return mentions(reading, thing)
    .slice(0, MOST_SPANS)
    .map(({ from, to }) => spanOf(reading, from, to));
}

// The positions are cached, because dozens of phrases search for the same elements in a reading.
const places = new WeakMap<Reading, Map<TokenKind, Mention[]>>();

function placesByKind({ tokens }: Reading): Map<TokenKind, Mention[]> {
  const found = new Map<TokenKind, Mention[]>();
  for (const [at, { kind }] of tokens.entries()) {
    if (kind === 'word') continue;
    const list = found.get(kind);
    if (!list) found.set(kind, [{ from: at, to: at + 1 }]);
    else if (list.length < 200) list.push({ from: at, to: at + 1 });
  }
  return found;
}

function joined(spans: [number, number][]): [number, number][] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const out: [number, number][] = [];
  for (const span of sorted) {
    const last = out.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else out.push([span[0], span[1]]);
  }
  return out;
}
