import type { ContextTransfers } from '../../read/model/streams/context-transfers.js';

/**
 * Cost of a file: bytes to configure the device, bytes to move for each frame, and the time that the compiler
 * expects.
 */
export interface FileCost {
  /** Parts of the file, in bytes. They add up to its size. */
  readonly parts: {
    /** The container's header. */
    readonly header: number;
    /** The message without its configuration words. */
    readonly message: number;
    /** Configuration words, in the message and after it. Words shared by two contexts count once. */
    readonly configuration: number;
    /** All other bytes: padding, external resources, additional information. */
    readonly rest: number;
  };
  /** Core operations in file order: in most files one for each network group. */
  readonly coreOps: readonly CoreOpCost[];
  /** Unreadable parts, with one line for each. */
  readonly problems: readonly string[];
  /** Reason that layers and cycles are missing; null if the compiler's notes have them. */
  readonly withoutLayers: string | null;
}

/** Cost of a core operation. */
export interface CoreOpCost {
  /** `network_groups[0]`. */
  readonly path: string;
  /** Name of the network group. */
  readonly name: string;
  /** The preliminary configuration and the contexts, in the order of execution. */
  readonly contexts: readonly ContextCost[];
  /** Configuration bytes written once, when the network is activated. */
  readonly onceBytes: number;
  /** Configuration bytes written again for each batch; 0 for a single context. */
  readonly batchBytes: number;
  /** Bytes that all contexts move for a frame; null if layers could not be read. */
  readonly frame: ContextTransfers | null;
  /**
   * Frames per second that the compiler expects of the slowest layer. The time for switching contexts is not
   * included. Null if the file has no value.
   */
  readonly expectedFps: number | null;
  /**
   * Time of one frame from input to output, in seconds, from the compiler's simulation. Null if the file has
   * no value.
   */
  readonly latencySeconds: number | null;
}

/** Cost of a context. */
export interface ContextCost {
  /** `network_groups[0].contexts[1]`. */
  readonly path: string;
  /** Name in the compiler's notes or in the message; may be empty. */
  readonly name: string;
  /** Index among the contexts; null for the preliminary configuration. */
  readonly index: number | null;
  /** Size in bytes of the configuration words that it writes, anywhere in the file. */
  readonly configurationBytes: number;
  /**
   * Number of these bytes that are in the file and that no earlier context writes; the numbers of all
   * contexts add up to the file's configuration.
   */
  readonly ownBytes: number;
  /** Bytes of register values in actions, in addition to configuration words. */
  readonly registerBytes: number;
  /** When the bytes are written: `once`, at the activation of the network, or for each `batch` of frames. */
  readonly loaded: 'once' | 'batch';
  /** Bytes that it moves for a frame; null if its layers could not be read. */
  readonly transfers: ContextTransfers | null;
  /** Number of its layers; null without the compiler's notes. */
  readonly layers: number | null;
  /**
   * Cycles for a frame of its slowest layer, because the layers of a context work at the same time. Null
   * without notes.
   */
  readonly cycles: number | null;
  /** Name of the slowest layer; null without notes. */
  readonly slowest: string | null;
  /**
   * Share of time that multipliers are busy, 0 to 1: the average over its subclusters. Null without notes.
   */
  readonly utilization: number | null;
  /** Number of clusters with its layers; null without notes. */
  readonly clusters: number | null;
}

/** Bytes per second at a frame rate, with batches of one frame. */
export interface TrafficRate {
  /** Frames per second. */
  readonly fps: number;
  /** Inputs of the application. */
  readonly fromHost: number;
  /** Outputs of the application. */
  readonly toHost: number;
  /** Between contexts and through the host's memory, written and read. */
  readonly between: number;
  /** Configuration written again for each batch. */
  readonly configuration: number;
}

/** Returns the bytes per second at a frame rate; null if layers could not be read. */
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
