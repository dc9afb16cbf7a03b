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

/** Offset that means that no operation is open. */
const NOWHERE = -1;

/** Facts of the operations in an open context, or in an open preliminary configuration. */
export class OpenScope {
  readonly references: References = newReferences();
  /** The last input action: the offset of its operation, and the index of the action in the operation. */
  inputOperation = NOWHERE;
  inputAction = NOWHERE;
  /** Runs of writes; defined if writes are listed one by one. */
  writeRuns: WriteRuns | undefined;
  /** Number of the list of operations; defined if unique ids are listed one by one. */
  list: number | undefined;

  /** Adds the values that the scanner has gathered in the ending element. */
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
 * Finds the scope of an operation. Only one context is open at a time, but preliminary configurations can be
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

  /** Returns the scope of the frame at `depth`, which contains operations. */
  at(scanner: Scanner, depth: number): OpenScope {
    if (scanner.frames.message(depth)?.index === this.#contextType) {
      this.#ofContext ??= new OpenScope();
      return this.#ofContext;
    }
    const open = this.files.around(scanner, depth);
    open.scope ??= new OpenScope();
    return open.scope;
  }

  /** Returns the core op around the frame at `depth`, which contains operations. */
  coreOpAt(scanner: Scanner, depth: number): GatheredCoreOp {
    const inContext = scanner.frames.message(depth)?.index === this.#contextType;
    return this.files.around(scanner, inContext ? depth - 1 : depth);
  }

  takeOfContext(): OpenScope {
    const scope = this.#ofContext ?? new OpenScope();
    this.#ofContext = undefined;
    return scope;
  }
}
