import { MUTATORS, MutantMaker, mutantMaker } from '../mutate/index.js';
import { reusedChecksums } from '../mutate/reused-checksums.js';
import type { Mutagen } from './parts.js';

/** Mutants by the mutators of this package. */
export function structureMutagen(only: readonly string[] | undefined, without: readonly string[]): Mutagen {
  const checksums = reusedChecksums();
  /** Of files that mutants were made of before: hashing a large one takes longer than mutating it. */
  const hashes = new WeakMap<Uint8Array, string>();
  const mutators = MUTATORS.map(({ name, weight }) => {
    const isOut = (only !== undefined && !only.includes(name)) || without.includes(name);
    return { name, weight: isOut ? 0 : weight };
  });
  return {
    mutators,
    async mutate(file, { splice, ...options }) {
      const known = hashes.get(file);
      const maker =
        known === undefined
          ? await mutantMaker(file, { splice, checksums })
          : new MutantMaker(file, { splice, checksums }, checksums, known);
      hashes.set(file, maker.hash);
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
