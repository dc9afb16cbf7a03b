import { drawingOf, type FoldOptions, type NetworkDrawing } from '../../drawing/index.js';
import { type ContextGraph, contextGraph } from '../../inspect/graph.js';
import { partBlocks } from '../../inspect/part-blocks.js';
import { type Timeline, timeline } from '../../inspect/timeline.js';
import {
  type Network,
  readNetwork,
  readSchedule,
  type Schedules,
  withConfiguration,
} from '../../network/index.js';
import type { Source } from '../../source/source.js';
import { Turns } from '../../source/turns.js';
import { unclosed } from '../../source/unclosed.js';
import { blocksOf, type FileStats, stats } from '../../stats/index.js';
import { BlockMap, type BlockView } from './block-map.js';
import { folded } from './folded.js';
import { outlineOf } from './outline.js';
import { letMessagesIn } from './turn.js';

/** What pictures of a file are made from. */
export class Pictures {
  #blocks: Promise<BlockMap> | undefined;
  #stats: Promise<FileStats> | undefined;
  #graph: Promise<ContextGraph> | undefined;
  #network: Promise<Network> | undefined;
  #schedules: Promise<Schedules> | undefined;
  #counted = 0;
  /** Counts requests; one that is no longer the last ends. */
  #timelines = 0;

  constructor(private readonly source: Source) {}

  /** @param key of a block; empty for the file */
  async blocks(key: string): Promise<BlockView> {
    this.#blocks ??= this.#counts().then(
      (counted) =>
        new BlockMap(blocksOf(counted, 'file'), (path) =>
          partBlocks(this.source, path, { turn: letMessagesIn }),
        ),
    );
    try {
      return await (await this.#blocks).view(key);
    } catch (error) {
      this.#blocks = undefined;
      throw error;
    }
  }

  /** Share of the file that has been gone through for `blocks`, from 0 to 1. */
  get counted(): number {
    return this.#counted;
  }

  /** What can be said of where the bytes are while they are counted, which takes a read for each blob. */
  async outline(): Promise<BlockView> {
    const { coreOps } = await this.graph();
    const block = folded(outlineOf(coreOps, this.source.size as number), '');
    return { block, trail: [], whole: block.bytes, other: null };
  }

  /** What the map and the sizes of layers come from: it takes a read for each blob, once for both. */
  async #counts(): Promise<FileStats> {
    this.#stats ??= this.#count();
    try {
      return await this.#stats;
    } catch (error) {
      this.#stats = undefined;
      throw error;
    }
  }

  #count(): Promise<FileStats> {
    const read = new Turns(letMessagesIn).through(this.source);
    const { size = 0 } = read;
    const told: Source = {
      size,
      randomAccess: read.randomAccess,
      read: (offset, target) => {
        this.#counted = offset / Math.max(1, size);
        return read.read(offset, target);
      },
      close: () => {},
    };
    return stats(told, { duplicates: false });
  }

  /** What a context does; undefined where there is none at the path. Ends when another is asked for. */
  timeline(path: string): Promise<Timeline | undefined> {
    const mine = ++this.#timelines;
    const turn = (): Promise<void> => {
      if (mine !== this.#timelines) throw new Error('another timeline was asked for');
      return letMessagesIn();
    };
    return timeline(this.source, path, { turn });
  }

  /** The timeline is no longer wanted. */
  leaveTimeline(): void {
    this.#timelines++;
  }

  /** Contexts, and what goes between them. */
  async graph(): Promise<ContextGraph> {
    this.#graph ??= contextGraph(this.source, '', { turn: letMessagesIn });
    try {
      return await this.#graph;
    } catch (error) {
      this.#graph = undefined;
      throw error;
    }
  }

  /**
   * Layers and edges, as the compiler noted them, or contexts where it did not. How many bytes configure them is not
   * counted: a picture of them need not wait for that.
   */
  async network(): Promise<Network> {
    this.#network ??= readNetwork(unclosed(this.source), { turn: letMessagesIn, configuration: false });
    try {
      return await this.#network;
    } catch (error) {
      this.#network = undefined;
      throw error;
    }
  }

  /** The same, and how many bytes configure it. */
  async sizedNetwork(): Promise<Network> {
    return withConfiguration(await this.network(), await this.#counts());
  }

  /** Layers and edges as they are to be drawn. */
  async drawing(options: FoldOptions): Promise<NetworkDrawing> {
    return drawingOf(await this.network(), options);
  }

  /** When layers work, as the compiler planned it. */
  async schedules(): Promise<Schedules> {
    this.#schedules ??= readSchedule(unclosed(this.source));
    try {
      return await this.#schedules;
    } catch (error) {
      this.#schedules = undefined;
      throw error;
    }
  }

  /** The contexts of all core operations, for choosing one. */
  async contexts(): Promise<readonly ContextChoice[]> {
    const { coreOps } = await this.graph();
    return coreOps.flatMap(({ path: coreOp, nodes }) =>
      nodes.map(({ path, kind, position, name, operations, bytes }) => {
        return { path, kind, position, coreOp, name, operations, bytes };
      }),
    );
  }
}

/** A context that can be chosen, or a preliminary configuration. */
export interface ContextChoice {
  readonly path: string;
  readonly kind: 'context' | 'preliminary';
  /** In the list; -1 of a preliminary configuration. */
  readonly position: number;
  /** Path of the core operation that it is in. */
  readonly coreOp: string;
  readonly name: string;
  readonly operations: number;
  readonly bytes: number;
}
