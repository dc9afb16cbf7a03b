import { smithFile } from '../smith/smith.js';
import type { Seed } from './parts.js';

/** Number of models, with different features, layouts and frames. */
const COUNT = 32;

/** Makes seeds for campaigns without any: small models, always the same for the same number. */
export async function smithSeeds(seed: number, count = COUNT): Promise<Seed[]> {
  const seeds: Seed[] = [];
  for (let index = 0; index < count; index++) {
    // The first is simple, so that loaders with few features accept it.
    const bytes = await smithFile(
      index === 0 ? { seed, preset: 'smallest' } : { seed: seed + index, preset: 'small', swarm: true },
    );
    seeds.push({ name: `smith ${seed + index}`, bytes });
  }
  return seeds;
}
