import { ProtomdlError } from '../../base/diagnostics/error.js';
import { MutantMaker, mutantMaker, reusedChecksums } from '../mutate/mutate.js';
import { MUTATORS } from '../mutate/mutators/index.js';
import { reduce } from '../reduce/reduce.js';
import { smithFile } from '../smith/smith.js';
import type { CampaignSeed, Mutagen, Reducer } from './parts.js';

/**
 * Returns a source of mutants that uses the mutators of this package.
 * @param only names of the mutators to use; undefined for all
 * @throws ProtomdlError `mutator-unknown`; `mutation-options` if no mutator is left
 */
export function structureMutagen(only: readonly string[] | undefined, without: readonly string[]): Mutagen {
  for (const name of [...(only ?? []), ...without]) {
    if (MUTATORS.some((mutator) => mutator.name === name)) continue;
    throw new ProtomdlError(
      'mutator-unknown',
      `there is no mutator ${name}; protomdl mutate --list names them`,
    );
  }
  const checksums = reusedChecksums();
  /**
   * Cached hashes of the files that mutants were made from; hashing a large file takes longer than mutating
   * it.
   */
  const hashes = new WeakMap<Uint8Array, string>();
  const mutators = MUTATORS.map(({ name, weight }) => {
    const isOut = (only !== undefined && !only.includes(name)) || without.includes(name);
    return { name, weight: isOut ? 0 : weight };
  });
  if (mutators.every(({ weight }) => weight === 0)) {
    throw new ProtomdlError('mutation-options', 'no mutator is left');
  }
  return {
    mutators,
    async mutate(file, { splice, ...rest }) {
      const known = hashes.get(file);
      const maker =
        known === undefined
          ? await mutantMaker(file, { splice, checksums })
          : new MutantMaker(file, { splice, checksums }, checksums, known);
      hashes.set(file, maker.hash);
      const extend = rest.extend === true && (rest.weights['add-field'] ?? 0) > 0;
      const options = extend ? { ...rest, only: ['add-field'], mutations: 1 } : { ...rest, extend };
      const { bytes, log } = await maker.make(options);
      const mutations = log.entries.map(({ mutator, path, offset, sentence }) => ({
        mutator,
        path,
        offset,
        sentence,
      }));
      return { bytes, mutations };
    },
  };
}

/** Number of models, with different features, layouts and frames. */
const COUNT = 32;

/** Generates seeds for a campaign without given seeds: small models, always the same for the same `seed`. */
export async function smithSeeds(seed: number, count = COUNT): Promise<CampaignSeed[]> {
  const seeds: CampaignSeed[] = [];
  for (let index = 0; index < count; index++) {
    // The first model is simple, so that loaders with few features accept it.
    const bytes = await smithFile(
      index === 0 ? { seed, preset: 'smallest' } : { seed: seed + index, preset: 'small', swarm: true },
    );
    seeds.push({ name: `smith ${seed + index}`, bytes });
  }
  return seeds;
}

/** Reduces a file by the structure of the model. */
export const structureReducer: Reducer = async (
  bytes,
  isInteresting,
  { jobs, maxChecks, signal, onProgress },
) => {
  const made = await reduce(bytes, isInteresting, {
    jobs,
    maxChecks,
    signal,
    // One run of the check is enough, because the campaign has just confirmed the input by repetition.
    runs: 1,
    onProgress: ({ size }) => onProgress?.(size),
  });
  return { bytes: made.bytes, checks: made.checks, isFinished: made.stopped === undefined };
};
