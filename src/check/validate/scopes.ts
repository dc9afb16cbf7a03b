import type { Scanner } from '../../read/scan/scanner.js';
import {
  addGathered,
  type GatheredKind,
  newReferences,
  type ReferenceBudget,
  type References,
} from '../rules/facts/references.js';
import type { GatheredCoreOp } from './core-op-gatherer.js';
import type { FileGatherer } from './file-gatherer.js';
import type { ValidationPlan } from './subscription.js';
import type { WriteRuns } from './write-runs.js';

/** Offset that stands for no operation, because no operation begins there. */
const NOWHERE = -1;

/** Facts gathered from the open operations of a context, or of a preliminary configuration. */
export class OpenScope {
  readonly references: References = newReferences();
  /** The last action that let data in: the offset of its operation, and its index there. */
  inputOperation = NOWHERE;
  inputAction = NOWHERE;
  /** Set if writes are listed one by one. */
  writeRuns: WriteRuns | undefined;
  /** Number of the list of operations; set if unique ids are listed one by one. */
  list: number | undefined;

  /** Adds the values gathered in the element that ends. */
  takeGathered(scanner: Scanner, budget: ReferenceBudget): void {
    const { sets } = scanner.plan;
    for (let set = 0; set < sets.length; set++) {
      if (!scanner.hasGathered(set)) continue;
      const kind = sets[set] as GatheredKind;
      addGathered(this.references, kind, scanner.gathered(kind), budget);
    }
  }
}

/**
 * Finds the scope of an operation: only one context is open at a time, but preliminary configurations can be
 * nested.
 */
export class Scopes {
  readonly #contextType: number;
  #ofContext: OpenScope | undefined;

  constructor(
    plan: ValidationPlan,
    private readonly files: FileGatherer,
  ) {
    this.#contextType = plan.typeNames.indexOf('ProtoMDLContext');
  }

  start(): void {
    this.#ofContext = undefined;
  }

  /** The scope of the frame at `depth`, which holds operations. */
  at(scanner: Scanner, depth: number): OpenScope {
    if (scanner.frames.message(depth)?.index === this.#contextType) {
      this.#ofContext ??= new OpenScope();
      return this.#ofContext;
    }
    const open = this.files.around(scanner, depth);
    open.scope ??= new OpenScope();
    return open.scope;
  }

  /** The core op around the frame at `depth`, which holds operations. */
  coreOpAt(scanner: Scanner, depth: number): GatheredCoreOp {
    const inContext = scanner.frames.message(depth)?.index === this.#contextType;
    return this.files.around(scanner, inContext ? depth - 1 : depth);
  }

  /** Returns the scope of the context that ends, and resets it. */
  takeOfContext(): OpenScope {
    const scope = this.#ofContext ?? new OpenScope();
    this.#ofContext = undefined;
    return scope;
  }
}
