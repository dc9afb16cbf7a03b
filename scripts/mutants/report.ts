/** What the mutation runs came to, as a page. */
import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './trial.js';

export interface Mutant {
  readonly area: string;
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  /** The line as it is. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Of the file: the beginning of its SHA-256. */
  readonly version: string;
  readonly outcome: Outcome;
}

/** Survivors that were looked at and change nothing that can be seen: `file: text: before -> after`, and why. */
const EQUIVALENT = new URL('./equivalent.json', import.meta.url);

const keyOf = ({ file, text, before, after }: Mutant): string => `${file}: ${text}: ${before} -> ${after}`;

const reasons: Readonly<Record<string, string>> = existsSync(EQUIVALENT)
  ? JSON.parse(readFileSync(EQUIVALENT, 'utf8'))
  : {};

export const isEquivalent = (mutant: Mutant): boolean => Object.hasOwn(reasons, keyOf(mutant));

export function tableOf(mutants: readonly Mutant[]): string {
  const survivors = mutants.filter(({ outcome }) => outcome === 'survived');
  const row = (name: string, of: readonly Mutant[]): string => {
    const same = of.filter((mutant) => mutant.outcome === 'survived' && isEquivalent(mutant)).length;
    const noticed = of.filter(({ outcome }) => outcome !== 'survived').length;
    const tried = of.length - same;
    const share = tried === 0 ? '–' : `${((100 * noticed) / tried).toFixed(1)} %`;
    return `| ${name} | ${of.length} | ${noticed} | ${same} | ${tried - noticed} | ${share} |`;
  };
  const areas = [...new Set(mutants.map(({ area }) => area))].sort();
  const code = (text: string) =>
    `\`${text.replaceAll('|', '\\|').replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``;
  const listed = (of: readonly Mutant[], last: (mutant: Mutant) => string) =>
    of.map(
      (m) => `| ${m.file}:${m.line} | ${code(m.text)} | ${code(m.before)} → ${code(m.after)} | ${last(m)} |`,
    );
  const open = survivors.filter((mutant) => !isEquivalent(mutant));
  const same = survivors.filter(isEquivalent);
  return `${[
    '# Mutation score',
    '',
    'Small faults were put into the code, one at a time, and the tests of the area run on each (`npm run mutants`). A fault',
    'is noticed when a test fails or does not come to an end. Survivors that change nothing that can be seen are',
    'equivalent, and do not count. What survives gets a test, or the code goes, and is tried again: the score is the one',
    'after that. Of faults from a seed that is new fewer are noticed at first: about three of four of the first one, and 184',
    'of the 219 of the second that were not equivalent (84 %), in November 2026. This page is written by the run.',
    '',
    '| area | faults | noticed | equivalent | survived | score |',
    '|---|---|---|---|---|---|',
    ...areas.map((area) =>
      row(
        `\`${area}\``,
        mutants.filter((mutant) => mutant.area === area),
      ),
    ),
    row('all', mutants),
    ...(open.length === 0 ? [] : ['', '## Survivors', '', '| place | line | fault | |', '|---|---|---|---|']),
    ...listed(open, () => ''),
    ...(same.length === 0
      ? []
      : ['', '## Equivalent', '', '| place | line | fault | why |', '|---|---|---|---|']),
    ...listed(same, (mutant) => reasons[keyOf(mutant)] as string),
  ].join('\n')}\n`;
}
