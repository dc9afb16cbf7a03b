import { proxy } from 'comlink';
import type { SearchHit, SearchQuery, SearchResult } from '../../../show/inspect/search.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { failureOf, failureText } from '../../state/failure.js';

const ROW_HEIGHT = 24;
/** Maximum number of hits to keep; the command lists more. */
const MOST_HITS = 10_000;

interface Searcher {
  /** @returns null if the search was cancelled */
  search(
    query: SearchQuery,
    onFound: (hits: readonly SearchHit[], offset: number) => void,
  ): Promise<SearchResult | null>;
  stopSearch(): Promise<void>;
}

/** A search by name or value, and its results. */
export class SearchView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  hits = $state.raw<readonly SearchHit[]>([]);
  /** Offset up to which the search is complete; null while no search is running. */
  searched = $state<number | null>(null);
  /** Offset at which the search continues; null at the end of the file. */
  next = $state<number | null>(null);
  /** Index of the current hit; -1 without a current hit. */
  current = $state(-1);
  query = $state.raw<SearchQuery | null>(null);
  error = $state<string | null>(null);
  /** Number of searches. A result is dropped if this number has changed since its request. */
  #turn = 0;
  readonly isFull = $derived(this.hits.length >= MOST_HITS);

  constructor(
    private readonly searcher: Searcher,
    private readonly onChoose: (hit: SearchHit) => void,
  ) {}

  /** Begins a search. For the same query as before, goes to the next hit. */
  submit(text: string, kind: NonNullable<SearchQuery['kind']>): void {
    const wanted = text.trim();
    if (wanted === '') {
      this.close();
      return;
    }
    if (this.query?.text === wanted && this.query.kind === kind) {
      this.step(1);
      return;
    }
    this.stop();
    this.hits = [];
    this.scroll.rows = 0;
    this.current = -1;
    this.query = { text: wanted, kind };
    void this.#search({ text: wanted, kind });
  }

  /** Continues a search that stopped at its limit. */
  more(): void {
    const { query, next } = this;
    if (query !== null && next !== null && !this.isFull) void this.#search({ ...query, from: next });
  }

  stop(): void {
    this.#turn++;
    if (this.searched !== null) this.next = this.searched;
    this.searched = null;
    void this.searcher.stopSearch();
  }

  close(): void {
    this.stop();
    this.query = null;
    this.hits = [];
    this.scroll.rows = 0;
    this.next = null;
    this.error = null;
  }

  /** Goes to the next or previous hit. The next hit after the last hit is the first hit. */
  step(by: number): void {
    const { length } = this.hits;
    if (length === 0) return;
    const from = this.current < 0 && by < 0 ? 0 : this.current;
    this.to((from + by + length) % length);
  }

  to(index: number): void {
    const hit = this.hits[index];
    if (hit === undefined) return;
    this.current = index;
    this.scroll.reveal(index);
    this.onChoose(hit);
  }

  async #search(query: SearchQuery): Promise<void> {
    const turn = ++this.#turn;
    this.searched = query.from ?? 0;
    this.next = null;
    this.error = null;
    const add = (hits: readonly SearchHit[]): void => {
      if (hits.length === 0) return;
      const isFirst = this.hits.length === 0;
      this.hits = [...this.hits, ...hits];
      this.scroll.rows = this.hits.length;
      if (isFirst && this.current < 0) this.to(0);
    };
    try {
      const onFound = (hits: readonly SearchHit[], offset: number): void => {
        if (turn !== this.#turn) return;
        add(hits);
        this.searched = offset;
      };
      const result = await this.searcher.search(query, proxy(onFound));
      if (turn !== this.#turn || result === null) return;
      add(result.hits);
      this.next = result.next;
      this.searched = null;
    } catch (error) {
      if (turn !== this.#turn) return;
      this.searched = null;
      this.error = failureText(failureOf(error));
    }
  }
}
