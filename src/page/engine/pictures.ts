import { type Source, unclosed } from '../../base/source/source.js';
import { Turns } from '../../base/source/turns.js';
import type { FoldOptions } from '../../show/drawing/fold.js';
import type { BoxSize } from '../../show/drawing/layout.js';
import { drawingOf, type NetworkDrawing } from '../../show/drawing/network-drawing.js';
import type { EdgeCoreOp } from '../../show/inspect/core-op-edges.js';
import { edgesOf } from '../../show/inspect/graph.js';
import { partBlocks } from '../../show/inspect/part-blocks.js';
import { type Timeline, timeline } from '../../show/inspect/timeline.js';
import { withConfiguration } from '../../show/network/configuration.js';
import type { FileCost } from '../../show/network/cost.js';
import type { Network } from '../../show/network/network.js';
import { readNetwork } from '../../show/network/read-network.js';
import { readSchedule, type Schedules } from '../../show/network/schedule.js';
import { blocksOf } from '../../tools/stats/block.js';
import type { FileStats } from '../../tools/stats/rows.js';
import { stats } from '../../tools/stats/stats.js';
import { BlockMap, type BlockView, outlineOf } from './block-map.js';
import { folded } from './folded.js';
import { letMessagesIn } from './turn.js';

/** Data that a file's pictures are made from. */
export class Pictures {
  /**
   * Counts for the map and for the layers' sizes. Counting takes one read per blob, but only once for both.
   */
  readonly #stats = new Retried(() => this.#count());
  readonly #blocks = new Retried(async () => {
    const read = (path: string) => partBlocks(this.source, path, { turn: letMessagesIn });
    return new BlockMap(blocksOf(await this.#stats.get(), 'file'), read);
  });
  readonly #contexts = new Retried(async () => {
    const { coreOps } = await edgesOf(this.source, '', { turn: letMessagesIn });
    return coreOps.flatMap(choicesOf);
  });
  readonly #network = new Retried(() =>
    readNetwork(unclosed(this.source), { turn: letMessagesIn, configuration: false }),
  );
  readonly #schedules = new Retried(() => readSchedule(unclosed(this.source)));
  #counted = 0;
  /** Number of requests until now; a request ends when it is no longer the last one. */
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
    const block = folded(outlineOf(await this.contexts(), this.source.size as number), '');
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

  /**
   * Layers and edges from the compiler's notes, or contexts if the file has no notes. Bytes of configuration
   * are not counted: a picture need not wait for them.
   */
  network(): Promise<Network> {
    return this.#network.get();
  }

  /** Like `network`, with bytes of configuration. */
  async sizedNetwork(): Promise<Network> {
    return withConfiguration(await this.network(), await this.#stats.get());
  }

  /** Bytes to configure the device and to move for each frame, as `info --cost` shows them. */
  async cost(): Promise<FileCost> {
    // Only one view needs this module, so a page does not load it with every picture.
    const { costOfCounted } = await import('../../show/network/read-cost.js');
    return costOfCounted(unclosed(this.source), await this.#stats.get(), await this.network());
  }

  /** Layers and edges with their layout. @param room size of the picture in pixels */
  async drawing(options: FoldOptions, room: BoxSize): Promise<NetworkDrawing> {
    return drawingOf(await this.network(), options, room);
  }

  /** Schedule of the layers, as the compiler planned it. */
  schedules(): Promise<Schedules> {
    return this.#schedules.get();
  }

  /** Contexts of all core operations, as choices for the reader. */
  contexts(): Promise<readonly ContextChoice[]> {
    return this.#contexts.get();
  }
}

function choicesOf({ path: coreOp, start, contexts }: EdgeCoreOp): ContextChoice[] {
  const choices = contexts.map(({ path, position, label, operationCount, offset, length }): ContextChoice => {
    const of = { path, coreOp, offset, bytes: length };
    return { ...of, kind: 'context', position, name: label, operations: operationCount };
  });
  if (start === undefined) return choices;
  const { path, offset, bytes, operations } = start;
  return [
    { path, coreOp, offset, bytes, kind: 'preliminary', position: -1, name: '', operations },
    ...choices,
  ];
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
  /** Absolute offset of its first record. */
  readonly offset: number;
  readonly bytes: number;
}

/** A result that is requested once and kept; after a failure, the next caller requests it again. */
class Retried<T> {
  #answer: Promise<T> | undefined;

  constructor(private readonly ask: () => Promise<T>) {}

  async get(): Promise<T> {
    this.#answer ??= this.ask();
    try {
      return await this.#answer;
    } catch (error) {
      this.#answer = undefined;
      throw error;
    }
  }
}
