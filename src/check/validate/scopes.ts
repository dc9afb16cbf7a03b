import type { Scanner } from '../../read/scan/scanner.js';
import {
  addGathered,
  type GatheredKind,
  newReferences,
  type ReferenceBudget,
  type References,
} from '../rules/facts/references.js';
import type { OpenCoreOp } from './core-op-gatherer.js';
import type { FileGatherer } from './file-gatherer.js';
import type { ValidationPlan } from './subscription.js';
import type { WriteRuns } from './write-runs.js';

/** No operation: none begins there. */
const NOWHERE = -1;

/** The operations of a context, or of a preliminary configuration, that is open: what was seen of them so far. */
export class OpenScope {
  readonly references: References = newReferences();
  /** The last action that let data in: the offset of its operation, and which action of that it is. */
  inputOperation = NOWHERE;
  inputAction = NOWHERE;
  /** Where writes are listed one by one. */
  writeRuns: WriteRuns | undefined;
  /** The number of the list of its operations, where unique ids are listed one by one. */
  list: number | undefined;

  /** What was gathered in the element that ends belongs to it. */
  takeGathered(scanner: Scanner, budget: ReferenceBudget): void {
    const { sets } = scanner.plan;
    for (let set = 0; set < sets.length; set++) {
      if (!scanner.hasGathered(set)) continue;
      const kind = sets[set] as GatheredKind;
      addGathered(this.references, kind, scanner.gathered(kind), budget);
    }
  }
}

/** Finds the scope that an operation is in: a context is open alone, preliminary configurations lie in each other. */
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

  /** The scope that the frame at `depth`, which holds operations, is or belongs to. */
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
  coreOpAt(scanner: Scanner, depth: number): OpenCoreOp {
    const inContext = scanner.frames.message(depth)?.index === this.#contextType;
    return this.files.around(scanner, inContext ? depth - 1 : depth);
  }

  /** That of the context that ends. */
  takeOfContext(): OpenScope {
    const scope = this.#ofContext ?? new OpenScope();
    this.#ofContext = undefined;
    return scope;
  }
}
