import type { Span } from '../diagnostics/span.js';
import type { ElementFacts } from '../rules/rule.js';
import { SAW_UNKNOWN_LEN, type Scanner } from '../scan/index.js';
import type { ValidationPlan } from './subscription.js';

/** The element of one message type that a scanner stands at the end of, as rules see it. */
export class ScannedElement implements ElementFacts {
  readonly #entries = new Map<string, number>();
  private scanner!: Scanner;

  constructor(
    private readonly plan: ValidationPlan,
    private readonly typeName: string,
  ) {}

  /** The same object serves all elements of the type: there may be millions. */
  at(scanner: Scanner): this {
    this.scanner = scanner;
    return this;
  }

  get broken(): boolean {
    return this.scanner.broken;
  }

  path(field = ''): string {
    return this.scanner.path(field === '' ? 0 : this.#entry(field));
  }

  span(field = ''): Span {
    return field === '' ? this.scanner.span : this.scanner.spanOf(this.#entry(field));
  }

  has(field: string): boolean {
    return this.scanner.has(this.#entry(field));
  }

  isUnset(member: string): boolean {
    const entry = this.#entry(member);
    return (this.scanner.maskOf(entry) & (this.plan.plan.entryOneof[entry] as number)) === 0;
  }

  hasUnknown(field: string): boolean {
    return (this.scanner.nodeMask(field === '' ? 0 : this.#entry(field)) & SAW_UNKNOWN_LEN) !== 0;
  }

  #entry(field: string): number {
    let entry = this.#entries.get(field);
    if (entry === undefined) {
      entry = this.plan.entry(this.typeName, field);
      this.#entries.set(field, entry);
    }
    return entry;
  }
}
