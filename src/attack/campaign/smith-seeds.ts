import { smithFile } from '../smith/smith.js';
import type { Seed } from './parts.js';

/** Models that differ in their features, their layouts and their frames. */
const COUNT = 32;

/** Seeds for campaigns that are given none: small models, the same for the same number. */
export async function smithSeeds(seed: number, count = COUNT): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (let index = 0; index < count; index++) {
    // The first is plain; loaders that know few features take it.
    const bytes = await smithFile(
      index === 0 ? { seed, preset: 'smallest' } : { seed: seed + index, preset: 'small', swarm: true },
    );
    seeds.push({ name: `smith ${seed + index}`, bytes });
  }
  return seeds;
}
