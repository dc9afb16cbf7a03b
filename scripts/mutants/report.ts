/** Results of the mutation runs, as a page. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Outcome } from './trial.js';

export interface Mutant {
  readonly area: string;
  readonly file: string;
  readonly line: number;
  readonly operator: string;
  /** The original line. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Version of the file: the beginning of its SHA-256. */
  readonly version: string;
  readonly outcome: Outcome;
}

/** Reviewed survivors without a visible effect: `file: text: before -> after`, and the reason. */
const EQUIVALENT = new URL('./equivalent.json', import.meta.url);

const keyOf = ({ file, text, before, after }: Mutant): string => `${file}: ${text}: ${before} -> ${after}`;

const reasons: Readonly<Record<string, string>> = existsSync(EQUIVALENT)
  ? JSON.parse(readFileSync(EQUIVALENT, 'utf8'))
  : {};

export const isEquivalent = (mutant: Mutant): boolean => Object.hasOwn(reasons, keyOf(mutant));

/** Faults of one seed in one area, with the outcomes of the tests that existed when the faults were drawn. */
export interface FirstSight {
  readonly seed: number;
  readonly area: string;
  tried: number;
  noticed: number;
  /** Faults that were not noticed, in the notation of equivalent.json. */
  readonly survived: string[];
}

const OUTCOMES = new URL('./outcomes.json', import.meta.url);
const SEEDS = new URL('./seeds.json', import.meta.url);

const read = <T>(url: URL): T[] => (existsSync(url) ? JSON.parse(readFileSync(url, 'utf8')) : []);

/** Adds a fault that was just drawn: code changes later, but the first outcome of the fault is kept. */
export function noteFirst(seed: number, mutant: Mutant): void {
  const all = read<FirstSight>(SEEDS);
  let known = all.find((one) => one.seed === seed && one.area === mutant.area);
  if (known === undefined) {
    known = { seed, area: mutant.area, tried: 0, noticed: 0, survived: [] };
    all.push(known);
  }
  known.tried++;
  if (mutant.outcome === 'survived') known.survived.push(keyOf(mutant));
  else known.noticed++;
  writeFileSync(SEEDS, `${JSON.stringify(all, null, 2)}\n`);
}

/**
 * Returns a table of faults by their seed, with the number that the tests of that time noticed, and a
 * sentence about the faults made by hand.
 */
export function firstSight(): string {
  const all = read<FirstSight>(SEEDS);
  const row = (name: string, of: readonly FirstSight[]): string => {
    const tried = of.reduce((sum, one) => sum + one.tried, 0);
    const noticed = of.reduce((sum, one) => sum + one.noticed, 0);
    const same = of.flatMap(({ survived }) => survived).filter((key) => Object.hasOwn(reasons, key)).length;
    const share = `${((100 * noticed) / Math.max(1, tried - same)).toFixed(1)} %`;
    return `| ${name} | ${tried} | ${same} | ${noticed} | ${share} |`;
  };
  const isService = ({ area }: FirstSight): boolean => area.startsWith('services/');
  const drawn = [...new Set(all.map(({ seed }) => seed))].flatMap((seed) => {
    const of = all.filter((one) => one.seed === seed);
    const parts = [
      ['`src`', of.filter((one) => !isService(one))],
      ['`services`', of.filter(isService)],
    ] as const;
    return parts.flatMap(([name, some]) =>
      some.length === 0 ? [] : [row(`seed ${seed}, ${some.length} areas of ${name}`, some)],
    );
  });
  const byHand = read<Mutant>(OUTCOMES).filter(({ operator }) => operator === 'by hand');
  const noticed = byHand.filter(({ outcome }) => outcome !== 'survived').length;
  return [
    '| faults | tried | equivalent | noticed at first sight | share |',
    '|---|---|---|---|---|',
    ...drawn,
    '',
    `Of ${byHand.length} faults that were inserted by hand and not noticed by the tests of that time, ${noticed} are noticed now.`,
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
    'Small faults are inserted into the code, one at a time (`npm run mutants`). On each, the tests that import its file run, those',
    'with the same rare words first, until one fails or the time for a fault is up. A fault is noticed if a test fails that',
    'passes without the fault, or takes far longer. Survivors without a visible effect are equivalent, and do not count. Each',
    'other survivor gets a test, or its code is removed, and the fault is tried again. The run writes this page.',
    '',
    'The faults are typical mistakes: a missing part of a condition, a condition that always or never holds, a missing statement',
    'or `catch`, two swapped arguments of one type, a limit that is twice as high. All operators are equally likely, and all',
    'areas have the same number of faults. Until seed 51203, a fault was tried with the tests of its own folder only. With seed',
    '90431, the tests of a fault had 40 seconds; four survivors were tried again with 300 seconds and the same tests, and three of them were',
    'noticed. With seed 61707, they had 30 seconds, and with seed 77023 75 seconds, on a machine that ran other tests at the same time;',
    'with seeds 30517, 41927 and 60913, 60 seconds on an idle machine. The fleet and the components of the page are not in it: their tests need packages',
    'of their own, or a built page in a browser.',
    '',
    '## At first sight',
    '',
    'The table counts faults that were noticed by the tests at the time of the draw, before tests for survivors were added:',
    '',
    firstSight(),
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
