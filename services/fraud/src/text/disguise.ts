import { BRANDS, type Brand } from './brands.js';

// Letters that look alike in ASCII host names.
const SKELETON: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[1il|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/7/g, 't'],
  [/8/g, 'b'],
];

function skeleton(text: string): string {
  let out = text;
  for (const [from, to] of SKELETON) out = out.replace(from, to);
  return out;
}

const byLabel = new Map<string, Brand>();
for (const brand of BRANDS) if (!byLabel.has(brand.label)) byLabel.set(brand.label, brand);
const bySkeleton = new Map<string, Brand>();
for (const brand of BRANDS) {
  if (brand.label.length >= 5 && !bySkeleton.has(skeleton(brand.label)))
    bySkeleton.set(skeleton(brand.label), brand);
}
const long = BRANDS.filter((brand) => brand.label.length >= 6 && !brand.word);
/** Brands by their first letter, because imitations with one or two edits keep the first letter. */
const edited = new Map<string, Brand[]>();
for (const brand of BRANDS) {
  const { label } = brand;
  const [first = ''] = label;
  if (label.length >= 6) edited.set(first, [...(edited.get(first) ?? []), brand]);
}
// Ordinary words that differ from a brand by only one edit.
const INNOCENT = new Set(
  'amazing amazone goggle chased wiser stream steams linked learner lodger ledge edger hermer chose chases dropboxes norman nortons nation nationwise orange'.split(
    ' ',
  ),
);

/**
 * Returns the brand that a host label imitates: the whole name among other words, with look-alike letters, or with one
 * or two edits.
 */
export function disguisedBrand(labels: string): Brand | undefined {
  if (labels === '' || labels.length > 200) return undefined;
  const words = labels.split(/[^a-z0-9]+/);
  for (const word of words) {
    if (word.length < 3 || INNOCENT.has(word)) continue;
    const same = byLabel.get(word);
    // A short name, or one that is an ordinary word, only counts beside another word ("ups-tracking", "secure-chase").
    if (same && (words.length > 1 || (!same.word && word.length >= 5))) return same;
    const alike = bySkeleton.get(skeleton(word));
    if (alike && alike.label !== word) return alike;
    if (word.length >= 6 && word.length <= 40) {
      for (const brand of long) {
        if (word !== brand.label && word.includes(brand.label)) return brand;
      }
      for (const brand of edited.get(word.slice(0, 1)) ?? []) {
        const allowed = brand.label.length >= 9 ? 2 : 1;
        if (Math.abs(word.length - brand.label.length) <= allowed && withinEdits(word, brand.label, allowed))
          return word === brand.label ? undefined : brand;
      }
    }
  }
  return undefined;
}

/** True if at most `most` insertions, deletions, replacements or swaps of neighbours turn `a` into `b`. */
export function withinEdits(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] as number) + 1);
      next.push(cost);
      if (cost < best) best = cost;
    }
    if (best > most) return false;
    before = row;
    row = next;
  }
  return (row[b.length] as number) <= most;
}
