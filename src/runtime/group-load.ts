import type { FileFacts } from '../rules/facts/index.js';
import { type GroupReading, readGroup } from './core-op-choice.js';
import { CoreOpLoad } from './core-op-load.js';
import type { FaultLog } from './fault-log.js';
import type { Features } from './features.js';
import { OperationFaults } from './operation-load.js';
import type { ReleaseFacts } from './release.js';
import { type Fault, faultOf } from './verdict.js';

/** Loaders take groups from the end of the list, so that the last one is their first, and the one that is meant. */
export function groupsOf(
  file: FileFacts,
  features: Features,
  release: ReleaseFacts,
): readonly GroupReading[] {
  return file.groups.map((group) => readGroup(group, features, release)).reverse();
}

/** How a release reads the network groups of a file, one after the other. */
export class GroupLoad {
  readonly #operations: OperationFaults;
  readonly #names = new Set<string>();

  /** @param version of the container; null for a bare message */
  constructor(
    log: FaultLog,
    version: number | null,
    private readonly features: Features,
    private readonly release: ReleaseFacts,
  ) {
    this.#operations = new OperationFaults(log, version, release);
  }

  /** What ends the load; undefined where nothing does. */
  fault(groups: readonly GroupReading[]): Fault | undefined {
    // Of a graph the node to run is taken before anything else, whether there is one or not.
    if (groups.some(({ whole }) => whole === undefined)) return faultOf('crash', 'no-contexts');
    for (const group of groups) {
      const fault = this.#group(group);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #group({ name, coreOps, outputs }: GroupReading): Fault | undefined {
    if (this.#names.has(name)) return faultOf('INVALID_OPERATION', 'network-group-name-duplicate');
    this.#names.add(name);
    for (const coreOp of coreOps) {
      const fault = new CoreOpLoad(coreOp, this.features, this.release, this.#operations).fault();
      if (fault !== undefined) return fault;
    }
    // One of the variants is taken for all of them, whether there is one or not.
    if (coreOps.length === 0) return faultOf('crash', null);
    // What belongs to a group is looked up by its name, and found under that of its core op.
    if (this.release.readsAll && !coreOps.some(({ metadata }) => (metadata?.name.value ?? '') === name)) {
      return faultOf('crash', null);
    }
    // The last context is looked at, whether there is one or not.
    if (outputs === 'no-context') return faultOf('crash', 'no-contexts');
    return outputs === 'unlisted' ? faultOf('INVALID_HEF', 'sorted-outputs-missing') : undefined;
  }
}
