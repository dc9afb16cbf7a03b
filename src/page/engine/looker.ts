import { transfer } from 'comlink';
import type { Source } from '../../base/source/source.js';
import type { ModelGlance, ModelSummary } from '../../read/model/summary.js';
import type { FoldOptions } from '../../show/drawing/fold.js';
import type { BoxSize } from '../../show/drawing/layout.js';
import type { NetworkDrawing } from '../../show/drawing/network-drawing.js';
import { contentId } from '../../show/inspect/content-id.js';
import type { Detail } from '../../show/inspect/detail.js';
import { Inspector, type PartChain } from '../../show/inspect/inspector.js';
import type { ByteMeanings, Children, Part } from '../../show/inspect/part.js';
import type { Pointers } from '../../show/inspect/pointer-list.js';
import type { SearchHit, SearchQuery, SearchResult } from '../../show/inspect/search.js';
import type { Timeline } from '../../show/inspect/timeline.js';
import type { FileCost } from '../../show/network/cost.js';
import type { Network } from '../../show/network/network.js';
import type { Schedules } from '../../show/network/schedule.js';
import type { AsMessage } from './as-message.js';
import type { BlockView } from './block-map.js';
import type { Disassembly } from './disassembly.js';
import type { ContextChoice, Pictures } from './pictures.js';
import type { Shortened } from './summaries.js';

/** Maximum number of core operations in which a path is searched. */
const MOST_TRIED = 64;

/** Handles requests about one file. Results are plain data, because a worker sends them to the page. */
export class Looker {
  #search: AbortController | undefined;
  #pictures: Promise<Pictures> | undefined;
  #id: Promise<string> | undefined;

  private constructor(
    readonly source: Source,
    private readonly inspector: Inspector,
  ) {}

  static async open(source: Source): Promise<Looker> {
    return new Looker(source, await Inspector.open(source));
  }

  get size(): number {
    return this.source.size as number;
  }

  /** Returns an id that distinguishes the file from other files of the same name (see `contentId`). */
  contentId(): Promise<string> {
    this.#id ??= contentId(this.source);
    return this.#id;
  }

  root(): Part {
    return this.inspector.root;
  }

  children(part: Part, from: number, to: number): Promise<Children> {
    return this.inspector.children(part, from, to);
  }

  at(offset: number): Promise<PartChain> {
    return this.inspector.at(offset);
  }

  /**
   * Returns the part at a path. If the message does not have the path, searches the path in each core
   * operation, because people omit the beginning, as in `contexts[1]`.
   */
  async find(path: string): Promise<PartChain> {
    let refused: unknown;
    const found = await this.inspector.find(path).catch((error: unknown) => {
      refused = error;
      return undefined;
    });
    if (found?.parts.at(-1)?.path === path) return found;
    for (const within of await this.#coreOpPaths()) {
      const whole = `${within}.${path}`;
      const chain = await this.inspector.find(whole).catch(() => undefined);
      if (chain?.parts.at(-1)?.path === whole) return chain;
    }
    if (found === undefined) throw refused;
    return found;
  }

  async #coreOpPaths(): Promise<readonly string[]> {
    const contexts = await this.contexts().catch(() => []);
    return [...new Set(contexts.map(({ coreOp }) => coreOp))].slice(0, MOST_TRIED);
  }

  stretch(offset: number, length: number): Promise<ByteMeanings> {
    return this.inspector.stretch(offset, length);
  }

  detail(part: Part): Promise<Detail> {
    return this.inspector.detail(part);
  }

  /** Decodes bytes of the file as a message. @param isNotes true if the bytes are the compiler's notes */
  async asMessage(offset: number, length: number, isNotes: boolean): Promise<AsMessage> {
    return (await import('./as-message.js')).asMessage(this.source, offset, length, isNotes);
  }

  pointers(offset: number): Promise<Pointers> {
    return this.inspector.pointers(offset);
  }

  /** Returns up to `limit` bytes of a part's value. */
  async bytes(part: Part, limit: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(await this.inspector.bytes(part, limit));
    return transfer(bytes, [bytes.buffer]);
  }

  /**
   * Searches for parts by name or value. Cancels a search that is still running.
   * @param onFound receives the new hits a few times a second, and the offset up to which the search is
   * complete
   * @returns null if the search was cancelled
   */
  async search(
    query: SearchQuery,
    onFound: (hits: readonly SearchHit[], offset: number) => void,
  ): Promise<SearchResult | null> {
    this.stopSearch();
    const search = new AbortController();
    this.#search = search;
    const { pacedSearch } = await import('./paced-search.js');
    return pacedSearch(this.inspector, query, search.signal, onFound);
  }

  stopSearch(): void {
    this.#search?.abort();
  }

  /** Returns a summary of the file without sizes, which is fast. */
  async glance(): Promise<Shortened<ModelGlance>> {
    return (await import('./summaries.js')).glanceOf(this.source);
  }

  /** Returns a summary of the file with the classes of its bytes, which requires reading the whole file. */
  async summary(): Promise<Shortened<ModelSummary>> {
    return (await import('./summaries.js')).pageSummary(this.source);
  }

  /**
   * Returns a block with its parts and its surrounding blocks.
   * @param key key of the block; empty for the file
   */
  async blocks(key: string): Promise<BlockView> {
    return (await this.#drawn()).blocks(key);
  }

  async outline(): Promise<BlockView> {
    return (await this.#drawn()).outline();
  }

  /** Returns the progress of counting the bytes, from 0 to 1. */
  async counted(): Promise<number> {
    return (await this.#drawn()).counted;
  }

  async timeline(path: string): Promise<Timeline | undefined> {
    return (await this.#drawn()).timeline(path);
  }

  async disassembly(path: string): Promise<Disassembly> {
    return (await import('./disassembly.js')).disassemblyOf(this.source, path);
  }

  async leaveTimeline(): Promise<void> {
    (await this.#drawn()).leaveTimeline();
  }

  async network(): Promise<Network> {
    return (await this.#drawn()).network();
  }

  /** Returns the network with bytes of configuration, which takes longer than `network`. */
  async sizedNetwork(): Promise<Network> {
    return (await this.#drawn()).sizedNetwork();
  }

  async cost(): Promise<FileCost> {
    return (await this.#drawn()).cost();
  }

  async drawing(options: FoldOptions, room: BoxSize): Promise<NetworkDrawing> {
    return (await this.#drawn()).drawing(options, room);
  }

  async schedules(): Promise<Schedules> {
    return (await this.#drawn()).schedules();
  }

  async contexts(): Promise<readonly ContextChoice[]> {
    return (await this.#drawn()).contexts();
  }

  /** Loads the code for pictures on first use. */
  #drawn(): Promise<Pictures> {
    this.#pictures ??= import('./pictures.js').then(({ Pictures }) => new Pictures(this.source));
    return this.#pictures;
  }
}
