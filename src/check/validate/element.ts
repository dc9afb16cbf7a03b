import type { Span } from '../../base/diagnostics/diagnostic.js';
import { joinPath } from '../../base/schema/table.js';
import { SAW_UNKNOWN_LEN } from '../../read/scan/plan.js';
import type { Scanner } from '../../read/scan/scanner.js';
import type { FactPlace, Name, Reference } from '../rules/facts/fact-place.js';
import type { ElementFacts } from '../rules/rule.js';
import type { ValidationPlan } from './subscription.js';

/** The element of one message type that ends at the position of a scanner, for rules and facts. */
export class ScannedElement implements ElementFacts {
  readonly #fields = new Map<string, Field>();
  private scanner!: Scanner;

  /**
   * @param at path of a message in the element, to which all other paths are relative; `''` for the element
   * itself
   */
  constructor(
    private readonly plan: Pick<ValidationPlan, 'plan' | 'entry'>,
    private readonly typeName: string,
    private readonly within = '',
  ) {}

  /**
   * Moves this object to the ending element. The same object serves all elements of the type, because a file
   * may have millions of elements.
   */
  at(scanner: Scanner): this {
    this.scanner = scanner;
    return this;
  }

  get broken(): boolean {
    return this.scanner.broken;
  }

  get lost(): boolean {
    return this.scanner.lost;
  }

  path(field = ''): string {
    return this.scanner.path(this.entry(field));
  }

  pathOf(field = ''): () => string {
    const known = this.#field(field);
    known.pathOf ??= () => this.scanner.path(known.entry);
    return known.pathOf;
  }

  span(field = ''): Span {
    const entry = this.entry(field);
    return entry === 0 ? this.scanner.span : this.scanner.spanOf(entry);
  }

  place(field = ''): FactPlace {
    return placeAt(this.scanner, this.entry(field));
  }

  has(field: string): boolean {
    const entry = this.entry(field);
    return entry === 0 || this.scanner.has(entry);
  }

  value(field: string): number {
    return valueAt(this.scanner, this.entry(field));
  }

  kept(field: string): boolean {
    return this.scanner.kept(this.entry(field));
  }

  reference(field: string): Reference {
    const { scanner } = this;
    const known = this.#field(field);
    const { entry } = known;
    const isThere = entry === 0 || scanner.has(entry);
    const { offset, length, path } = placeAt(scanner, isThere ? entry : this.#holderOf(known));
    return { offset, length, path, value: isThere ? valueAt(scanner, entry) : 0 };
  }

  /** Returns a kept double; 0 if absent. */
  double(field: string): Reference {
    const reference = this.reference(field);
    if (!this.has(field)) return reference;
    const [low, high] = this.scanner.bits(this.entry(field));
    bits.setUint32(0, low >>> 0, true);
    bits.setUint32(4, high >>> 0, true);
    const { offset, length, path } = reference;
    return { offset, length, path, value: bits.getFloat64(0, true) };
  }

  /** Returns an empty name for an absent string, with the place of the message around the string. */
  noName(field: string): Name {
    const { offset, length, path } = this.place(holderOf(field));
    return { offset, length, path, value: '', byteLength: 0 };
  }

  count(field: string): number {
    // The holder is checked, because the scanner keeps the counts of an earlier element if the message is
    // absent.
    const known = this.#field(field);
    const holder = this.#holderOf(known);
    return holder === 0 || this.scanner.has(holder) ? this.scanner.count(known.entry) : 0;
  }

  get field(): string {
    const { frames, plan } = this.scanner;
    return plan.entryField[frames.entry[frames.depth] as number]?.name ?? '';
  }

  index(levels = 0): number {
    const { frames } = this.scanner;
    return frames.index[frames.depth - levels] as number;
  }

  isUnset(member: string): boolean {
    const entry = this.entry(member);
    return (this.scanner.maskOf(entry) & (this.plan.plan.entryOneof[entry] as number)) === 0;
  }

  hasUnknown(field: string): boolean {
    return (this.scanner.nodeMask(this.entry(field)) & SAW_UNKNOWN_LEN) !== 0;
  }

  /** Returns the plan's entry of a field; 0 for the element itself. */
  entry(field: string): number {
    return this.#field(field).entry;
  }

  #field(name: string): Field {
    let field = this.#fields.get(name);
    if (field === undefined) {
      const path = joinPath(this.within, name);
      const entry = path === '' ? 0 : this.plan.entry(this.typeName, path);
      field = { name, entry, holder: -1, pathOf: undefined };
      this.#fields.set(name, field);
    }
    return field;
  }

  #holderOf(field: Field): number {
    if (field.holder < 0) field.holder = this.entry(holderOf(field.name));
    return field.holder;
  }
}

/** A field of the element. The members depend only on the plan. */
interface Field {
  readonly name: string;
  /** The plan's entry of the field; 0 for the element itself. */
  readonly entry: number;
  /** Entry of the message that contains the field; -1 until first used. */
  holder: number;
  pathOf: (() => string) | undefined;
}

const bits = new DataView(new ArrayBuffer(8));

/** Returns the kept value of an entry; 0 for any other entry. */
export function valueAt(scanner: Scanner, entry: number): number {
  return scanner.kept(entry) ? scanner.value(entry) : 0;
}

export function placeAt(scanner: Scanner, entry: number): FactPlace {
  const offset = scanner.offsetOf(entry);
  return { offset, length: scanner.endOf(entry) - offset, path: scanner.path(entry) };
}

/** Returns the message that contains a field: `a.b` for `a.b.c`. */
function holderOf(field: string): string {
  const dot = field.lastIndexOf('.');
  return dot < 0 ? '' : field.slice(0, dot);
}
