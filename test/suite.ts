/** Selects the tests of a run, its seed, and the number of cases. */
import { randomInt } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';

/**
 * Slow tests that find faults which other tests miss: the page in a browser, every corpus file in many ways,
 * thousands of inputs for libprotobuf, the installed package, and tests that wait for processes.
 */
const LONG = [
  'test/page/browser/**/*.test.ts',
  'test/afl/**/*.test.ts',
  'test/campaign/hostile.test.ts',
  'test/campaign/loader.test.ts',
  'test/campaign/persistent.test.ts',
  'test/campaign/places.test.ts',
  'test/cli/address-space.test.ts',
  'test/cli/completion.test.ts',
  'test/cli/examples.test.ts',
  'test/cli/files-kept.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/process.test.ts',
  'test/cli/signals.test.ts',
  'test/cli/startup.test.ts',
  'test/cli/targets.test.ts',
  'test/conformance/**/*.test.ts',
  'test/corpus-verb/census.test.ts',
  'test/corpus-verb/command.test.ts',
  'test/corpus-verb/seeds.test.ts',
  'test/diff/oracle.test.ts',
  'test/docs/dequantise.test.ts',
  'test/diff/properties.test.ts',
  'test/docs/examples.test.ts',
  'test/edge/acceptance.test.ts',
  'test/fuzz/process.test.ts',
  'test/inspect/inspector.test.ts',
  'test/inspect/part-paths.test.ts',
  'test/kernel/model-files.test.ts',
  'test/mutate/reach.test.ts',
  'test/naive/every-position.test.ts',
  'test/native/accept.test.ts',
  'test/package/binary.test.ts',
  'test/package/declarations.test.ts',
  'test/package/gate.test.ts',
  'test/package/installed.test.ts',
  'test/page/validator.test.ts',
  'test/site/**/*.test.ts',
  'test/process/**/*.test.ts',
  'test/reduce/command.test.ts',
  'test/report/schemas.test.ts',
  'test/text/dump-oracle.test.ts',
  'test/validate/laziness.test.ts',
  'test/validate/no-rules.test.ts',
  'test/validate/shards.test.ts',
  'test/validate/sources.test.ts',
];

/** Tests of several minutes: files of a gigabyte, in a browser. `npm run check` runs them. */
const LONGEST = ['test/page/browser/large-files.test.ts'];

/**
 * Properties whose result does not depend on the version of Node: other suites do not run these with another
 * seed.
 */
const PROPERTIES = [
  'test/mutate/properties.test.ts',
  'test/naive/**/*.test.ts',
  'test/text/base64-text.test.ts',
  'test/text/dump-properties.test.ts',
  'test/text/written-by-others.test.ts',
];

/**
 * Tests whose result does not depend on the version of Node: they only compute, or use Node only as other
 * tests do, to read files and start processes.
 */
