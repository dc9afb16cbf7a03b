import { isProtomdlError, ProtomdlError } from '../../base/diagnostics/error.js';
import { sha256 } from './digest.js';
import type { Ending, EndingKind, Fingerprint } from './ending.js';
import { type Group, type GroupFile, Groups, summaryOf } from './group.js';
import type { Observation } from './oracle.js';
import type { Mutant, Mutation } from './parts.js';
import type { CampaignState } from './state.js';
import { FindingsStore } from './store.js';

/** A file takes the place of a larger one in its group where it is smaller by this much. */
const SMALLER = 0.9;

/** A file that became its group's. */
export interface Finding {
  readonly group: Group;
  readonly bytes: Uint8Array;
  readonly observation: Observation;
}

/** Where finds are kept, and what they are emitted to. */
export interface FindsOptions {
  readonly store: FindingsStore;
  /** The extension of files, with its dot. */
  readonly extension: string;
  /** Files of a group's folder beside the file itself. */
  readonly onFinding?: ((finding: Finding) => Promise<void>) | undefined;
}

/** What a campaign has found: its groups, and what of a run belongs into them. */
export class Finds {
  readonly groups: Groups;
  /** Fingerprints that sound files leave as well. */
  readonly background: Set<string>;
  readonly #options: FindsOptions;

  /** @param state of the campaign that is taken up */
  constructor(options: FindsOptions, state: CampaignState | undefined) {
    this.#options = options;
    this.groups = new Groups(state?.groups);
    this.groups.unlisted = state?.unlisted ?? 0;
    this.background = new Set(state?.background);
  }

  /** What a seed leaves without ending by it is no find in a mutant. */
  expect({ fingerprints }: Observation): void {
    for (const { key, isSurvivable } of fingerprints) if (isSurvivable) this.background.add(key);
  }

  /** How a run ended, and what of it is worth keeping: what every seed shows already is not. */
  seen(observation: Observation): { kind: EndingKind; fingerprints: readonly Fingerprint[] } {
    const ending = observation.endings[0] as Ending;
    const fingerprints = observation.fingerprints.filter(({ key }) => !this.background.has(key));
    const kind = ending.kind === 'crashed' && !ending.isFatal && fingerprints.length === 0;
    return { kind: kind ? (ending.code === 0 ? 'accepted' : 'refused') : ending.kind, fingerprints };
  }

  /** Puts a finding into its group; `finding` is what is to be saved of it. */
  enter(
    fingerprints: readonly Fingerprint[],
    observation: Observation,
    run: number,
    seed: string,
    { bytes, mutations }: Mutant,
  ): { readonly isNew: boolean; readonly finding?: Finding } {
    const kind = observation.finding;
    const found = this.groups.find(fingerprints);
    if (kind === undefined || found === undefined) return { isNew: false };
    const fileOf = (): GroupFile => this.#fileOf(bytes, run, seed, mutations, observation);
    if ('fresh' in found) {
      const group = this.groups.add(found.fresh, kind, run, fileOf());
      return group === undefined ? { isNew: false } : { isNew: true, finding: { group, bytes, observation } };
    }
    const { known } = found;
    // Seeds are tried in every session.
    if (run >= 0) known.count++;
    if (known.isReduced || bytes.length > known.file.size * SMALLER) return { isNew: false };
    known.file = fileOf();
    return { isNew: false, finding: { group: known, bytes, observation } };
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
    return { name, run, size, sha256: sha256(bytes), seed, mutations, endings: endings.map(summaryOf) };
  }

  /** @throws ProtomdlError `findings-unwritable`, which says where the file is rescued to */
  async save(finding: Finding): Promise<void> {
    const { store, onFinding } = this.#options;
    const { group, bytes } = finding;
    try {
      store.saveGroup(group.folder, { [group.file.name]: bytes });
      await onFinding?.(finding);
    } catch (error) {
      if (!isProtomdlError(error) || error.code !== 'findings-unwritable') throw error;
      const rescued = FindingsStore.rescue(`${group.folder}${this.#options.extension}`, bytes);
      const where = rescued === undefined ? '' : `; the file that was found last is ${rescued}`;
      throw new ProtomdlError(error.code, `${error.message}${where}`, -1, '', { cause: error });
    }
  }
}
