import type { ContextTransfers } from '../../read/model/streams/context-transfers.js';

/** What a file costs: bytes to configure the device, bytes to move for each frame, and the time that the compiler expects. */
export interface FileCost {
  /** Parts of the file, in bytes. They add up to its size. */
  readonly parts: {
    /** The container's header. */
    readonly header: number;
    /** The message, without configuration words in it. */
    readonly message: number;
    /** Configuration words, in the message and after it. Words that two contexts share count once. */
    readonly configuration: number;
    /** All other bytes: padding, external resources, additional information. */
    readonly rest: number;
  };
  /** Core operations in file order: in most files one for each network group. */
  readonly coreOps: readonly CoreOpCost[];
  /** Parts that could not be read, a line each. */
  readonly problems: readonly string[];
  /** Why layers and cycles are missing; null if the compiler's notes have them. */
  readonly withoutLayers: string | null;
}

/** What a core operation costs. */
export interface CoreOpCost {
  /** `network_groups[0]`. */
  readonly path: string;
  /** Name of the network group. */
  readonly name: string;
  /** The preliminary configuration and the contexts, in the order in which they run. */
  readonly contexts: readonly ContextCost[];
  /** Bytes of configuration that are written once, when the network is activated. */
  readonly onceBytes: number;
  /** Bytes of configuration that are written again for each batch. 0 for a single context. */
  readonly batchBytes: number;
  /** Bytes that all contexts move for a frame; null if layers could not be read. */
  readonly frame: ContextTransfers | null;
  /** Frames per second that the compiler expects of the slowest layer. Time to switch contexts is not in it. Null where the file does not say. */
  readonly expectedFps: number | null;
  /** Time of one frame from input to output, in seconds, as the compiler simulated it. Null where the file does not say. */
  readonly latencySeconds: number | null;
}

/** What a context costs. */
export interface ContextCost {
  /** `network_groups[0].contexts[1]`. */
  readonly path: string;
  /** Name in the compiler's notes or in the message; may be empty. */
  readonly name: string;
  /** Position among the contexts; null for the preliminary configuration. */
  readonly index: number | null;
  /** Configuration words that it writes, in bytes, wherever they lie in the file. */
  readonly configurationBytes: number;
  /** Of these, the bytes that are in the file and that no context before it writes: they add up to the file's configuration. */
  readonly ownBytes: number;
  /** Bytes of register values that actions carry beside them. */
  readonly registerBytes: number;
  /** When it writes: `once`, when the network is activated, or for each `batch` of frames. */
  readonly loaded: 'once' | 'batch';
  /** Bytes that it moves for a frame; null if its layers could not be read. */
  readonly transfers: ContextTransfers | null;
  /** Layers in it; null without notes of the compiler. */
  readonly layers: number | null;
  /** Cycles for a frame of its slowest layer: layers of a context work at the same time. Null without notes. */
  readonly cycles: number | null;
  /** Name of the slowest layer; null without notes. */
  readonly slowest: string | null;
  /** Share of time that multipliers are busy, 0 to 1: the mean over its subclusters. Null without notes. */
  readonly utilization: number | null;
  /** Clusters that its layers lie on; null without notes. */
  readonly clusters: number | null;
}

/** Bytes per second at a rate of frames, with batches of one frame. */
export interface TrafficRate {
  /** Frames per second. */
  readonly fps: number;
  /** Inputs of the application. */
  readonly fromHost: number;
  /** Outputs of the application. */
  readonly toHost: number;
  /** Between contexts and through the memory of the host, written and read. */
  readonly between: number;
  /** Configuration that is written again for each batch. */
  readonly configuration: number;
}

/** Bytes per second at a rate of frames; null if layers could not be read. */
export function trafficAt({ frame, batchBytes }: CoreOpCost, fps: number): TrafficRate | null {
  if (frame === null) return null;
  return {
    fps,
    fromHost: frame.fromHost * fps,
    toHost: frame.toHost * fps,
    between: (frame.fromContexts + frame.toContexts + frame.ddr + frame.cache) * fps,
    configuration: batchBytes * fps,
  };
}
