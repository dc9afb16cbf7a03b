import type { Source } from '../../base/source/source.js';
import { Turns } from '../../base/source/turns.js';
import { unclosed } from '../../base/source/unclosed.js';
import type { FoldOptions } from '../../show/drawing/fold.js';
import { drawingOf, type NetworkDrawing } from '../../show/drawing/network-drawing.js';
import { type ContextGraph, contextGraph } from '../../show/inspect/graph.js';
import { partBlocks } from '../../show/inspect/part-blocks.js';
import { type Timeline, timeline } from '../../show/inspect/timeline.js';
import { withConfiguration } from '../../show/network/configuration.js';
import type { Network } from '../../show/network/network.js';
import { readNetwork } from '../../show/network/read-network.js';
import { readSchedule, type Schedules } from '../../show/network/schedule.js';
import { blocksOf } from '../../tools/stats/block.js';
import type { FileStats } from '../../tools/stats/rows.js';
import { stats } from '../../tools/stats/stats.js';
import { BlockMap, type BlockView } from './block-map.js';
import { folded } from './folded.js';
import { outlineOf } from './outline.js';
import { Retried } from './retried.js';
import { letMessagesIn } from './turn.js';

/** Data that a file's pictures are made from. */
export class Pictures {
  /** Source of the map and of the layers' sizes: costs one read per blob, once for both. */
  readonly #stats = new Retried(() => this.#count());
  readonly #blocks = new Retried(async () => {
    const read = (path: string) => partBlocks(this.source, path, { turn: letMessagesIn });
    return new BlockMap(blocksOf(await this.#stats.get(), 'file'), read);
  });
  readonly #graph = new Retried(() => contextGraph(this.source, '', { turn: letMessagesIn }));
  readonly #network = new Retried(() =>
    readNetwork(unclosed(this.source), { turn: letMessagesIn, configuration: false }),
  );
  readonly #schedules = new Retried(() => readSchedule(unclosed(this.source)));
  #counted = 0;
  /** Counts requests; a request that is no longer the last ends. */
  #timelines = 0;

  constructor(private readonly source: Source) {}

  /** @param key of a block; empty for the file */
  async blocks(key: string): Promise<BlockView> {
    return (await this.#blocks.get()).view(key);
  }

  /** Share of the file that has been read for `blocks`, from 0 to 1. */
  get counted(): number {
    return this.#counted;
  }

  /** Rough layout while the bytes are being counted, which takes a read for each blob. */
  async outline(): Promise<BlockView> {
    const { coreOps } = await this.graph();
    const block = folded(outlineOf(coreOps, this.source.size as number), '');
    return { block, trail: [], whole: block.bytes, other: null };
  }

  #count(): Promise<FileStats> {
    const read = new Turns(letMessagesIn).through(this.source);
    const { size = 0 } = read;
    const counted: Source = {
      size,
      randomAccess: read.randomAccess,
      read: (offset, target) => {
        this.#counted = offset / Math.max(1, size);
        return read.read(offset, target);
      },
      close: () => {},
    };
    return stats(counted, { duplicates: false });
  }

  /** Steps of a context; undefined if no context is at the path. Ends when another timeline is requested. */
  timeline(path: string): Promise<Timeline | undefined> {
    const mine = ++this.#timelines;
    const turn = (): Promise<void> => {
      if (mine !== this.#timelines) throw new Error('another timeline was asked for');
      return letMessagesIn();
    };
    return timeline(this.source, path, { turn });
  }

  /** Cancels the running timeline. */
  leaveTimeline(): void {
    this.#timelines++;
  }

  /** Contexts and the data that passes between them. */
  graph(): Promise<ContextGraph> {
    return this.#graph.get();
  }

  /**
   * Layers and edges from the compiler's notes, or contexts if the file has no notes. Bytes of configuration
   * are not counted: a picture need not wait for them.
   */
  network(): Promise<Network> {
    return this.#network.get();
  }

  /** As `network`, with bytes of configuration. */
  async sizedNetwork(): Promise<Network> {
    return withConfiguration(await this.network(), await this.#stats.get());
  }

  /** Layers and edges with their layout. */
  async drawing(options: FoldOptions): Promise<NetworkDrawing> {
    return drawingOf(await this.network(), options);
  }

  /** Schedule of the layers, as the compiler planned it. */
  schedules(): Promise<Schedules> {
    return this.#schedules.get();
  }

  /** Contexts of all core operations, as choices for the reader. */
  async contexts(): Promise<readonly ContextChoice[]> {
    const { coreOps } = await this.graph();
    return coreOps.flatMap(({ path: coreOp, nodes }) =>
      nodes.map(({ path, kind, position, name, operations, bytes }) => {
        return { path, kind, position, coreOp, name, operations, bytes };
      }),
    );
  }
}

/** A context or a preliminary configuration, as a choice. */
export interface ContextChoice {
  readonly path: string;
  readonly kind: 'context' | 'preliminary';
  /** Position in the list; -1 for a preliminary configuration. */
  readonly position: number;
  /** Path of its core operation. */
  readonly coreOp: string;
  readonly name: string;
  readonly operations: number;
  readonly bytes: number;
}
