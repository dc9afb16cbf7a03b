import { joinPath, pathStep } from '../../base/schema/path.js';
import { MAX_DEPTH } from '../../base/wire/limits.js';
import { type Cell, type Cells, type Notation, TEXTPROTO, YAML } from './notation.js';

export const NO_LIST = 0;
/** A list on one line, of numbers and the like. */
export const FLOW = 1;
/** A list with lines for each element. */
export const BLOCK = 2;

/** A message that is open in a text: how far the member is that was written last, whether its list is open. */
class Frame {
  cells!: Cells;
  /** The field that it is a member of. */
  cell: Cell | undefined;
  /** Its path, where that was asked for: a hostile file has tens of thousands of broken records in one message. */
  path: string | undefined;
  isEmpty = true;
  /** Field number of the member that was written or read last. */
  last = 0;
  list = NO_LIST;
  /** Elements of the field in front of the present one. */
  index = 0;
  oneofs = 0;
  level = 0;
  /** Whether its first member goes on in the line that is there. */
  inline = true;
  /** Whether it stands in a list. */
  isItem = true;

  begin(cells: Cells, level: number, isItem: boolean, cell?: Cell): void {
    this.cells = cells;
    this.cell = cell;
    this.path = undefined;
    this.isEmpty = true;
    this.last = 0;
    this.list = NO_LIST;
    this.oneofs = 0;
    this.level = level;
    this.inline = isItem;
    this.isItem = isItem;
  }
}

/** The messages that are open in a text, as deep as a reader goes, and what is around them. */
export abstract class FrameStack {
  /** What is put in front of paths: where the message is that a text began with. */
  prefix: () => string = () => '';
  /** Of the unknown groups that are open: the records that each has by now. */
  protected groups: number[] = [];
  protected readonly layout: number;
  /** The open one. */
  protected frame: Frame;
  readonly #frames = Array.from({ length: MAX_DEPTH + 2 }, () => new Frame());
  #depth = 0;

  constructor(readonly notation: Notation) {
    this.layout = notation.layout;
    this.frame = this.#frames[0] as Frame;
  }

  /** How many messages are open around the open one. */
  get depth(): number {
    return this.#depth;
  }

  /** Whether the open message has had no member yet. */
  get isEmpty(): boolean {
    return this.frame.isEmpty;
  }

  /** The path of the open message, or of the member of a field that was read last, with the prefix. */
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
    if (this.groups.length > 0) this.groups = [];
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

  /** Closes a list. */
  protected abstract endList(): void;

  /** Takes note of the next member. @returns whether it may stand after the ones before */
  protected mayFollow(cell: Cell): boolean {
    const { frame } = this;
    const { order } = cell;
    if (order === frame.last) {
      frame.index++;
      return cell.repeated;
    }
    if (order < frame.last) return false;
    if (cell.oneof !== 0) {
      if ((frame.oneofs & cell.oneof) !== 0) return false;
      frame.oneofs |= cell.oneof;
    }
    if (frame.list !== NO_LIST) this.endList();
    frame.last = order;
    frame.index = 0;
    return true;
  }
}

/** The path of a field's element in the message at a path. */
export function elementPath(path: string, { field }: Cell, index: number): string {
  return joinPath(path, pathStep(field, field.number, index));
}
