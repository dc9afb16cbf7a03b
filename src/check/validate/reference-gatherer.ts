import type { Scanner } from '../../read/scan/scanner.js';
import { addReference, type ReferenceBudget, type ReferenceKind } from '../rules/facts/references.js';
import { placedFrom, REFERENCE_FIELDS } from './reference-fields.js';
import type { Scopes } from './scopes.js';
import type { ValidationPlan } from './subscription.js';

/** A reference field as entries of a plan. */
interface ReferenceEntry {
  readonly kind: ReferenceKind;
  /** Entry of the message if the reference counts as soon as its message is present; undefined otherwise. */
  readonly message: number | undefined;
  readonly scalar: number;
}

/** Gathers the references that are listed one by one: see reference-fields.ts. */
export class ReferenceGatherer {
  constructor(
    private readonly plan: ValidationPlan,
    private readonly scopes: Scopes,
    private readonly budget: () => ReferenceBudget,
  ) {}

  /** Returns the handlers for the end of messages, by type. */
  leaving(): readonly (readonly [type: number, leave: (scanner: Scanner) => void])[] {
    return ['ProtoMDLOperation', 'ProtoMDLAction'].map((element) => {
      const entries = this.#entries(element);
      // Number of levels between the element and the message that contains the operations.
      const levels = element === 'ProtoMDLOperation' ? 1 : 2;
      const leave = (scanner: Scanner) => {
        for (const entry of entries) this.#refer(scanner, entry, levels);
      };
      return [this.plan.typeNames.indexOf(element), leave];
    });
  }

  #entries(element: string): readonly ReferenceEntry[] {
    const { plan } = this;
    return REFERENCE_FIELDS.filter((field) => field.element === element).map(
      ({ kind, path, field, counts }) => ({
        kind,
        message:
          counts === 'with-message' && placedFrom(plan.placed, kind) === 0
            ? plan.entry(element, path)
            : undefined,
        scalar: plan.entry(element, `${path}.${field}`),
      }),
    );
  }

  #refer(scanner: Scanner, { kind, message, scalar }: ReferenceEntry, levels: number): void {
    if (scanner.kept(scalar)) this.#add(scanner, kind, scanner.value(scalar), scalar, levels);
    else if (message !== undefined && scanner.has(message)) this.#add(scanner, kind, 0, message, levels);
  }

  #add(scanner: Scanner, kind: ReferenceKind, value: number, entry: number, levels: number): void {
    const { references } = this.scopes.at(scanner, scanner.frames.depth - levels);
    addReference(references, kind, value, this.budget(), () => ({
      ...scanner.spanOf(entry),
      path: scanner.path(entry),
    }));
  }
}