const SAME_ON_EVERY_NODE = [
  'test/afl/**',
  'test/architecture/**',
  'test/bench/**',
  'test/campaign/**',
  'test/cli/answers.test.ts',
  'test/cli/check-compat.test.ts',
  'test/cli/color.test.ts',
  'test/cli/completion.test.ts',
  'test/cli/every-command.test.ts',
  'test/cli/examples.test.ts',
  'test/cli/exit-code.test.ts',
  'test/cli/files-kept.test.ts',
  'test/cli/info.test.ts',
  'test/cli/killed.test.ts',
  'test/cli/option-values.test.ts',
  'test/cli/placed-faults.test.ts',
  'test/cli/questions.test.ts',
  'test/cli/reports.test.ts',
  'test/cli/settings.test.ts',
  'test/cli/spoken.test.ts',
  'test/cli/targets.test.ts',
  'test/cli/validate-runtime.test.ts',
  'test/config/**',
  'test/conformance/**',
  'test/container/detect.test.ts',
  'test/container/header-fault.test.ts',
  'test/container/layout.test.ts',
  'test/container/lookalike.test.ts',
  'test/container/write.test.ts',
  'test/corpus-verb/**',
  'test/corpus/**',
  'test/diagnostics/**',
  'test/diff/**',
  'test/disasm/**',
  'test/docs/**',
  'test/drawing/**',
  'test/edge/**',
  'test/fuzz/**',
  'test/inspect/**',
  'test/kernel/bounds.test.ts',
  'test/kernel/depth.test.ts',
  'test/kernel/distinct.test.ts',
  'test/kernel/gathered.test.ts',
  'test/kernel/model-files.test.ts',
  'test/kernel/shapes.test.ts',
  'test/measure/**',
  'test/model/core-ops.test.ts',
  'test/model/list.test.ts',
  'test/model/malformed.test.ts',
  'test/model/max-text.test.ts',
  'test/model/oracle.test.ts',
  'test/model/stream-answers.test.ts',
  'test/model/view.test.ts',
  'test/model/whole-number.test.ts',
  'test/mutate/**',
  'test/naive/**',
  'test/native/**',
  'test/network/**',
  'test/objdump/**',
  'test/outline/**',
  'test/package/binary.test.ts',
  'test/package/declarations.test.ts',
  'test/package/gate.test.ts',
  'test/page/**',
  'test/process/capped-output.test.ts',
  'test/process/ending.test.ts',
  'test/process/persistent-command.test.ts',
  'test/process/repeated-command.test.ts',
  'test/process/scratch.test.ts',
  'test/query/**',
  'test/readme/**',
  'test/real/**',
  'test/reduce/**',
  'test/report/**',
  'test/rewrite/convert.test.ts',
  'test/rewrite/limits.test.ts',
  'test/rewrite/real-files.test.ts',
  'test/rewrite/redact.test.ts',
  'test/rewrite/replace.test.ts',
  'test/rules/**',
  'test/runtime/**',
  'test/scan/distinct-ids.test.ts',
  'test/scan/overrun.test.ts',
  'test/scan/subscriptions.test.ts',
  'test/scan/told.test.ts',
  'test/schema/**',
  'test/select/**',
  'test/site/**',
  'test/smith/**',
  'test/stats/**',
  'test/supply-chain/**',
  'test/text/**',
  'test/tree/**',
  'test/validate/any-order.test.ts',
  'test/validate/counts.test.ts',
  'test/validate/laziness.test.ts',
  'test/validate/lookalike-policy.test.ts',
  'test/validate/no-rules.test.ts',
  'test/validate/one-after-another.test.ts',
  'test/validate/parts-of-muxes.test.ts',
  'test/validate/rule-choice.test.ts',
  'test/validate/shard-limits.test.ts',
  'test/validate/shards.test.ts',
  'test/validate/sources.test.ts',
  'test/wire/groups.test.ts',
  'test/wire/record-writer.test.ts',
];

interface Suite {
  /** Files or patterns of the suite; if missing, all files. */
  readonly only?: readonly string[];
  readonly exclude: readonly string[];
}

/**
 * Suites, of which `PROTOMDL_TESTS` names one: `quick` is `npm test`, which has a fixed seed; the others take
 * another seed in each run. `all` is used by `npm run check`. `long` has the tests that `quick` leaves out or
 * runs with one seed only; in a browser, `long` tests an eighth of the corpus, which the seed chooses.
 * `of-node` has the tests whose result may depend on the version of Node.
 */
const SUITES = {
  quick: { exclude: LONG },
  long: { only: [...LONG, ...PROPERTIES], exclude: LONGEST },
  all: { exclude: [] },
  'of-node': { exclude: SAME_ON_EVERY_NODE },
} satisfies Record<string, Suite>;

export type SuiteName = keyof typeof SUITES;

/** @throws Error for an unknown name */
export function suiteNamed(name: string): { readonly name: SuiteName } & Suite {
  if (!Object.hasOwn(SUITES, name)) {
    throw new Error(`PROTOMDL_TESTS is ${Object.keys(SUITES).join(', ')}, not ${name}`);
  }
  return { name: name as SuiteName, ...SUITES[name as SuiteName] };
}

/**
 * `cases` changes the number of cases of all properties in proportion to ten thousand; random schemas have
 * fewer cases, because they are expensive. `faults` is the number of seeds for each code.
 */
export const ALL_RUNS = { cases: 10_000, schemas: 300, faults: 12 };
/** Each run has another seed, so that later runs cover cases that one run does not. */
export const LONG_RUNS = { cases: 4000, schemas: 100, faults: 6 };
export const QUICK_RUNS = { cases: 1000, schemas: 50, faults: 3 };

const FIXED_SEED = 1;
const KEPT = '.cache/test-seeds.txt';

/** Seed of a run. It is printed and stored, unless it is the fixed one. */
export function chosenSeed(suite: SuiteName): number {
  const given = process.env.PROTOMDL_SEED;
  if (given !== undefined) {
    if (!/^\d{1,10}$/.test(given)) throw new Error(`PROTOMDL_SEED is a whole number, not ${given}`);
    return Number(given);
  }
  if (suite === 'quick') return FIXED_SEED;
  const seed = randomInt(1, 2 ** 31);
  // The configuration is read once for each project, but must choose the seed only once.
  process.env.PROTOMDL_SEED = String(seed);
  console.log(`seed ${seed}: PROTOMDL_TESTS=${suite} PROTOMDL_SEED=${seed} npm test repeats this run`);
  mkdirSync('.cache', { recursive: true });
  appendFileSync(KEPT, `${new Date().toISOString()} ${suite} ${seed}\n`);
  return seed;
}
