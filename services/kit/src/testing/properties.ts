import fc from 'fast-check';

/**
 * Property tests use the same inputs in every run. `SERVICES_RUNS` sets the number of inputs, and `SERVICES_SEED` the
 * seed (`random` for a new seed in each run).
 */
const { SERVICES_RUNS: runs, SERVICES_SEED: seed } = process.env;

fc.configureGlobal({
  numRuns: runs === undefined ? 60 : Number(runs),
  ...(seed === 'random' ? {} : { seed: Number(seed ?? 1) }),
});
