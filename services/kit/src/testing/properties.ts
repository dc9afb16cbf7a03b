import fc from 'fast-check';

/**
 * Properties repeat: the same inputs in every run, few of them. `SERVICES_RUNS` sets how many, `SERVICES_SEED` which
 * (`random` for others each time).
 */
const { SERVICES_RUNS: runs, SERVICES_SEED: seed } = process.env;

fc.configureGlobal({
  numRuns: runs === undefined ? 60 : Number(runs),
  ...(seed === 'random' ? {} : { seed: Number(seed ?? 1) }),
});
