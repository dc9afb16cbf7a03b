import type { ChangeRow, PageComparison } from '../../engine/comparison.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { type Failure, failureOf } from '../../state/failure.js';

const ROW_HEIGHT = 44;
const PAGE = 100;
const MOST_PAGES = 12;

/** A visible row of the list; null if not known yet. */
interface ChangeLine {
  readonly index: number;
  readonly row: ChangeRow | null;
}

/** The visible rows of the list of changes. */
export class ShownChanges {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  failure = $state.raw<Failure | null>(null);
  cursor = $state(-1);
  #arrivals = $state(0);
  readonly #pages = new Map<number, readonly ChangeRow[] | null>();

  readonly lines: readonly ChangeLine[] = $derived.by(() => {
    void this.#arrivals;
    const lines: ChangeLine[] = [];
    for (let index = this.scroll.first; index < this.scroll.end; index++) {
      lines.push({ index, row: this.row(index) });
    }
    return lines;
  });

  /** @param page requests the rows `from` to `to` - 1 */
  constructor(
    rows: number,
    private readonly page: (...given: Parameters<PageComparison['page']>) => Promise<readonly ChangeRow[]>,
  ) {
    this.scroll.rows = rows;
  }

  row(index: number): ChangeRow | null {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE] ?? null;
  }

  /** Requests the visible rows that are not known yet. */
  fill(): void {
    for (const { index, row } of this.lines) if (row === null) this.#ask(Math.floor(index / PAGE));
  }

  to(index: number): void {
    this.cursor = Math.max(0, Math.min(index, this.scroll.rows - 1));
    this.scroll.reveal(this.cursor);
  }

  #ask(page: number): void {
    if (this.#pages.has(page)) return;
    this.#pages.set(page, null);
    this.page(page * PAGE, (page + 1) * PAGE).then(
      (rows) => {
        this.#pages.delete(page);
        this.#pages.set(page, rows);
        for (const [oldest, held] of this.#pages) {
          if (this.#pages.size <= MOST_PAGES) break;
          if (held !== null) this.#pages.delete(oldest);
        }
        this.#arrivals++;
      },
      (error) => {
        this.failure = failureOf(error);
      },
    );
  }
}
