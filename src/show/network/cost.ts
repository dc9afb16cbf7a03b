import type { ContextTransfers } from '../../read/model/streams/context-transfers.js';

/**
 * Cost of a file: bytes to configure the device, bytes to move for each frame, and the time that the compiler
 * expects.
 */
export interface FileCost {
  /** Sizes of the file's parts in bytes, which add up to the size of the file. */
  readonly parts: {
    /** The container's header. */
    readonly header: number;
    /** The message without its configuration words. */
    readonly message: number;
    /**
     * Configuration words, in the message and after the message. Words that two contexts share are counted
     * once.
     */
    readonly configuration: number;
    /** All other bytes: padding, external resources, additional information. */
    readonly rest: number;
  };
  /** Core operations in file order: in most files one for each network group. */
  readonly coreOps: readonly CoreOpCost[];
  /** Unreadable parts, with one line for each. */
  readonly problems: readonly string[];
  /** Reason why layers and cycles are missing; null if the compiler's notes contain them. */
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
  /** Number of configuration bytes that are written once, when the network is activated. */
  readonly onceBytes: number;
  /** Number of configuration bytes that are written for each batch; 0 for a single context. */
  readonly batchBytes: number;
  /** Numbers of bytes that all contexts move for a frame; null if layers could not be read. */
  readonly frame: ContextTransfers | null;
  /**
   * Frames per second that the compiler expects of the slowest layer, without the time for switching
   * contexts; null if the file has no value.
   */
  readonly expectedFps: number | null;
  /**
   * Time of one frame from input to output, in seconds, from the compiler's simulation; null if the file has
   * no value.
   */
  readonly latencySeconds: number | null;
}

/** Cost of a context. */
export interface ContextCost {
  /** `network_groups[0].contexts[1]`. */
  readonly path: string;
  /** Name of the context in the compiler's notes or in the message; may be empty. */
  readonly name: string;
  /** Index of the context; null for the preliminary configuration. */
  readonly index: number | null;
  /**
   * Size in bytes of the configuration words that the context writes, in the message or after the message.
   */
  readonly configurationBytes: number;
  /**
   * Size in bytes of the configuration words that are in the file and that earlier contexts do not write. The
   * sum over all contexts is the file's configuration.
   */
  readonly ownBytes: number;
  /** Size in bytes of register values in actions, which are written in addition to configuration words. */
  readonly registerBytes: number;
  /** Time of writing: `once`, when the network is activated, or for each `batch` of frames. */
  readonly loaded: 'once' | 'batch';
  /** Numbers of bytes that the context moves for a frame; null if its layers could not be read. */
  readonly transfers: ContextTransfers | null;
  /** Number of layers in the context; null without the compiler's notes. */
  readonly layers: number | null;
  /**
   * Number of cycles for a frame in the slowest layer, which limits the context, because its layers work at
   * the same time; null without notes.
   */
  readonly cycles: number | null;
  /** Name of the slowest layer; null without notes. */
  readonly slowest: string | null;
  /**
   * Share of time in which multipliers are busy, 0 to 1, as the average over the context's subclusters; null
   * without notes.
   */
  readonly utilization: number | null;
  /** Number of clusters that the context's layers use; null without notes. */
  readonly clusters: number | null;
}

/** Traffic in bytes per second at a frame rate, with batches of one frame. */
export interface TrafficRate {
  readonly fps: number;
  /** Bytes per second of the application's inputs. */
  readonly fromHost: number;
  /** Bytes per second of the application's outputs. */
  readonly toHost: number;
  /**
   * Bytes per second between contexts and through the host's memory; written and read bytes are both counted.
   */
  readonly between: number;
  /** Configuration bytes per second; the configuration is written again for each batch. */
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
