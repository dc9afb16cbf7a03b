import type { Noticed } from '../../engine/comparison.js';

type NoticedChange = Noticed['changes'][number];

interface NoticedArea {
  readonly title: string;
  readonly codes: readonly { readonly code: string; readonly changes: readonly NoticedChange[] }[];
}

/** Areas in the order of the page, with a pattern for the codes of each area. */
const AREAS: readonly (readonly [title: string, codes: RegExp])[] = [
  ['Device and releases', /^(architecture|optional-extension|extension|feature|runtime)-/],
  ['Streams', /^(stream-(?!nms)|output-)/],
  ['Post-processing', /^(post-processing|stream-nms)-/],
  ['Groups and networks', /^(network|group)-/],
  ['Other changes', /./],
];

/**
 * Groups the changes that an application would notice by area, and inside of an area by code. The order of
 * areas and codes is fixed.
 */
export function noticedAreas(changes: readonly NoticedChange[]): NoticedArea[] {
  const areaOf = (code: string): string => AREAS.find(([, codes]) => codes.test(code))?.[0] ?? '';
  return AREAS.map(([title]) => {
    const byCode = new Map<string, NoticedChange[]>();
    for (const change of changes) {
      if (areaOf(change.code) !== title) continue;
      byCode.set(change.code, [...(byCode.get(change.code) ?? []), change]);
    }
    return { title, codes: [...byCode].map(([code, changes]) => ({ code, changes })) };
  }).filter(({ codes }) => codes.length > 0);
}
