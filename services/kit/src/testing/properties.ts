import fc from 'fast-check';

/**
 * Property tests are repeatable: the same few inputs in every run. `SERVICES_RUNS` sets the number,
 * `SERVICES_SEED` the seed (`random` for a new one each time).
 */
const { SERVICES_RUNS: runs, SERVICES_SEED: seed } = process.env;

fc.configureGlobal({
  numRuns: runs === undefined ? 60 : Number(runs),
  ...(seed === 'random' ? {} : { seed: Number(seed ?? 1) }),
});
