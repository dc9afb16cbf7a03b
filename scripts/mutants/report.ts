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
  /** The seed that drew it first. */
  readonly seed?: number | undefined;
  /** What the tests made of it that were there when it was drawn. */
  readonly first?: Outcome | undefined;
  readonly outcome: Outcome;
}

/** Survivors that were looked at and change nothing that can be seen: `file: text: before -> after`, and why. */
const EQUIVALENT = new URL('./equivalent.json', import.meta.url);

const keyOf = ({ file, text, before, after }: Mutant): string => `${file}: ${text}: ${before} -> ${after}`;

const reasons: Readonly<Record<string, string>> = existsSync(EQUIVALENT)
  ? JSON.parse(readFileSync(EQUIVALENT, 'utf8'))
  : {};

export const isEquivalent = (mutant: Mutant): boolean => Object.hasOwn(reasons, keyOf(mutant));

const OUTCOMES = new URL('./outcomes.json', import.meta.url);

/** The faults that were tried until now. */
export function knownFaults(): readonly Mutant[] {
  return JSON.parse(readFileSync(OUTCOMES, 'utf8'));
}

/** Faults by the seed that drew them, with what the tests of that time noticed, and those that were put in by hand. */
export function firstSight(mutants: readonly Mutant[]): string {
  const seeds = [...new Set(mutants.flatMap(({ seed }) => (seed === undefined ? [] : [seed])))];
  const drawn = seeds.map((seed) => {
    const of = mutants.filter((mutant) => mutant.seed === seed);
    const noticed = of.filter(({ first }) => first !== 'survived').length;
    const same = of.filter((mutant) => mutant.first === 'survived' && isEquivalent(mutant)).length;
    const left = of.filter((mutant) => mutant.outcome === 'survived' && !isEquivalent(mutant)).length;
    const areas = new Set(of.map(({ area }) => area)).size;
    const share = `${((100 * noticed) / Math.max(1, of.length - same)).toFixed(1)} %`;
    return `| seed ${seed}, ${areas} areas | ${of.length} | ${same} | ${noticed} | ${share} | ${left} |`;
  });
  const byHand = mutants.filter(({ operator }) => operator === 'by hand');
  const open = byHand.filter(({ outcome }) => outcome === 'survived').length;
  return [
    '| faults | tried | equivalent | noticed at first sight | share | not noticed now |',
    '|---|---|---|---|---|---|',
    ...drawn,
    `| put in by hand: all of them passed the tests of their time | ${byHand.length} | 0 | 0 | 0.0 % | ${open} |`,
  ].join('\n');
}

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
    'equivalent, and do not count. What survives gets a test, or the code goes, and is tried again. This page is written by',
    'the run.',
    '',
    'The faults are those that people make: a part of a condition is gone, a condition always holds or never, a statement or',
    'a `catch` is gone, two arguments of one type change places, a limit is twice as far. Each operator is as likely as',
    'another, each area has as many faults.',
    '',
    '## At first sight',
    '',
    'By the tests that were there when the seed was drawn, before any of its survivors got a test:',
    '',
    firstSight(mutants),
    '',
    '## After tests were added',
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
