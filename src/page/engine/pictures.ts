import { type Source, unclosed } from '../../base/source/source.js';
import { Yielder } from '../../base/source/yielder.js';
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

/** Computes and keeps the data for a file's pictures. */
export class Pictures {
  /**
   * Counts of the file's bytes, for the map and for the sizes of layers. Counting takes one read for each
   * blob, and is done once.
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
  /** Number of requests for a timeline. A request is cancelled when a later request arrives. */
  #timelines = 0;

  constructor(private readonly source: Source) {}

  /** @param key key of a block; empty for the file */
  async blocks(key: string): Promise<BlockView> {
    return (await this.#blocks.get()).view(key);
  }

  /** Share of the file that has been read for `blocks`, from 0 to 1. */
  get counted(): number {
    return this.#counted;
  }

  /** Returns the contexts and the rest of the file as blocks, to show until the bytes are counted. */
  async outline(): Promise<BlockView> {
    const block = folded(outlineOf(await this.contexts(), this.source.size as number), '');
    return { block, trail: [], whole: block.bytes, other: null };
  }

  #count(): Promise<FileStats> {
    const read = new Yielder(letMessagesIn).through(this.source);
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

  /**
   * Returns the steps of a context; undefined if the path is not a context. A later request ends the reading.
   */
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
   * Returns the layers and edges from the compiler's notes; without notes, the contexts. The bytes of
   * configuration are not counted, so that the picture is available earlier.
   */
  network(): Promise<Network> {
    return this.#network.get();
  }

  async sizedNetwork(): Promise<Network> {
    return withConfiguration(await this.network(), await this.#stats.get());
  }

  /**
   * Returns the cost, as `info --cost` prints it: the bytes that configure the device, and the bytes that are
   * moved for each frame.
   */
  async cost(): Promise<FileCost> {
    // The module is loaded separately, because only one view needs it.
    const { costOfCounted } = await import('../../show/network/read-cost.js');
    return costOfCounted(unclosed(this.source), await this.#stats.get(), await this.network());
  }

  /**
   * Returns the drawing of the layers and edges.
   * @param room size of the picture in pixels
   */
  async drawing(options: FoldOptions, room: BoxSize): Promise<NetworkDrawing> {
    return drawingOf(await this.network(), options, room);
  }

  /** Returns the schedules of the layers from the compiler's simulation. */
  schedules(): Promise<Schedules> {
    return this.#schedules.get();
  }

  /** Returns the contexts of all core operations, for the reader's choice. */
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

/** A context or a preliminary configuration that the reader can choose. */
export interface ContextChoice {
  readonly path: string;
  readonly kind: 'context' | 'preliminary';
  /** Index of the context in its core operation; -1 for a preliminary configuration. */
  readonly position: number;
  readonly coreOp: string;
  readonly name: string;
  readonly operations: number;
  /** Absolute offset of the first record. */
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Computes a result on first use and keeps it. After a failure, the next request computes the result again.
 */
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
