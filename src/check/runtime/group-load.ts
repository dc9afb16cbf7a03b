import type { CoreOpFacts } from '../rules/facts/core-op.js';
import { coreOpName } from '../rules/facts/core-op-choice.js';
import type { FileFacts } from '../rules/facts/file.js';
import type { PostProcessFacts } from '../rules/facts/graph.js';
import { GraphInputs, graphFaults } from '../rules/facts/post-process.js';
import { type GroupReading, readGroup } from './core-op-choice.js';
import { CoreOpLoad } from './core-op-load.js';
import type { FaultLog } from './fault-log.js';
import type { Features } from './features.js';
import { OperationFaults } from './operation-load.js';
import type { ReleaseFacts } from './release.js';
import { faultIn, faultOf, type RuntimeFault } from './verdict.js';

/**
 * Returns the groups in the order in which a release reads them. Releases up to 5.1 read from the end of the
 * list. The first group in the order is the default.
 */
export function loadedGroups(
  file: FileFacts,
  features: Features,
  release: ReleaseFacts,
): readonly GroupReading[] {
  const groups = file.groups.map((group) => readGroup(group, features, release));
  return release.takesGroupsInOrder ? groups : groups.reverse();
}

/** A loaded group, as queries find the group. */
export interface LoadedGroup {
  readonly reading: GroupReading;
  /**
   * The core op that queries use: of several variants for parts of the device, the variant with the lowest
   * bitmap.
   */
  readonly coreOp: CoreOpFacts;
  readonly nodes: LoadedPostProcessing;
}

/** Nodes that the host computes, and the names of their input layers. */
export interface LoadedPostProcessing {
  readonly nodes: readonly PostProcessFacts[];
  readonly hidden: ReadonlySet<string>;
}

const NO_NODES: LoadedPostProcessing = { nodes: [], hidden: new Set() };
/** Bitmap for a group without variants for parts of the device. */
const WHOLE_DEVICE = 0xffff_ffff;

/** Loads the network groups of a file one after the other, as a release does. */
export class GroupLoad {
  readonly loaded: LoadedGroup[] = [];
  readonly #operations: OperationFaults;
  readonly #byName = new Map<string, GroupReading>();
  /** Variants by bitmap. As in the loader, this map is not cleared between groups. */
  readonly #parts = new Map<number, CoreOpFacts>();
  /**
   * Post-processing by name of the core op. A later entry does not replace an earlier entry with the same
   * name.
   */
  readonly #nodes = new Map<string, LoadedPostProcessing>();

  /** @param version version of the container; null for a bare message */
  constructor(
    private readonly log: FaultLog,
    version: number | null,
    private readonly features: Features,
    private readonly release: ReleaseFacts,
  ) {
    this.#operations = new OperationFaults(log, version, features, release);
  }

  /** Returns the fault of a group that ends the load; undefined if all groups load. */
  fault(groups: readonly GroupReading[]): RuntimeFault | undefined {
    // In a graph, loaders first read the node to run, and do not check that the node exists.
    const without = groups.find(({ whole }) => whole === undefined);
    if (without !== undefined) return faultOf('crash', 'core-op-missing', without.group);
    for (const reading of groups) {
      const fault = faultIn(this.#group(reading), reading.group);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  #group(reading: GroupReading): RuntimeFault | undefined {
    const { group, name, outputs } = reading;
    const earlier = this.#byName.get(name);
    if (earlier !== undefined && !this.release.readsAll) return this.#duplicate(group);
    const fault = this.#coreOpsFault(reading, earlier);
    if (fault !== undefined) return fault;
    // Loaders use one variant for the group, and do not check that a variant exists.
    const coreOp = this.#lowest;
    if (coreOp === undefined) return faultOf('crash', 'core-op-missing');
    if (earlier !== undefined) return this.#duplicate(group);
    this.#byName.set(name, reading);
    // Loaders read the last context, and do not check that the context exists.
    if (outputs === 'no-context') return this.#emptyFault(group);
    if (outputs === 'unlisted') return faultOf('INVALID_HEF', 'sorted-outputs-missing');
    // Loaders store post-processing under the name of the core op, but look up the name of the group.
    const nodes = this.#nodes.get(name);
    if (nodes === undefined && this.release.readsAll) {
      return reading.coreOps.length === 0
        ? faultOf('crash', 'core-op-missing')
        : faultOf('crash', 'core-op-name-mismatch');
    }
    this.loaded.push({ reading, coreOp, nodes: nodes ?? NO_NODES });
    return undefined;
  }

  /**
   * Returns the fault of a core op. Loaders find core ops by the name of the group: a second group of the
   * same name gets the core ops of the first group, except for parts that the second group lists.
   */
  #coreOpsFault(
    { group, coreOps }: GroupReading,
    earlier: GroupReading | undefined,
  ): RuntimeFault | undefined {
    const isOwn = earlier === undefined || (this.features.inParts && !this.features.netFlow);
    for (const coreOp of isOwn ? coreOps : earlier.coreOps) {
      const load = new CoreOpLoad(coreOp, this.features, this.release, this.#operations, this.log);
      const fault = isOwn ? load.fault() : undefined;
      if (fault?.code === 'no-contexts') return this.#emptyFault(group);
      if (fault !== undefined) return faultIn(fault, coreOp);
      const node = this.#postProcessFault(group, coreOp);
      if (node !== undefined) return node;
      this.#parts.set(this.features.inParts ? coreOp.bitmap : WHOLE_DEVICE, coreOp);
    }
    return undefined;
  }

  #duplicate(group: GroupReading['group']): RuntimeFault {
    const code = 'network-group-name-duplicate';
    return faultOf('INVALID_OPERATION', code, this.log.of(code)[0] ?? group);
  }

  get #lowest(): CoreOpFacts | undefined {
    const [first] = [...this.#parts.keys()].sort((a, b) => a - b);
    return first === undefined ? undefined : this.#parts.get(first);
  }

  /**
   * Returns the fault in the post-processing of a group that the release reads as a graph. Loaders build
   * post-processing last, node by node.
   */
  #postProcessFault({ graph }: GroupReading['group'], coreOp: CoreOpFacts): RuntimeFault | undefined {
    const name = coreOpName(coreOp);
    if (!this.features.netFlow || graph === undefined) {
      if (!this.#nodes.has(name)) this.#nodes.set(name, NO_NODES);
      return undefined;
    }
    const inputs = new GraphInputs(coreOp, graph.edges);
    const release = { hasYolov8BboxOnly: this.release.isFrom('4.18.0') };
    for (const { ending, code, place, message } of graphFaults(graph, inputs, release)) {
      return { ending, code, at: place, message };
    }
    if (!this.#nodes.has(name)) {
      const hidden = new Set(graph.nodes.flatMap((node) => [...inputs.namesOf(node)]));
      this.#nodes.set(name, { nodes: graph.nodes, hidden });
    }
    return undefined;
  }

  /**
   * Returns the fault of a group without contexts: the file has no contexts, or has contexts in a field that
   * this release does not read.
   */
  #emptyFault({ newerLayout }: GroupReading['group']): RuntimeFault {
    if (newerLayout === undefined) return faultOf('crash', 'no-contexts');
    if (this.release.isFrom('4.10.0')) return faultOf('crash', 'core-op-missing');
    return { ...faultOf('crash', 'no-contexts'), explainedBy: 'newer-layout' };
  }
}
