import { type Diagnostic, groupKey } from '../../../base/diagnostics/diagnostic.js';
import type { FindingFilter, FindingGroup } from '../../engine/finding-list.js';
import type { Explanation, Validator } from '../../engine/validator.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { type Failure, failureOf } from '../../state/failure.js';
import { type FindingRow, FindingRows, openAtFirst } from './finding-rows.js';

const ROW_HEIGHT = 44;
const PAGE = 100;
/** Maximum number of pages to keep, which is more than the number of visible pages. */
const MOST_PAGES = 12;

/** A validator in this thread or in a worker. */
type Asked = {
  readonly [Name in 'select' | 'page' | 'explain']: (
    ...given: Parameters<Validator[Name]>
  ) => Promise<Awaited<ReturnType<Validator[Name]>>>;
};

export interface FindingLine extends FindingRow {
  readonly row: number;
  readonly isOpen: boolean;
  /** The finding in this row; null for a row of a code, and for a finding that is not known yet. */
  readonly finding: Diagnostic | null;
}

/** The visible rows of the list of findings. Only some pages of findings are kept. */
export class Findings {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  /** Codes with their findings; null before the first result. */
  groups = $state.raw<readonly FindingGroup[] | null>(null);
  /** True while a filter is being applied to the report. */
  isBusy = $state(false);
  failure = $state.raw<Failure | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  #open = $state.raw<ReadonlySet<string>>(new Set());
  readonly rows = $derived(new FindingRows(this.groups ?? [], this.#open));
  /** Number that increases when pages arrive, so that dependent values are computed again. */
  #arrivals = $state(0);
  #pages = new Map<string, readonly Diagnostic[] | null>();
  /** Number of selections. A result is dropped if this number has changed since its request. */
  #epoch = 0;
  #explained: string | null = null;

  readonly lines: readonly FindingLine[] = $derived.by(() => {
    void this.#arrivals;
    const lines: FindingLine[] = [];
    for (let row = this.scroll.first; row < this.scroll.end; row++) {
      const at = this.rows.at(row);
      if (at === undefined) break;
      const { group, nth } = at;
      const finding = nth === null ? null : this.#held(group, nth);
      lines.push({ ...at, row, isOpen: this.rows.isOpen(group), finding });
    }
    return lines;
  });

  constructor(private readonly asked: () => Asked | null) {}

  /** Applies a filter to the current report. */
  async choose(filter: FindingFilter): Promise<void> {
    const asked = this.asked();
    if (asked === null) return;
    const epoch = ++this.#epoch;
    this.isBusy = true;
    try {
      const groups = await asked.select(filter);
      if (groups === null || epoch !== this.#epoch) return;
      this.#pages.clear();
      if (this.groups === null) this.#open = new Set(openAtFirst(groups));
      // With a text filter, the first matching codes are opened.
      else if (filter.text !== '') this.#open = new Set([...this.#open, ...openAtFirst(groups)]);
      this.groups = groups;
      this.scroll.rows = this.rows.count;
      this.isBusy = false;
    } catch (error) {
      if (epoch === this.#epoch) this.#fail(error);
    }
  }

  /** Ends the requests when the reader leaves the view; later results are dropped. */
  end(): void {
    this.#epoch++;
    this.#explained = null;
  }

  /** Requests the visible findings that are not known yet. */
  fill(): void {
    for (const { group, nth, finding } of this.lines)
      if (nth !== null && finding === null) this.#ask(group, nth);
  }

  finding(group: FindingGroup, nth: number): Diagnostic | null {
    void this.#arrivals;
    const held = this.#held(group, nth);
    if (held === null && nth < group.matching) this.#ask(group, nth);
    return held;
  }

  toggle(group: FindingGroup): void {
    const open = new Set(this.#open);
    if (!open.delete(groupKey(group))) open.add(groupKey(group));
    this.#open = open;
    this.scroll.rows = this.rows.count;
  }

  /** Opens the code that hides a row, and scrolls to the row. */
  reveal(index: number, nth: number | null): void {
    const group = this.groups?.[index];
    if (group === undefined) return;
    if (nth !== null && !this.rows.isOpen(group)) this.toggle(group);
    const row = this.rows.rowOf(index, nth);
    if (row >= 0) this.scroll.reveal(row);
  }

  /** Loads the documentation of a code into `explanation`. */
  async explain(code: string | null): Promise<void> {
    const asked = this.asked();
    if (code === this.#explained || asked === null) return;
    this.#explained = code;
    if (code === null) {
      this.explanation = null;
      return;
    }
    try {
      const explained = await asked.explain(code);
      if (code === this.#explained) this.explanation = explained;
    } catch (error) {
      this.#fail(error);
    }
  }

  #held(group: FindingGroup, nth: number): Diagnostic | null {
    return this.#pages.get(pageKey(group, nth))?.[nth % PAGE] ?? null;
  }

  #ask(group: FindingGroup, nth: number): void {
    const asked = this.asked();
    const key = pageKey(group, nth);
    if (asked === null || this.#pages.has(key)) return;
    const epoch = this.#epoch;
    const from = nth - (nth % PAGE);
    this.#pages.set(key, null);
    asked.page(group.code, group.severity, from, from + PAGE).then(
      (page) => {
        if (epoch !== this.#epoch || !this.#pages.has(key)) return;
        // The map has the most recently used page last.
        this.#pages.delete(key);
        this.#pages.set(key, page);
        for (const [oldest, held] of this.#pages) {
          if (this.#pages.size <= MOST_PAGES) break;
          if (held !== null) this.#pages.delete(oldest);
        }
        this.#arrivals++;
      },
      (error) => {
        if (epoch === this.#epoch) this.#fail(error);
      },
    );
  }

  #fail(error: unknown): void {
    this.failure = failureOf(error);
    this.isBusy = false;
  }
}

function pageKey(group: FindingGroup, nth: number): string {
  return `${groupKey(group)} ${Math.floor(nth / PAGE)}`;
}
