import { nameOf } from '../rules/facts/core-op-choice.js';
import type { FileFacts } from '../rules/facts/file.js';
import { type GroupReading, readGroup } from './core-op-choice.js';
import { CoreOpLoad } from './core-op-load.js';
import type { FaultLog } from './fault-log.js';
import type { Features } from './features.js';
import { OperationFaults } from './operation-load.js';
import type { ReleaseFacts } from './release.js';
import { type Fault, faultIn, faultOf } from './verdict.js';

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
    private readonly log: FaultLog,
    version: number | null,
    private readonly features: Features,
    private readonly release: ReleaseFacts,
  ) {
    this.#operations = new OperationFaults(log, version, release);
  }

  /** What ends the load; undefined where nothing does. */
  fault(groups: readonly GroupReading[]): Fault | undefined {
    // Of a graph the node to run is taken before anything else, whether there is one or not.
    const without = groups.find(({ whole }) => whole === undefined);
    if (without !== undefined) return faultOf('crash', 'core-op-missing', without.group);
    for (const reading of groups) {
      const fault = faultIn(this.#group(reading), reading.group);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #group({ group, name, coreOps, outputs }: GroupReading): Fault | undefined {
    if (this.#names.has(name)) {
      const code = 'network-group-name-duplicate';
      return faultOf('INVALID_OPERATION', code, this.log.of(code)[0] ?? group);
    }
    this.#names.add(name);
    for (const coreOp of coreOps) {
      const load = new CoreOpLoad(coreOp, this.features, this.release, this.#operations, this.log);
      const fault = load.fault();
      if (fault?.code === 'no-contexts') return this.#emptyFault(group);
      if (fault !== undefined) return faultIn(fault, coreOp);
    }
    // One of the variants is taken for all of them, whether there is one or not.
    if (coreOps.length === 0) return faultOf('crash', 'core-op-missing');
    // What belongs to a group is looked up by its name, and found under that of its core op.
    if (this.release.readsAll && !coreOps.some((coreOp) => nameOf(coreOp) === name)) {
      return faultOf('crash', 'core-op-name-mismatch');
    }
    // The last context is looked at, whether there is one or not.
    if (outputs === 'no-context') return this.#emptyFault(group);
    if (outputs === 'unlisted') return faultOf('INVALID_HEF', 'sorted-outputs-missing');
    return this.#postProcessFault(group);
  }

  /** Post-processing is made last, of groups that the release takes for graphs: node by node, first what feeds one. */
  #postProcessFault({ graph }: GroupReading['group']): Fault | undefined {
    if (!this.features.netFlow) return undefined;
    for (const node of graph?.nodes ?? []) {
      const [unfed] = this.log.within('post-process-pad-unconnected', node);
      if (unfed !== undefined) return faultOf('INVALID_HEF', unfed.code, unfed);
      const [unknown] = this.log.within('post-process-decoder-unknown-pad', node);
      if (unknown !== undefined) return faultOf('crash', unknown.code, unknown);
    }
    return undefined;
  }

  /** A group without contexts: none at all, or in a place where this release does not look. */
  #emptyFault({ newerLayout }: GroupReading['group']): Fault {
    if (newerLayout === undefined) return faultOf('crash', 'no-contexts');
    if (this.release.isFrom('4.10.0')) return faultOf('crash', 'core-op-missing');
    return { ...faultOf('crash', 'no-contexts'), explainedBy: 'newer-layout' };
  }
}
