import { MAX_DEPTH } from '../../base/wire/limits.js';
import { type Cell, type Cells, type Notation, TEXTPROTO, YAML } from './notation.js';

export const NO_LIST = 0;
/** A list on one line, of numbers and the like. */
export const FLOW = 1;
/** A list with lines for each element. */
export const BLOCK = 2;

/** Frames there may be: messages as deep as a reader goes, and what is around them. */
export const FRAMES = MAX_DEPTH + 2;

/**
 * The messages that are open in a text, each a frame: how far the member is that was written last, whether its list
 * is open. What is known of the innermost one lies in members of its own, which cost less than an array's elements.
 */
export abstract class FrameStack {
  depth = 0;
  /** What is put in front of paths: where the message is that a text began with. */
  prefix: () => string = () => '';

  protected readonly layout: number;

  // The open frame.
  protected cells: Cells;
  protected count = 0;
  /** Field number of the member that was written or read last. */
  protected last = 0;
  protected list = NO_LIST;
  /** Elements of the field in front of the present one. */
  protected index = 0;
  protected oneofs = 0;
  protected level = 0;
  /** Whether its first member goes on in the line that is there. */
  protected inline = true;
  /** Whether it stands in a list. */
  protected isItem = true;
  /** Of the unknown groups that are open in it: the records that each has by now. */
  protected groups: number[] = [];

  // Those around it, by depth.
  readonly #allCells: Cells[] = [];
  readonly #openCells: (Cell | undefined)[] = [];
  readonly #lasts = new Int32Array(FRAMES);
  readonly #lists = new Int32Array(FRAMES);
  readonly #indexes = new Int32Array(FRAMES);
  readonly #allOneofs = new Int32Array(FRAMES);
  readonly #levels = new Int32Array(FRAMES);
  readonly #items = new Uint8Array(FRAMES);

  // Paths of frames that were asked for, by depth, and what each was made of: a hostile file has tens of thousands of
  // broken records with the same messages around them.
  readonly #paths: string[] = [];
  readonly #pathsAround: string[] = [];
  readonly #pathCells: (Cell | undefined)[] = [];
  readonly #pathIndexes = new Int32Array(FRAMES);

  constructor(readonly notation: Notation) {
    this.layout = notation.layout;
    this.cells = notation.messages[0] as Cells;
  }

  /** Whether the open message has had no member yet. */
  get isEmpty(): boolean {
    return this.count === 0;
  }

  /** The path of the member that is open or was written last, with the prefix. */
  path(field?: Cell): string {
    let path = this.prefix();
    for (let depth = 1; depth <= this.depth; depth++) path = this.#pathOf(depth, path);
    return field === undefined ? path : joinPath(path, field.field.name, field.repeated, this.index);
  }

  #pathOf(depth: number, around: string): string {
    const cell = this.#openCells[depth];
    const index = this.#indexes[depth - 1] as number;
    if (
      this.#pathCells[depth] === cell &&
      this.#pathIndexes[depth] === index &&
      this.#pathsAround[depth] === around
    ) {
      return this.#paths[depth] as string;
    }
    const path = joinPath(around, cell?.field.name, cell?.repeated, index);
    this.#paths[depth] = path;
    this.#pathsAround[depth] = around;
    this.#pathCells[depth] = cell;
    this.#pathIndexes[depth] = index;
    return path;
  }

  /** Begins the open message anew: one that stands in a list or by itself goes on in the line that is there. */
  protected reset(cells: Cells, level: number, isItem: boolean): void {
    if (this.groups.length > 0) this.groups = [];
    this.cells = cells;
    this.fresh();
    this.level = level;
    this.inline = isItem;
    this.isItem = isItem;
  }

  protected fresh(): void {
    this.count = 0;
    this.last = 0;
    this.list = NO_LIST;
    this.index = 0;
    this.oneofs = 0;
  }

  protected push(cell: Cell): void {
    const { depth } = this;
    if (this.#allCells[depth] !== this.cells) this.#allCells[depth] = this.cells;
    this.#lasts[depth] = this.last;
    this.#lists[depth] = this.list;
    this.#indexes[depth] = this.index;
    this.#allOneofs[depth] = this.oneofs;
    this.#levels[depth] = this.level;
    this.#items[depth] = this.isItem ? 1 : 0;
    this.depth = depth + 1;
    if (this.#openCells[depth + 1] !== cell) this.#openCells[depth + 1] = cell;
    this.cells = cell.child as Cells;
    this.count = 0;
    this.last = 0;
    this.list = NO_LIST;
    this.index = 0;
    this.oneofs = 0;
    this.isItem = cell.repeated && this.layout === YAML;
    this.inline = this.isItem;
    this.level += cell.repeated && this.layout !== TEXTPROTO ? 2 : 1;
  }

  protected pop(): void {
    const depth = this.depth - 1;
    this.depth = depth;
    this.cells = this.#allCells[depth] as Cells;
    this.last = this.#lasts[depth] as number;
    this.list = this.#lists[depth] as number;
    this.index = this.#indexes[depth] as number;
    this.oneofs = this.#allOneofs[depth] as number;
    this.level = this.#levels[depth] as number;
    this.isItem = this.#items[depth] === 1;
    this.inline = false;
    this.count = 1;
  }

  /** Closes a list. */
  protected abstract endList(): void;

  /** Takes note of the next member. @returns whether it may stand after the ones before */
  protected mayFollow(cell: Cell): boolean {
    const { order } = cell;
    if (order === this.last) {
      this.index++;
      return cell.repeated;
    }
    if (order < this.last) return false;
    if (cell.oneof !== 0) {
      if ((this.oneofs & cell.oneof) !== 0) return false;
      this.oneofs |= cell.oneof;
    }
    if (this.list !== NO_LIST) this.endList();
    this.last = order;
    this.index = 0;
    return true;
  }
}

export function joinPath(
  path: string,
  name: string | undefined,
  repeated: boolean | undefined,
  index: number,
): string {
  const step = repeated === true ? `${name}[${index}]` : `${name}`;
  return path === '' ? step : `${path}.${step}`;
}
