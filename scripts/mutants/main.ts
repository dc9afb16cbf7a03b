/**
 * Puts small faults into the code, one at a time, and records which faults the tests detect: `npm run
 * mutants`.
 *
 * Unless `--operators` selects others, faults are typical mistakes: lost guards, lost statements, arguments
 * in another order, weaker limits. `--survivors` repeats the faults that were not noticed, after tests were
 * added, except the equivalent ones. A seed always draws the same faults, with an equal number for each area;
 * faults with a known outcome for the current file are skipped. Outcomes go to
 * `scripts/mutants/outcomes.json`, the source of `docs/mutation.md`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import { AREAS, type Area, WITHOUT_FAULTS } from './areas.js';
import { Types } from './one-type.js';
import { Related } from './related.js';
import { isEquivalent, type Mutant, noteFirst, tableOf } from './report.js';
import { GUARDS, siteOf, sitesOf } from './sites.js';
import { type Placed, Workshop } from './trial.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BY_HAND = join(ROOT, 'scripts/mutants/by-hand.json');
const OUTCOMES = join(ROOT, 'scripts/mutants/outcomes.json');
const TABLE = join(ROOT, 'docs/mutation.md');
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    /** Time after which no further fault is tried. */
    minutes: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
    /** Time for each fault that no test notices. */
    seconds: { type: 'string', default: '60' },
    area: { type: 'string' },
    /** Names separated by commas, or `all`. */
    operators: { type: 'string', default: GUARDS.join(',') },
    survivors: { type: 'boolean', default: false },
    /** True to repeat the faults of by-hand.json, which people made and earlier tests missed. */
    'by-hand': { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
});

/** Returns a generator of numbers in [0, 1): Marsaglia's xorshift32. */
function drawer(seed: number): () => number {
  let x = (seed * 2654435761) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

const types = new Map<Area['project'], Types>();

/** True if the arguments at a place of the operator `swap` have the same type. */
function areOne(project: Area['project'], file: string, from: number): boolean {
  let known = types.get(project);
  if (known === undefined) {
    const folders = AREAS.filter((area) => area.project === project).map(({ folder }) => `${folder}/**/*.ts`);
    const files = globSync(folders, { cwd: ROOT, ignore: WITHOUT_FAULTS });
    known = new Types(
      join(ROOT, project),
      files.map((one) => join(ROOT, one)),
    );
    types.set(project, known);
  }
  return known.areOne(join(ROOT, file), from);
}

const related = new Related(ROOT, '.');

/** Draws `count` faults of an area: first an operator, each equally likely, then one of its places. */
function faultsOf({ folder, project }: Area, count: number, seed: number): Placed[] {
  const all = globSync(`${folder}/**/*.ts`, { cwd: ROOT, ignore: WITHOUT_FAULTS }).sort();
  // Other modules of the page run only in tests that build it and open it in a browser.
  const files = folder === 'src/page' ? all.filter((file) => related.testsOf(file).length > 0) : all;
  const byOperator = new Map<string, Placed[]>();
  const wanted = values.operators === 'all' ? undefined : values.operators.split(',');
  for (const file of files) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    for (const site of sitesOf(file, source)) {
      if (wanted?.includes(site.operator) === false) continue;
      const known = byOperator.get(site.operator) ?? [];
      known.push({ file, site, source });
      byOperator.set(site.operator, known);
    }
  }
  const draw = drawer(seed);
  const chosen: Placed[] = [];
  while (chosen.length < count && byOperator.size > 0) {
    const operators = [...byOperator.keys()].sort();
    const operator = operators[Math.floor(draw() * operators.length)] as string;
    const places = byOperator.get(operator) as Placed[];
    const [fault] = places.splice(Math.floor(draw() * places.length), 1) as [Placed];
    if (places.length === 0) byOperator.delete(operator);
    if (operator === 'swap' && !areOne(project, fault.file, fault.site.from)) continue;
    chosen.push(fault);
  }
  return chosen;
}

type Described = Omit<Mutant, 'outcome' | 'area'>;

const versionOf = (source: string) => createHash('sha256').update(source).digest('hex').slice(0, 12);

function describe({ file, site, source }: Placed): Described {
  const line = source.slice(0, site.from).split('\n').length;
  const from = source.lastIndexOf('\n', site.from) + 1;
  const text = source.slice(from, source.indexOf('\n', site.from)).trim();
  const version = versionOf(source);
  const { operator } = site;
  return { file, line, operator, text, before: source.slice(site.from, site.to), after: site.text, version };
}

