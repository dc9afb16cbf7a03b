import { normalText } from '../normal.js';
import { ASKS, OBJECTS } from './asks.js';
import { DEALS } from './deals.js';
import { EAST } from './east.js';
import { GAPLESS } from './gapless.js';
import { MANNERS } from './manners.js';
import { NORTH } from './north.js';
import { OFFERS } from './offers.js';
import { OTHER_SCRIPTS } from './other-scripts.js';
import { PRETEXTS } from './pretexts.js';
import { SOUTH } from './south.js';
import { WEST } from './west.js';

const LEXICON = { ...ASKS, ...OBJECTS, ...PRETEXTS, ...MANNERS, ...DEALS };

export type Concept = keyof typeof LEXICON;
export const CONCEPTS = Object.keys(LEXICON) as Concept[];

const ELSEWHERE: readonly Readonly<Partial<Record<Concept, string>>>[] = [
  WEST,
  OFFERS,
  EAST,
  NORTH,
  SOUTH,
  OTHER_SCRIPTS,
  GAPLESS,
];

const words = new Map<string, Concept[]>();
const stems = new Map<string, Concept[]>();
/** Phrases by their first word, longest first. */
const phrases = new Map<string, { rest: string[]; concepts: Concept[] }[]>();

for (const concept of CONCEPTS) {
  const entries = [LEXICON[concept], ...ELSEWHERE.map((table) => table[concept] ?? '')].join(' ');
  // Entries are written in their usual spelling, and compared in normalised form, without accents.
  for (const entry of new Set(entries.split(/\s+/).map((spelt) => normalText(spelt).text))) {
    if (entry === '') continue;
    if (entry.includes('_')) {
      const [first, ...rest] = entry.split('_') as [string, ...string[]];
      const known = phrases.get(first) ?? [];
      const same = known.find((phrase) => phrase.rest.join(' ') === rest.join(' '));
      if (same) same.concepts.push(concept);
      else known.push({ rest, concepts: [concept] });
      phrases.set(
        first,
        known.sort((a, b) => b.rest.length - a.rest.length),
      );
    } else if (entry.endsWith('*')) add(stems, entry.slice(0, -1), concept);
    else add(words, entry, concept);
  }
}
const LENGTHS = [...stems.keys()].map((stem) => stem.length);
const SHORTEST_STEM = Math.min(...LENGTHS);
const LONGEST_STEM = Math.max(...LENGTHS);

function add(map: Map<string, Concept[]>, key: string, concept: Concept): void {
  const known = map.get(key);
  if (!known) map.set(key, [concept]);
  else if (!known.includes(concept)) known.push(concept);
}

const NONE: Concept[] = [];
// Concepts by word. The cache is emptied when it has too many words.
const remembered = new Map<string, Concept[]>();
const REMEMBERED_WORDS = 20_000;

export function conceptsOf(word: string): Concept[] {
  const known = remembered.get(word);
  if (known) return known;
  let found = words.get(word) ?? NONE;
  const longest = Math.min(LONGEST_STEM, word.length);
  for (let length = SHORTEST_STEM; length <= longest; length++) {
    const stem = stems.get(word.slice(0, length));
    if (stem) found = [...found, ...stem.filter((concept) => !found.includes(concept))];
  }
  if (word.length <= 40) {
    if (remembered.size >= REMEMBERED_WORDS) remembered.clear();
    remembered.set(word, found);
  }
  return found;
}

export function startsPhrase(word: string): boolean {
  return phrases.has(word);
}

/** Returns the longest phrase that starts with `word`; `wordAt(i)` gives the i-th word after it. */
export function phraseAt(
  word: string,
  wordAt: (ahead: number) => string | undefined,
): { length: number; concepts: Concept[] } | undefined {
  const candidates = phrases.get(word);
  if (!candidates) return undefined;
  let length = 0;
  let concepts: Concept[] | undefined;
  for (const candidate of candidates) {
    let same = true;
    for (let at = 0; same && at < candidate.rest.length; at++)
      same = isForm(wordAt(at + 1), candidate.rest[at] as string);
    if (!same) continue;
    length ||= candidate.rest.length + 1;
    concepts = concepts ? [...concepts, ...candidate.concepts] : candidate.concepts;
  }
  return concepts && { length, concepts };
}

/** True if a word of a text equals the word of an entry, or begins with the stem of the entry. */
function isForm(word: string | undefined, entry: string): boolean {
  return entry.endsWith('*') ? word?.startsWith(entry.slice(0, -1)) === true : word === entry;
}
