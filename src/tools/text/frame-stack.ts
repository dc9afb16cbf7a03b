import { joinPath, pathStep } from '../../base/schema/table.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { type Cell, type Cells, type Notation, TEXTPROTO, YAML } from './notation.js';

export const NO_LIST = 0;
/** A list on one line, of numbers, booleans or enum values. */
export const FLOW = 1;
/** A list with separate lines for each element. */
export const BLOCK = 2;

/**
 * A message that has begun in the text but has not ended: its last member, and the state of that member's
 * list.
 */
class Frame {
  cells!: Cells;
  /** The field that holds this message. */
  cell: Cell | undefined;
  /**
   * Path of the message, cached on first use: a hostile file has tens of thousands of broken records in one
   * message.
   */
  path: string | undefined;
  isEmpty = true;
  /** Field number of the member that was written or read last. */
  last = 0;
  list = NO_LIST;
  /** Number of elements of the field before the current element. */
  index = 0;
  level = 0;
  /** True if the message's first member continues on the current line. */
  inline = true;
  /** True if the message is an element of a list. */
  isItem = true;

  begin(cells: Cells, level: number, isItem: boolean, cell?: Cell): void {
    this.cells = cells;
    this.cell = cell;
    this.path = undefined;
    this.isEmpty = true;
    this.last = 0;
    this.list = NO_LIST;
    this.level = level;
    this.inline = isItem;
    this.isItem = isItem;
  }
}

/** The messages that are open in a text, up to the depth limit of readers, and their context. */
export abstract class FrameStack {
  /** Prefix of all paths: the path of the message with which the text began. */
  prefix: () => string = () => '';
  protected readonly layout: number;
  protected frame: Frame;
  readonly #frames = Array.from({ length: MAX_DEPTH + 2 }, () => new Frame());
  #depth = 0;

  constructor(readonly notation: Notation) {
    this.layout = notation.layout;
    this.frame = this.#frames[0] as Frame;
  }

  /** Number of messages open around the current message. */
  get depth(): number {
    return this.#depth;
  }

  /** The fields of the open message. */
  get cells(): Cells {
    return this.frame.cells;
  }

  /** True if the open message has no member yet. */
  get isEmpty(): boolean {
    return this.frame.isEmpty;
  }

  /**
   * Returns the path of the open message, or of the member of a field that was read last, with the prefix.
   */
  path(field?: Cell): string {
    let path = this.prefix();
    for (let depth = 1; depth <= this.#depth; depth++) {
      const frame = this.#frames[depth] as Frame;
      frame.path ??= elementPath(path, frame.cell as Cell, (this.#frames[depth - 1] as Frame).index);
      path = frame.path;
    }
    return field === undefined ? path : elementPath(path, field, this.frame.index);
  }

  protected restart(cells: Cells, level: number): void {
    this.#depth = 0;
    this.frame = this.#frames[0] as Frame;
    this.frame.begin(cells, level, true);
  }

  protected push(cell: Cell): void {
    const level = this.frame.level + (cell.repeated && this.layout !== TEXTPROTO ? 2 : 1);
    this.frame = this.#frames[++this.#depth] as Frame;
    this.frame.begin(cell.child as Cells, level, cell.repeated && this.layout === YAML, cell);
  }

  protected pop(): void {
    this.frame = this.#frames[--this.#depth] as Frame;
    this.frame.inline = false;
    this.frame.isEmpty = false;
  }

  protected abstract endList(): void;

  /** Counts the next member. The caller reads members in the order of field numbers. */
  follow(cell: Cell): void {
    const { frame } = this;
    if (cell.order === frame.last) {
      frame.index++;
      return;
    }
    if (frame.list !== NO_LIST) this.endList();
    frame.last = cell.order;
    frame.index = 0;
  }
}

export function elementPath(path: string, { field }: Cell, index: number): string {
  return joinPath(path, pathStep(field, field.number, index));
}
