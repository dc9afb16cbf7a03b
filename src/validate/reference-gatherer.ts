import {
  addReference,
  newReferences,
  type ReferenceBudget,
  type ReferenceKind,
  type References,
} from '../rules/facts/index.js';
import type { Scanner } from '../scan/index.js';
import type { FileGatherer } from './file-gatherer.js';
import { REFERENCE_FIELDS } from './reference-fields.js';
import type { ValidationPlan } from './subscription.js';

/** A reference field as entries of a plan. */
interface ReferenceEntry {
  readonly kind: ReferenceKind;
  /** Where the reference counts as soon as its message is there. */
  readonly message: number | undefined;
  readonly scalar: number;
}

/** Takes the references that are wanted one by one: see reference-fields.ts. */
export class ReferenceGatherer {
  readonly #contextType: number;
  #ofContext: References | undefined;

  constructor(private readonly plan: ValidationPlan) {
    this.#contextType = plan.typeNames.indexOf('ProtoMDLContext');
  }

  start(): void {
    this.#ofContext = undefined;
  }

  /** What to do at the end of which message. */
  leaving(
    files: FileGatherer,
    budget: () => ReferenceBudget,
  ): readonly (readonly [type: number, leave: (scanner: Scanner) => void])[] {
    return ['ProtoMDLOperation', 'ProtoMDLAction'].map((element) => {
      const entries = this.#entries(element);
      const leave = (scanner: Scanner) => {
        for (const entry of entries) this.#refer(scanner, entry, files, budget());
      };
      return [this.plan.typeNames.indexOf(element), leave];
    });
  }

  takeOfContext(): References | undefined {
    const references = this.#ofContext;
    this.#ofContext = undefined;
    return references;
  }

  #entries(element: string): readonly ReferenceEntry[] {
    const { plan } = this;
    return REFERENCE_FIELDS.filter((field) => field.element === element).map(
      ({ kind, path, field, counts }) => ({
        kind,
        message:
          counts === 'with-message' && plan.placed.get(kind) === 0 ? plan.entry(element, path) : undefined,
        scalar: plan.entry(element, `${path}.${field}`),
      }),
    );
  }

  #refer(scanner: Scanner, entry: ReferenceEntry, files: FileGatherer, budget: ReferenceBudget): void {
    const { kind, message, scalar } = entry;
    if (scanner.kept(scalar)) this.#add(scanner, kind, scanner.value(scalar), scalar, files, budget);
    else if (message !== undefined && scanner.has(message))
      this.#add(scanner, kind, 0, message, files, budget);
  }

  #add(
    scanner: Scanner,
    kind: ReferenceKind,
    value: number,
    entry: number,
    files: FileGatherer,
    budget: ReferenceBudget,
  ): void {
    addReference(this.#open(scanner, files), kind, value, budget, () => ({
      ...scanner.spanOf(entry),
      path: scanner.path(entry),
    }));
  }

  /** Those of the context that is open, or else of the preliminary configuration around. */
  #open(scanner: Scanner, files: FileGatherer): References {
    const { frames } = scanner;
    for (let depth = frames.depth; depth >= 0; depth--) {
      if (frames.message(depth)?.index !== this.#contextType) continue;
      this.#ofContext ??= newReferences();
      return this.#ofContext;
    }
    const open = files.around(scanner, frames.depth - 1);
    open.references ??= newReferences();
    return open.references;
  }
}
