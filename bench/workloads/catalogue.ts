import { Ids, permutedId } from './actions.js';
import { blobModel, smallModel } from './blobs.js';
import { flawsEvery } from './flaws.js';
import { irregularModel } from './irregular.js';
import { metadataModel } from './metadata.js';
import type { ModelGenerator } from './sink.js';

export interface Workload {
  readonly name: string;
  /** Description for the report. */
  readonly title: string;
  readonly model: ModelGenerator;
  /** True if blobs are holes in the file. */
  readonly sparse?: boolean;
  /** Bytes of configuration words in a section after the message, in a container of version 1. */
  readonly words?: number;
}

const ACTIONS = 2_910_000;
const MB = 1e6;

/**
 * Returns the workloads at a scale: 1 is the size in reports. Quantities that a rule of old releases limits
 * (31 contexts, 255 operations) stay below the limit, unless the workload is about the number of contexts.
 */
export function workloads(scale: number): readonly Workload[] {
  const actions = Math.max(100, Math.round(ACTIONS * scale));
  const contexts = Math.max(2, Math.min(31, Math.round(31 * Math.sqrt(scale))));
  const manyContexts = Math.max(3, Math.round(200 * Math.sqrt(scale)));
  const manyActions = Math.max(100, Math.round(ACTIONS * 0.718 * scale));
  const metadata = (flaws?: Parameters<typeof metadataModel>[2]) => metadataModel(actions, contexts, flaws);
  return [
    { name: 'metadata-heavy', title: 'operations and actions only', model: metadata() },
    {
      name: 'many-contexts',
      title: 'the same in many contexts',
      model: metadataModel(manyActions, manyContexts),
    },
    {
      name: 'irregular',
      title: 'random presence, order and widths, 1 % of the fields unknown',
      model: irregularModel(Math.round(actions * 1.03), contexts),
    },
    {
      name: 'flaw-per-1000-operations',
      title: 'the metadata-heavy one, something wrong in every thousandth operation',
      model: metadata(flawsEvery(1000, 'operation')),
    },
    {
      name: 'flaw-per-1000-actions',
      title: 'the metadata-heavy one, something wrong after every thousandth action',
      model: metadata(flawsEvery(1000, 'action')),
    },
    {
      name: 'permuted-ids',
      title: 'the metadata-heavy one, its identities in another order',
      model: metadataModel(actions, contexts, undefined, () => new Ids(permutedId)),
    },
    { name: 'small', title: 'a small network', model: smallModel() },
    {
      name: 'blob-heavy',
      title: 'configuration writes of 13 KB',
      model: blobModel({ bytes: Math.max(MB, 256 * MB * scale), blob: 13_296 }),
    },
    {
      name: 'sparse-bare',
      title: 'configuration writes of 200 KB, in holes of the file',
      model: blobModel({ bytes: Math.max(4 * MB, 4310 * MB * scale), blob: 199_968, groups: 3 }),
      sparse: true,
    },
    {
      name: 'sparse-framed',
      title: 'a container of version 1, its bytes in the configuration section, a hole of the file',
      model: metadataModel(Math.max(100, Math.round(20_000 * scale)), 2),
      sparse: true,
      words: Math.max(4 * MB, Math.round(4310 * scale) * MB),
    },
  ];
}
