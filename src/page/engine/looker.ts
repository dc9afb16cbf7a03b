import { transfer } from 'comlink';
import type { Source } from '../../base/source/source.js';
import type { ModelGlance, ModelSummary } from '../../read/model/summary.js';
import type { FoldOptions } from '../../show/drawing/fold.js';
import type { NetworkDrawing } from '../../show/drawing/network-drawing.js';
import { contentId } from '../../show/inspect/content-id.js';
import type { Detail } from '../../show/inspect/detail.js';
import type { ContextGraph } from '../../show/inspect/graph.js';
import { Inspector, type PartChain } from '../../show/inspect/inspector.js';
import type { Children, Part, Stretch } from '../../show/inspect/part.js';
import type { Pointers } from '../../show/inspect/pointer-list.js';
import type { SearchHit, SearchQuery, SearchResult } from '../../show/inspect/search.js';
import type { Timeline } from '../../show/inspect/timeline.js';
import type { Network } from '../../show/network/network.js';
import type { Schedules } from '../../show/network/schedule.js';
import type { AsMessage } from './as-message.js';
import type { BlockView } from './block-map.js';
import type { Disassembly } from './disassembly.js';
import type { ContextChoice, Pictures } from './pictures.js';
import type { Shortened } from './summaries.js';

/** Core operations in which a path is looked for that does not begin with one. */
const MOST_TRIED = 64;

/** Answers questions about one file, one at a time. What it gives is plain data, because it crosses to the page. */
export class Looker {
  /** The search that is going on. */
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

  /** What distinguishes the file from others of its name: see `contentId`. */
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
   * To the part of a path. Where there is none from the beginning of the message, it is looked for in each core
   * operation: people say `contexts[1]`.
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

  /** All about a part. */
  detail(part: Part): Promise<Detail> {
    return this.inspector.detail(part);
  }

  /** Bytes of the file as they read if they are a message. @param isNotes whether they are the compiler's notes */
  async asMessage(offset: number, length: number, isNotes: boolean): Promise<AsMessage> {
    return (await import('./as-message.js')).asMessage(this.source, offset, length, isNotes);
  }

  /** What points to a byte after the message. */
  pointers(offset: number): Promise<Pointers> {
    return this.inspector.pointers(offset);
  }

  /** The bytes of a part's value, no more than `limit` of them. */
  async bytes(part: Part, limit: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(await this.inspector.bytes(part, limit));
    return transfer(bytes, [bytes.buffer]);
  }

  /**
   * Looks for parts by name or value. A search that is still going on is given up.
   * @param onFound receives a few times a second what was found since, and to which offset everything was looked at
   * @returns null where it was given up
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

  /** Gives up the search that is going on. */
  stopSearch(): void {
    this.#search?.abort();
  }

  /** What is in the file, soon. */
  async glance(): Promise<Shortened<ModelGlance>> {
    return (await import('./summaries.js')).glanceOf(this.source);
  }

  /** What is in the file, and what its bytes are, after a while. */
  async summary(): Promise<Shortened<ModelSummary>> {
    return (await import('./summaries.js')).summaryOf(this.source);
  }

  /** Where the bytes are. @param key of the block to look at; empty for the file */
  async blocks(key: string): Promise<BlockView> {
    return (await this.#drawn()).blocks(key);
  }

  /** The same roughly, while it is being counted. */
  async outline(): Promise<BlockView> {
    return (await this.#drawn()).outline();
  }

  /** How far counting has come, from 0 to 1. */
  async counted(): Promise<number> {
    return (await this.#drawn()).counted;
  }

  /** What a context does; undefined where there is none at the path. */
  async timeline(path: string): Promise<Timeline | undefined> {
    return (await this.#drawn()).timeline(path);
  }

  /** The same as text, with operands. @param path of a context */
  async disassembly(path: string): Promise<Disassembly> {
    return (await import('./disassembly.js')).disassemblyOf(this.source, path);
  }

  async leaveTimeline(): Promise<void> {
    (await this.#drawn()).leaveTimeline();
  }

  /** Contexts and the edge layers between them. */
  async graph(): Promise<ContextGraph> {
    return (await this.#drawn()).graph();
  }

  /** Layers and edges, as the compiler noted them, or contexts where it did not. */
  async network(): Promise<Network> {
    return (await this.#drawn()).network();
  }

  /** The same, and how many bytes configure it, after a while. */
  async sizedNetwork(): Promise<Network> {
    return (await this.#drawn()).sizedNetwork();
  }

  /** Layers and edges as they are to be drawn. */
  async drawing(options: FoldOptions): Promise<NetworkDrawing> {
    return (await this.#drawn()).drawing(options);
  }

  /** When layers work, as the compiler planned it. */
  async schedules(): Promise<Schedules> {
    return (await this.#drawn()).schedules();
  }

  /** The contexts of the file, for choosing one. */
  async contexts(): Promise<readonly ContextChoice[]> {
    return (await this.#drawn()).contexts();
  }

  /** What pictures are made from is loaded when the first is shown. */
  #drawn(): Promise<Pictures> {
    this.#pictures ??= import('./pictures.js').then(({ Pictures }) => new Pictures(this.source));
    return this.#pictures;
  }
}
