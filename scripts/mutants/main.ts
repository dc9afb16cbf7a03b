/**
 * Puts small faults into the code, one at a time, and sees which of them the tests notice: `npm run mutants`.
 *
 * `--survivors` tries those again that were not noticed, after tests were added. The faults of a seed are the same each time, as many of one area as of another; those whose outcome is known for the
 * file as it is are not tried again. Outcomes go to `scripts/mutants/outcomes.json`, and `docs/mutation.md` is made of them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import { AREAS, type Area } from './areas.js';
import { type Mutant, tableOf } from './report.js';
import { type Site, sitesOf } from './sites.js';
import { Workshop } from './trial.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTCOMES = join(ROOT, 'scripts/mutants/outcomes.json');
const TABLE = join(ROOT, 'docs/mutation.md');
/** A trial may take so many times what the tests take without a fault: a machine may be busy with other things. */
const PATIENCE = 4;
const LEAST_LIMIT_MS = 60_000;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    area: { type: 'string' },
    survivors: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
});

interface Fault {
  readonly file: string;
  readonly site: Site;
  readonly source: string;
}

/** A number of [0, 1) for each draw: Marsaglia's xorshift32. */
function drawer(seed: number): () => number {
  let x = (seed * 2654435761) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) / 2 ** 32;
  };
}

/** So many faults of an area, every place as likely as another. */
function faultsOf({ folder }: Area, count: number, seed: number): Fault[] {
  const files = globSync(`${folder}/**/*.ts`, { cwd: ROOT }).sort();
  const all = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return sitesOf(file, source).map((site): Fault => ({ file, site, source }));
  });
  const draw = drawer(seed);
  const chosen: Fault[] = [];
  while (chosen.length < count && all.length > 0) {
    chosen.push(...all.splice(Math.floor(draw() * all.length), 1));
  }
  return chosen;
}

function describe({ file, site, source }: Fault): Omit<Mutant, 'outcome' | 'area'> {
  const line = source.slice(0, site.from).split('\n').length;
  const from = source.lastIndexOf('\n', site.from) + 1;
  const text = source.slice(from, source.indexOf('\n', site.from)).trim();
  const version = createHash('sha256').update(source).digest('hex').slice(0, 12);
  const { operator } = site;
  return { file, line, operator, text, before: source.slice(site.from, site.to), after: site.text, version };
}

/** Those of an area that were not noticed, taken out of what is known. */
function survivorsOf({ folder }: Area): Fault[] {
  const faults: Fault[] = [];
  for (const mutant of known.filter(({ area, outcome }) => area === folder && outcome === 'survived')) {
    const source = readFileSync(join(ROOT, mutant.file), 'utf8');
    const fault = sitesOf(mutant.file, source)
      .map((site): Fault => ({ file: mutant.file, site, source }))
      .find((one) => isSame(describe(one))(mutant));
    known.splice(known.indexOf(mutant), 1);
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
}

const known: Mutant[] = existsSync(OUTCOMES) ? JSON.parse(readFileSync(OUTCOMES, 'utf8')) : [];
const isSame = (a: Omit<Mutant, 'outcome' | 'area'>) => (b: Mutant) =>
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
  const areas = AREAS.filter(({ folder }) => values.area === undefined || folder === `src/${values.area}`);
  const each = Math.ceil(Number(values.count) / areas.length);
  const workshop = new Workshop(ROOT);
  process.on('exit', () => workshop.close());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  for (const area of areas) {
    const faults = values.survivors
      ? survivorsOf(area)
      : faultsOf(area, each, Number(values.seed)).filter((fault) => !known.some(isSame(describe(fault))));
    if (faults.length === 0) continue;
    const began = performance.now();
    if ((await workshop.run(area.tests, 3_600_000)) !== 'survived') {
      throw new Error(`${area.tests.join(' ')} fail without a fault`);
    }
    const limit = Math.max(LEAST_LIMIT_MS, PATIENCE * (performance.now() - began));
    for (const fault of faults) {
      const outcome = await workshop.try(fault.file, fault.site, area.tests, limit);
      const mutant = { area: area.folder, ...describe(fault), outcome };
      known.push(mutant);
      keep();
      console.log(`${outcome} ${mutant.file}:${mutant.line} ${mutant.before} -> ${mutant.after}`);
    }
  }
}

if (!values.table) await tryAll();
keep();
