import type { CheckedContext } from '../rules/facts/context.js';
import type { CoreOpFacts } from '../rules/facts/core-op.js';
import { CONNECTION_BOUNDARY } from '../rules/facts/edge.js';
import { NOTE } from './action-notes.js';
import { BaseLoad, MAX_8_BITS, MAX_16_BITS } from './base-load.js';
import { BoundaryLoad, type LoadScope } from './boundary-load.js';
import type { FaultLog } from './fault-log.js';
import type { Features } from './features.js';
import { innerFault, pairsFault } from './inner-load.js';
import type { OperationFaults } from './operation-load.js';
import type { ReleaseFacts } from './release.js';
import { faultIn, faultOf, type RuntimeFault } from './verdict.js';

/** Checks a core op as a release reads it during the load. */
export class CoreOpLoad {
  readonly #scope: LoadScope;

  constructor(
    private readonly coreOp: CoreOpFacts,
    features: Features,
    private readonly release: ReleaseFacts,
    private readonly operations: OperationFaults,
    private readonly log: FaultLog,
  ) {
    this.#scope = { coreOp, features, release, base: new BaseLoad(features, release) };
  }

  /** Returns the fault of the core op that ends the load; undefined if the core op loads. */
  fault(): RuntimeFault | undefined {
    return this.release.readsAll ? this.#everything() : this.#boundaryLayers();
  }

  /** Reads the core op like releases that only list inputs and outputs. */
  #boundaryLayers(): RuntimeFault | undefined {
    const { contexts, contextCount } = this.coreOp;
    const wraps = contextCount > MAX_8_BITS;
    const names = new Set<string>();
    for (const { edges } of contexts.slice(0, MAX_8_BITS + 1)) {
      for (const edge of edges) {
        if (edge.connection !== CONNECTION_BOUNDARY) continue;
        const fault = faultIn(new BoundaryLoad(edge, this.#scope).fault(), edge);
        if (fault !== undefined) return fault;
        if (isTaken(nameIn(edge), names)) return faultOf('INVALID_HEF', 'boundary-layer-name-duplicate');
      }
    }
    if (!wraps) return undefined;
    // Loaders count contexts in eight bits: after the last context, the loader starts again at the first
    // context. When the loader reaches a boundary layer for the second time, the loader reports a second
    // layer of the same name.
    return faultOf(names.size > 0 ? 'INVALID_HEF' : 'hang', 'context-count-u8-wrap');
  }

  /**
   * Returns the fault of the core op for releases that read everything: the preliminary configuration, and
   * then each context.
   */
  #everything(): RuntimeFault | undefined {
    const { preliminary, contexts, contextCount, metadata } = this.coreOp;
    const first =
      preliminary && this.operations.in(`${preliminary.path}.operation`, preliminary.operationCount);
    if (first !== undefined) return first;
    for (const context of contexts) {
      const fault = this.#context(context);
      if (fault !== undefined) return fault;
    }
    // The counter of the loader's loop has sixteen bits. With more contexts than the counter can count, the
    // loop never ends, and takes memory for each context.
    if (contextCount > MAX_16_BITS) return faultOf('hang', 'too-many-contexts');
    if (this.#hasNamesTwice()) return faultOf('INVALID_HEF', 'boundary-layer-name-duplicate');
    if ((metadata?.cfgChannelCount.value ?? 0) > MAX_8_BITS) {
      return faultOf('INVALID_HEF', 'cfg-channels-count-range', metadata);
    }
    const engine = this.#engineFault();
    if (engine !== undefined) return engine;
    // Loaders read the first context, and do not check that the context exists.
    return contextCount === 0 ? faultOf('crash', 'no-contexts') : undefined;
  }

  #context(context: CheckedContext): RuntimeFault | undefined {
    const operation = this.operations.in(`${context.path}.operations`, context.operationCount);
    if (operation !== undefined) return operation;
    for (const edge of context.edges) {
      const fault =
        edge.connection === CONNECTION_BOUNDARY
          ? new BoundaryLoad(edge, this.#scope).fault()
          : innerFault(edge, context, this.#scope);
      if (fault !== undefined) return faultIn(fault, edge);
    }
    return faultIn(pairsFault(context), context);
  }

  /**
   * Returns the fault of a channel in use whose DMA engine does not fit in a byte. Loaders do not read the
   * entries of other channels.
   */
  #engineFault(): RuntimeFault | undefined {
    const { metadata } = this.coreOp;
    if (metadata === undefined || !this.release.isFrom('4.10.0')) return undefined;
    const channels = Math.max(1, metadata.cfgChannelCount.value);
    const wrong = this.log.within(NOTE.engine, metadata).find(({ message }) => Number(message) < channels);
    return wrong && faultOf('INVALID_HEF', 'edge-later-index-range', wrong);
  }

  #hasNamesTwice(): boolean {
    const names = new Set<string>();
    return this.coreOp.contexts.some(({ edges }) =>
      edges.some((edge) => edge.connection === CONNECTION_BOUNDARY && isTaken(nameIn(edge), names)),
    );
  }
}

function nameIn({ view }: CheckedContext['edges'][number]): string {
  return (view.layerInfo ?? view.layerMux ?? view.layerPlanes)?.name ?? '';
}

function isTaken(name: string, names: Set<string>): boolean {
  const { size } = names;
  return names.add(name).size === size;
}