/** Returns the faults of an area that no test noticed, without known equivalent faults. */
function survivorsOf({ folder }: Area): Placed[] {
  const faults: Placed[] = [];
  const survivors = known.filter(
    ({ file, operator, outcome }) =>
      file.startsWith(`${folder}/`) && operator !== 'by hand' && outcome === 'survived',
  );
  for (const mutant of survivors.filter((one) => !isEquivalent(one))) {
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    const fault = sitesOf(mutant.file, source)
      .map((site): Placed => ({ file: mutant.file, site, source }))
      .find((one) => isSame(describe(one))(mutant));
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
}

/** Repeats the faults of by-hand.json. */
async function tryByHand(): Promise<void> {
  const list: { file: string; before: string; after: string; tests: string[] }[] = JSON.parse(
    readFileSync(BY_HAND, 'utf8'),
  );
  const faults = list.map(({ file, before, after }): Placed => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return { file, source, site: siteOf(file, source, before, after) };
  });
  known.splice(0, known.length, ...known.filter(({ operator }) => operator !== 'by hand'));
  const workshop = new Workshop(ROOT, '.', faults, 1000 * Number(values.seconds));
  process.on('exit', () => workshop.close());
  for (const [index, fault] of faults.entries()) {
    const outcome = await workshop.try(fault, list[index]?.tests);
    known.push({ area: 'by hand', ...describe(fault), outcome });
    keep();
    console.log(`${outcome} ${fault.file}`);
  }
  workshop.close();
}

const known: Mutant[] = existsSync(OUTCOMES) ? JSON.parse(readFileSync(OUTCOMES, 'utf8')) : [];
const isSame = (a: Described) => (b: Mutant) =>
  a.file === b.file &&
  a.line === b.line &&
  a.before === b.before &&
  a.after === b.after &&
  a.version === b.version;

function keep(): void {
  writeFileSync(OUTCOMES, `${JSON.stringify(known, null, 2)}\n`);
  writeFileSync(TABLE, tableOf(known));
}

async function tryAll(): Promise<void> {
  const nameOf = ({ folder }: Area): string => folder.replace(/^src\//, '');
  const areas = AREAS.filter((area) => values.area === undefined || nameOf(area) === values.area);
  if (areas.length === 0) {
    const names = AREAS.map(nameOf);
    throw new Error(`there is no area ${values.area}: ${names.join(', ')}`);
  }
  const each = Math.ceil(Number(values.count) / areas.length);
  const drawn = areas.map((area) =>
    values.survivors
      ? survivorsOf(area)
      : faultsOf(area, each, Number(values.seed)).filter((fault) => !known.some(isSame(describe(fault)))),
  );
  const workshops = new Map<Area['project'], Workshop>();
  // The processes of the trials would keep this process alive.
  const close = () => {
    for (const workshop of workshops.values()) workshop.close();
  };
  process.on('exit', close);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const workshopOf = (project: Area['project']): Workshop => {
    const faults = drawn.filter((_, index) => areas[index]?.project === project).flat();
    const workshop =
      workshops.get(project) ?? new Workshop(ROOT, project, faults, 1000 * Number(values.seconds));
    workshops.set(project, workshop);
    return workshop;
  };
  const until = Date.now() + Number(values.minutes) * 60_000;
  // One fault of each area in turn: whenever the run ends, all areas have the same number.
  for (let turn = 0; turn < Math.max(...drawn.map(({ length }) => length)); turn++) {
    for (const [index, area] of areas.entries()) {
      const fault = drawn[index]?.[turn];
      if (fault === undefined) continue;
      if (Date.now() > until) return close();
      const outcome = await workshopOf(area.project).try(fault);
      const mutant = { area: area.folder, ...describe(fault), outcome };
      if (!values.survivors) noteFirst(Number(values.seed), mutant);
      // A fault that is tried again has its new outcome only.
      const earlier = known.findIndex(isSame(mutant));
      if (earlier >= 0) known.splice(earlier, 1);
      known.push(mutant);
      keep();
      console.log(`${outcome} ${mutant.file}:${mutant.line} ${mutant.before} -> ${mutant.after}`);
    }
  }
  close();
}

/**
 * Removes outcomes for earlier versions of a file. Outcomes of faults made by hand stay as long as the file
 * contains the original text.
 */
function forgetChanged(): void {
  for (let index = known.length - 1; index >= 0; index--) {
    const { file, version, operator, before } = known[index] as Mutant;
    const path = join(ROOT, file);
    const source = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const isThere = operator === 'by hand' ? source.includes(before) : versionOf(source) === version;
    if (!isThere) known.splice(index, 1);
  }
}

forgetChanged();
if (values['by-hand']) await tryByHand();
else if (!values.table) await tryAll();
keep();
