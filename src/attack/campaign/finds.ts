import { isProtomdlError, ProtomdlError } from '../../base/diagnostics/error.js';
import type { Ending, EndingKind, Fingerprint } from './ending.js';
import { type Group, type GroupFile, Groups, groupSummary, ofSeed } from './group.js';
import type { Observation } from './oracle.js';
import type { CampaignMutant, CampaignSeed, Mutation } from './parts.js';
import type { CampaignState } from './state.js';
import { FindingsStore, fileDigest } from './store.js';

/** A file replaces the larger file of its group only if its size is at most this share of the larger size. */
const SMALLER = 0.9;

/** A new file for a group, to be saved. */
interface Finding {
  readonly group: Group;
  readonly bytes: Uint8Array;
  readonly observation: Observation;
}

/** The faults of a run, compared with the faults of unchanged seeds. */
interface Seen {
  readonly kind: EndingKind;
  /** Fingerprints of the run that do not occur with unchanged seeds. */
  readonly fingerprints: readonly Fingerprint[];
  /** True if all faults of the run also occur with unchanged seeds. */
  readonly isOfSeed: boolean;
}

export interface FindsOptions {
  readonly store: FindingsStore;
  /** The extension of files, including the dot. */
  readonly extension: string;
  /** Writes further files of a group's folder. */
  readonly onFinding?: ((finding: Finding) => Promise<void>) | undefined;
}

export class CampaignFindings {
  readonly groups: Groups;
  /** Keys of faults that occur with unchanged seeds. Mutants with the same fault are not findings. */
  readonly background: Set<string>;
  /**
   * Vague fingerprints of seeds, by the seed's name. A mutant of another seed may have a different fault with
   * the same vague fingerprint.
   */
  readonly #vague = new Map<string, Set<string>>();
  readonly #options: FindsOptions;
  #isLost = false;

  /** @param state state of the resumed campaign */
  constructor(options: FindsOptions, state: CampaignState | undefined) {
    this.#options = options;
    this.groups = new Groups(state?.groups);
    this.groups.unlisted = state?.unlisted ?? 0;
    this.background = new Set(state?.background);
  }

  /** Registers the faults of an unchanged seed. */
  expect({ fingerprints }: Observation, seed: string): void {
    for (const { key, isVague } of fingerprints) {
      if (isVague) this.#vague.set(seed, (this.#vague.get(seed) ?? new Set()).add(key));
      else this.background.add(key);
    }
  }

  /**
   * Returns the kind of ending, and the fingerprints that unchanged seeds do not have; vague fingerprints are
   * only compared with the fingerprints of `seed`.
   */
  seen(observation: Observation, seed: string): Seen {
    const ending = observation.endings[0] as Ending;
    const fingerprints = observation.fingerprints.filter(({ key, isVague }) =>
      isVague ? this.#vague.get(seed)?.has(key) !== true : !this.background.has(key),
    );
    const isKnown = observation.finding !== undefined && fingerprints.length === 0;
    const isSurvived = isKnown && ending.kind === 'crashed' && !ending.isFatal;
    const kind = isSurvived ? (ending.code === 0 ? 'accepted' : 'refused') : ending.kind;
    return { kind, fingerprints, isOfSeed: isKnown && !isSurvived };
  }

  /**
   * Adds the fault of an unchanged seed to a group.
   * @param entered groups that seeds have reached in this session
   */
  enterSeed(
    observation: Observation,
    { name, bytes }: CampaignSeed,
    entered: Set<Group>,
  ): Finding | undefined {
    const fingerprints = observation.fingerprints.map(ofSeed);
    const { group, finding } = this.enter(fingerprints, observation, -1, name, { bytes, mutations: [] });
    if (group?.firstRun !== -1) return finding;
    // Every session runs the seeds again, so the first seed of a session resets the count.
    group.count = entered.has(group) ? group.count + 1 : 1;
    entered.add(group);
    return finding;
  }

  /** Puts a finding into its group. The result has `finding` if the group has a new file to save. */
  enter(
    fingerprints: readonly Fingerprint[],
    observation: Observation,
    run: number,
    seed: string,
    { bytes, mutations }: CampaignMutant,
  ): { readonly isNew: boolean; readonly group?: Group | undefined; readonly finding?: Finding } {
    const kind = observation.finding;
    const found = this.groups.find(fingerprints);
    if (kind === undefined || found === undefined) return { isNew: false };
    const fileOf = (): GroupFile => this.#fileOf(bytes, run, seed, mutations, observation);
    if ('fresh' in found) {
      const group = this.groups.add(found.fresh, kind, run, fileOf());
      if (group === undefined) return { isNew: false };
      return { isNew: true, group, finding: { group, bytes, observation } };
    }
    const { known } = found;
    if (run >= 0) known.count++;
    const isKept = known.isReduced || bytes.length > known.file.size * SMALLER;
    if (isKept) return { isNew: false, group: known };
    known.file = fileOf();
    return { isNew: false, group: known, finding: { group: known, bytes, observation } };
  }

  #fileOf(
    bytes: Uint8Array,
    run: number,
    seed: string,
    mutations: readonly Mutation[],
    { endings }: Observation,
  ): GroupFile {
    const name = `finding${this.#options.extension}`;
    const { length: size } = bytes;
    return {
      name,
      run,
      size,
      sha256: fileDigest(bytes),
      seed,
      mutations,
      endings: endings.map(groupSummary),
    };
  }

  /** True after a file could not be written: its group is missing from the folder. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** @throws ProtomdlError `findings-unwritable`; the message says where the file was rescued to */
  async save(finding: Finding): Promise<void> {
    const { store, onFinding } = this.#options;
    const { group, bytes } = finding;
    try {
      store.saveGroup(group.folder, { [group.file.name]: bytes });
      await onFinding?.(finding);
    } catch (error) {
      if (!isProtomdlError(error) || error.code !== 'findings-unwritable') throw error;
      this.#isLost = true;
      const rescued = FindingsStore.rescue(`${group.folder}${this.#options.extension}`, bytes);
      const where = rescued === undefined ? '' : `; the file that was found last is ${rescued}`;
      throw new ProtomdlError(error.code, `${error.message}${where}`, -1, '', { cause: error });
    }
  }
}
