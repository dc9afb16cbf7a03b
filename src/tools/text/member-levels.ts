import type { TextField } from './schema-names.js';

// What may be open.
export const MESSAGE = 0;
export const LIST = 1;
/** The one under `$unknown`. */
export const UNKNOWN_LIST = 2;
/** Nothing, before the text begins. */
const NOTHING = -1;

interface Level {
  readonly kind: number;
  readonly field: TextField | undefined;
  readonly index: number;
  readonly specials: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Where a reader of the JSON mapping is: what is open, and the field that is being read in it. */
export class MemberLevels {
  /** What the innermost one is. */
  kind: number = NOTHING;
  /** The field whose value is due; of a list, that of the list. Undefined at the beginning. */
  field: TextField | undefined;
  /** In a list: elements so far. */
  index = 0;
  /** Keys with `$` that the innermost message has had. */
  specials = NONE;
  readonly #around: Level[] = [];

  /** Whether nothing has begun. */
  get isEmpty(): boolean {
    return this.kind === NOTHING;
  }

  /** Whether the model itself is the innermost one. */
  get isRoot(): boolean {
    return this.#around.length === 0;
  }

  /** Begins a message, which is the value of the field or in its list. */
  enterMessage(): void {
    this.#enter(MESSAGE);
    this.field = undefined;
    this.specials = NONE;
  }

  enterList(kind: typeof LIST | typeof UNKNOWN_LIST): void {
    this.#enter(kind);
    if (kind === LIST) this.index = 0;
  }

  /** The innermost one ends: it was a value in what is around it. */
  leave(): void {
    const { kind, field, index, specials } = this.#around.pop() as Level;
    this.kind = kind;
    this.field = field;
    this.index = index;
    this.specials = specials;
    this.count();
  }

  /** A value is written. */
  count(): void {
    if (this.kind === LIST) this.index++;
  }

  path(): string {
    let path = '';
    for (const { kind, field, index } of [...this.#around, this]) {
      // That under `$unknown` is of no field.
      if (field === undefined) continue;
      if (kind === MESSAGE) path += `${path === '' ? '' : '.'}${field.field.name}`;
      else path += `[${index}]`;
    }
    return path;
  }

  #enter(kind: number): void {
    const { field, index, specials } = this;
    this.#around.push({ kind: this.kind, field, index, specials });
    this.kind = kind;
  }
}
