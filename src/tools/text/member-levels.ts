import type { TextField } from './schema-names.js';

// Kinds of levels that can be open.
export const MESSAGE_LEVEL = 0;
export const LIST = 1;
/** The list under `$unknown`. */
export const UNKNOWN_LIST = 2;
/** No level is open, because the text has not begun. */
const NOTHING = -1;

interface Level {
  readonly kind: number;
  readonly field: TextField | undefined;
  readonly index: number;
  readonly specials: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Position of a reader of the JSON mapping: the open levels, and the field being read in each. */
export class MemberLevels {
  kind: number = NOTHING;
  /** The field whose value is due; in a list, the list's field. Undefined before the first member. */
  field: TextField | undefined;
  /** In a list: number of elements read. */
  index = 0;
  /** Keys with `$` that the innermost message has used. */
  specials = NONE;
  readonly #around: Level[] = [];

  get isEmpty(): boolean {
    return this.kind === NOTHING;
  }

  /** True if the model itself is the innermost level. */
  get isRoot(): boolean {
    return this.#around.length === 0;
  }

  /** Begins a message: the field's value, or an element of its list. */
  enterMessage(): void {
    this.#enter(MESSAGE_LEVEL);
    this.field = undefined;
    this.specials = NONE;
  }

  enterList(kind: typeof LIST | typeof UNKNOWN_LIST): void {
    this.#enter(kind);
    if (kind === LIST) this.index = 0;
  }

  /** Ends the innermost level, and counts it as one value of the enclosing level. */
  leave(): void {
    const { kind, field, index, specials } = this.#around.pop() as Level;
    this.kind = kind;
    this.field = field;
    this.index = index;
    this.specials = specials;
    this.count();
  }

  count(): void {
    if (this.kind === LIST) this.index++;
  }

  path(): string {
    let path = '';
    for (const { kind, field, index } of [...this.#around, this]) {
      // A level under `$unknown` has no field.
      if (field === undefined) continue;
      if (kind === MESSAGE_LEVEL) path += `${path === '' ? '' : '.'}${field.field.name}`;
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
