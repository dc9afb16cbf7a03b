import { createHash } from 'node:crypto';
import type { SmithOptions } from '../../src/attack/smith/settings.js';
import { smithFile, smithModel } from '../../src/attack/smith/smith.js';

export const FRAMINGS = ['bare', 0, 1, 2, 3] as const;

/**
 * Seeds to try: `PROTOMDL_RUNS` changes the number of seeds in proportion to the number of all cases (10,000
 * means `count` seeds).
 */
export function seeds(count: number): readonly number[] {
  const share = Number(process.env.PROTOMDL_RUNS ?? 10_000) / 10_000;
  return Array.from({ length: Math.max(1, Math.ceil(count * share)) }, (_, seed) => seed);
}

/**
 * Options for small models of all kinds: every second seed excludes random features, and every third has
 * features that cause warnings.
 */
export function smallOptions(seed: number): SmithOptions {
  return { seed, preset: 'small', swarm: seed % 2 === 1, uncommon: seed % 3 === 0 };
}

/** Returns a hash of several models, and of their descriptions. */
export async function hashOf(models: readonly SmithOptions[]): Promise<string> {
  const hash = createHash('sha256');
  for (const options of models) {
    hash.update(await smithFile(options));
    hash.update(JSON.stringify(smithModel(options).describe()));
  }
  return hash.digest('hex').slice(0, 16);
}
