import type { Operands } from './operands.js';

/** An input or output of a context, with the properties that steps refer to. */
export interface EdgeLayer {
  /** The direction is seen from the device. */
  readonly direction: 'in' | 'out';
  /** Number of the stream on the device. */
  readonly sysIndex: number;
  /** Name of the tensor, the mux or the image; may be empty. */
  readonly name: string;
  /** Value of ProtoMDLEdgeConnectionType. */
  readonly connection: number;
  /** Index of the layer's network in the group. */
  readonly networkIndex: number;
  /**
   * The member of the layer's oneof that is set: one tensor, a mux of several tensors, planes of an image, or
   * no member.
   */
  readonly kind: 'info' | 'mux' | 'planes' | 'unset';
  /** Absolute offset of the record. */
  readonly offset: number;
}

/**
 * A trigger with its position in the estimated order. Plain data, because it is kept until the context's end.
 */
export interface TimelineEntry {
  /** Absolute offset of the record. */
  readonly offset: number;
  /** Time since the previous entry in nanoseconds, as estimated by the compiler. */
  readonly fromPreviousNs: bigint;
  /** The member of the trigger's oneof, by its field's name; "" without a member. */
  readonly member: string;
  /** `unique_id` of the trigger. */
  readonly uniqueId: number;
  /** Fields of the member, by name. */
  readonly fields: Readonly<Record<string, number>>;
}

/** A network group, or a core operation inside: the unit of configuration of a device. */
export interface CoreOpHead {
  /** Path of the message: `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  /** Absolute offset of the core operation's record. */
  readonly offset: number;
  /** Name of the core operation's network group; may be empty. */
  readonly name: string;
  /** Names of the networks, by network index. */
  readonly networks: readonly string[];
  /** Bit mask of the clusters for which the core operation is meant; undefined for all clusters. */
  readonly clusters: number | undefined;
  /** Number of enclosing core operations: 0 except for variants. */
  readonly depth: number;
}

/** Description of a context. */
export interface ContextHead {
  /** Schema names with indices: `network_groups[0].contexts[1]`. */
  readonly path: string;
  /** Absolute offset of the context's record. */
  readonly offset: number;
  /** Size of the context's record in bytes. */
  readonly length: number;
  /** Position in the list, by which the loader identifies contexts. */
  readonly index: number;
  /** The compiler's name for the context; may be empty. */
  readonly name: string;
  /** Inputs and outputs of the context. */
  readonly layers: readonly EdgeLayer[];
  /** Triggers in the order that the compiler expected; the first thousand. */
  readonly timeline: readonly TimelineEntry[];
  /** Number of timeline entries left out. */
  readonly timelineMore: number;
}

/** Description of an operation. */
export interface OperationHead {
  /** Computes the operation's path, which most readers do not need; valid until the next operation. */
  readonly path: () => string;
  /** Index of the operation in its list. */
  readonly index: number;
  /** Absolute offset of the operation's record. */
  readonly offset: number;
  /** Size of the operation's record in bytes. */
  readonly length: number;
}

/** A part of the file that cannot be read. The rest of the same message is missing from the listing. */
export interface ListingProblem {
  /** The code that validation uses. */
  readonly code: string;
  /** Absolute offset; for truncated data, the end of the available bytes. */
  readonly offset: number;
  /** Path of the message in which the problem was found. */
  readonly path: string;
}

/** Receives a disassembly in reading order. Operands are reused for the next step. */
export interface DisasmListing {
  /** A core operation begins: a network group, or a part of a group. */
  coreOp(head: CoreOpHead): void;
  /** Configuration that is written before the first context. */
  preliminary(path: string, offset: number): void;
  /** A context begins. */
  context(head: ContextHead): void;
  /** An operation begins. The trigger is valid during the call. */
  operation(head: OperationHead, trigger: Operands): void;
  /** Receives an action of the operation, valid during the call. */
  action(action: Operands): void;
  /** The operation ends. */
  operationEnd(): void;
  /** The context ends. The head has all information about the context that is known at its end. */
  contextEnd(head: ContextHead): void;
  /** Reports a part of the file that cannot be read. */
  problem(problem: ListingProblem): void;
  /** True if `flush` should be called before the next item. */
  readonly isFull: boolean;
  /** Writes all received items; called when `isFull` is true. */
  flush(): Promise<void>;
}
