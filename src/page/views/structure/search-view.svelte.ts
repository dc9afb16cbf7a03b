import { proxy } from 'comlink';
import type { SearchHit, SearchQuery, SearchResult } from '../../../show/inspect/search.js';
import { RowScroll } from '../../rows/row-scroll.svelte.js';
import { failureOf, failureText } from '../../state/failure.js';

const ROW_HEIGHT = 24;
/** Hits that are kept: for more there is the command. */
const MOST_HITS = 10_000;

/** Who searches a file. */
export interface Searcher {
  /** @returns null where the search was given up */
  search(
    query: SearchQuery,
    onFound: (hits: readonly SearchHit[], offset: number) => void,
  ): Promise<SearchResult | null>;
  stopSearch(): Promise<void>;
}

/** A search by name or value, and what it has found. */
export class SearchView {
  readonly scroll = new RowScroll(ROW_HEIGHT);
  hits = $state.raw<readonly SearchHit[]>([]);
  /** Offset up to which everything was looked at; null while nothing is being searched. */
  searched = $state<number | null>(null);
  /** Where to go on, where there is more. */
  next = $state<number | null>(null);
  /** Of the hits, the one that was gone to; -1 for none. */
  current = $state(-1);
  /** What is looked for; null where nothing was yet. */
  query = $state.raw<SearchQuery | null>(null);
  error = $state<string | null>(null);
  /** Counts searches: answers to one that was given up are dropped. */
  #turn = 0;
  readonly isFull = $derived(this.hits.length >= MOST_HITS);

  constructor(
    private readonly searcher: Searcher,
    private readonly onChoose: (hit: SearchHit) => void,
  ) {}

  /** Begins a search; the same one again goes to the next hit. */
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

  /** Goes on where a search has stopped, because it had found enough. */
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

  /** Goes to a hit after or in front of the last one; from the end to the beginning, and back. */
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
