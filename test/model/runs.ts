import type fc from 'fast-check';

/** Runs of all property tests of the model together; `PROTOMDL_RUNS=1000000` for a night. */
export const RUNS = Number(process.env.PROTOMDL_RUNS ?? 10_000);

/** Parameters of a property with its share of the runs. */
export function share(part: number): fc.Parameters<unknown> {
  return { numRuns: Math.max(1, Math.ceil(RUNS * part)) };
}

/** Time limit of a property: 20 ms a run are more than enough. */
export function timeout(part: number): number {
  return 60_000 + Math.ceil(RUNS * part) * 20;
}
