import { MUTATORS } from '../attack/mutate/mutators/index.js';
import { FEATURES } from '../attack/smith/features.js';
import { faultCodes } from '../attack/smith/invalid.js';
import { textOf } from '../base/diagnostics/catalogue.js';
import { PUBLISHED_RELEASES } from '../base/diagnostics/releases.js';
import { codeGroups } from '../check/config/groups.js';
import { CATALOGUE } from '../check/rules/index.js';
import type { WordSet } from './value-kinds.js';

/** Words with short explanations. */
export type Words = ReadonlyMap<string, string>;

/** Lists of words that a shell offers. */
export function wordSets(): Readonly<Record<WordSet, Words>> {
  const summaryOf = (code: string): string => {
    const info = CATALOGUE.get(code);
    return info === undefined ? '' : textOf(info).summary;
  };
  return {
    codes: new Map([
      ...[...codeGroups(CATALOGUE).keys()].map((group) => [group, 'a group of codes'] as const),
      ...[...CATALOGUE.values()].map((info) => [info.code, textOf(info).summary] as const),
    ]),
    releases: new Map([
      ...PUBLISHED_RELEASES.map((release) => [release, ''] as const),
      ['latest', 'the newest of them'],
      ['all', 'all of them'],
    ]),
    mutators: new Map(MUTATORS.map(({ name, summary }) => [name, summary] as const)),
    features: new Map(Object.entries(FEATURES).map(([name, { about }]) => [name, about] as const)),
    faults: new Map([
      ['random', 'any of them'],
      ...faultCodes().map((code) => [code, summaryOf(code)] as const),
    ]),
  };
}
