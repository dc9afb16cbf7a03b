import { transfer } from 'comlink';
import type { Source } from '../../base/source/source.js';
import type { ModelGlance, ModelSummary } from '../../read/model/summary.js';
import type { FoldOptions } from '../../show/drawing/fold.js';
import type { BoxSize } from '../../show/drawing/layout.js';
import type { NetworkDrawing } from '../../show/drawing/network-drawing.js';
import { contentId } from '../../show/inspect/content-id.js';
import type { Detail } from '../../show/inspect/detail.js';
import { Inspector, type PartChain } from '../../show/inspect/inspector.js';
import type { Children, Part, Stretch } from '../../show/inspect/part.js';
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

/** Limit on core operations to search for a path that begins inside of one. */
const MOST_TRIED = 64;

/** Handles requests about one file, one at a time. Results are plain data, because they cross to the page. */
export class Looker {
  /** Running search. */
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

  /** Identifies the file among others of the same name: see `contentId`. */
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
   * Finds the part at a path. If the message has no such path, tries it in each core operation: people write
   * `contexts[1]`.
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

  stretch(offset: number, length: number): Promise<Stretch> {
    return this.inspector.stretch(offset, length);
  }

  /** Details of a part. */
  detail(part: Part): Promise<Detail> {
    return this.inspector.detail(part);
  }

  /** Decodes bytes of the file as a message. @param isNotes true if the bytes are the compiler's notes */
  async asMessage(offset: number, length: number, isNotes: boolean): Promise<AsMessage> {
    return (await import('./as-message.js')).asMessage(this.source, offset, length, isNotes);
  }

  /** Pointers to a byte after the message. */
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

  /** Cancels the running search. */
  stopSearch(): void {
    this.#search?.abort();
  }

  /** Returns the file's contents without sizes, quickly. */
  async glance(): Promise<Shortened<ModelGlance>> {
    return (await import('./summaries.js')).glanceOf(this.source);
  }

  /** Returns the file's contents and the classes of its bytes; reads the whole file. */
  async summary(): Promise<Shortened<ModelSummary>> {
    return (await import('./summaries.js')).pageSummary(this.source);
  }

  /** Layout of the file's bytes. @param key of the block to show; empty for the file */
  async blocks(key: string): Promise<BlockView> {
    return (await this.#drawn()).blocks(key);
  }

  /** Rough layout, while the bytes are being counted. */
  async outline(): Promise<BlockView> {
    return (await this.#drawn()).outline();
  }

  /** Progress of counting, from 0 to 1. */
  async counted(): Promise<number> {
    return (await this.#drawn()).counted;
  }

  /** Steps of a context; undefined if no context is at the path. */
  async timeline(path: string): Promise<Timeline | undefined> {
    return (await this.#drawn()).timeline(path);
  }

  /** Context as text, with operands. @param path of a context */
  async disassembly(path: string): Promise<Disassembly> {
    return (await import('./disassembly.js')).disassemblyOf(this.source, path);
  }

  async leaveTimeline(): Promise<void> {
    (await this.#drawn()).leaveTimeline();
  }

  /** Layers and edges from the compiler's notes, or contexts if the file has no notes. */
  async network(): Promise<Network> {
    return (await this.#drawn()).network();
  }

  /** Like `network`, with bytes of configuration; takes longer. */
  async sizedNetwork(): Promise<Network> {
    return (await this.#drawn()).sizedNetwork();
  }

  /** Bytes to configure the device and to move for each frame. */
  async cost(): Promise<FileCost> {
    return (await this.#drawn()).cost();
  }

  /** Layers and edges with their layout. */
  async drawing(options: FoldOptions, room: BoxSize): Promise<NetworkDrawing> {
    return (await this.#drawn()).drawing(options, room);
  }

  /** Schedule of the layers, as the compiler planned it. */
  async schedules(): Promise<Schedules> {
    return (await this.#drawn()).schedules();
  }

  /** Contexts of the file, as choices for the reader. */
  async contexts(): Promise<readonly ContextChoice[]> {
    return (await this.#drawn()).contexts();
  }

  /** The code for pictures is loaded when the first picture is shown. */
  #drawn(): Promise<Pictures> {
    this.#pictures ??= import('./pictures.js').then(({ Pictures }) => new Pictures(this.source));
    return this.#pictures;
  }
}
