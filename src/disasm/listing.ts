import type { Operands } from './operands.js';

/** An input or output of a context, as far as steps refer to it. */
export interface EdgeLayer {
  /** From the device's view. */
  readonly direction: 'in' | 'out';
  readonly sysIndex: number;
  /** Of the tensor, the mux or the image; may be empty. */
  readonly name: string;
  /** Value of ProtoMDLEdgeConnectionType. */
  readonly connection: number;
  readonly networkIndex: number;
  readonly kind: 'info' | 'mux' | 'planes' | 'unset';
  /** Absolute offset of its record. */
  readonly offset: number;
}

/** A trigger at its place in the estimated order. Plain data: it is kept until the context's end. */
export interface TimelineEntry {
  readonly offset: number;
  /** Nanoseconds since the entry before, as the compiler estimated. */
  readonly fromPreviousNs: bigint;
  /** The member of the trigger's oneof, by its field's name; "" where there is none. */
  readonly member: string;
  readonly uniqueId: number;
  /** Fields of the member, by name. */
  readonly fields: Readonly<Record<string, number>>;
}

/** A network group, or a core operation in it: what a device is configured with as one. */
export interface CoreOpHead {
  /** Of the message; `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  readonly offset: number;
  readonly name: string;
  /** Names by network index; undefined where they could not be known in time. */
  readonly networks: readonly string[] | undefined;
  /** Bit for each cluster of the devices it is for; undefined where it is for all. */
  readonly clusters: number | undefined;
  readonly depth: number;
}

export interface ContextHead {
  readonly path: string;
  readonly offset: number;
  /** Bytes of its record. */
  readonly length: number;
  /** Place in the list, which is what the loader goes by. */
  readonly index: number;
  readonly name: string;
  /** Undefined where they could not be known in time: they come behind the operations. */
  readonly layers: readonly EdgeLayer[] | undefined;
  readonly timeline: readonly TimelineEntry[];
  /** Entries of the timeline that are left out. */
  readonly timelineMore: number;
}

export interface OperationHead {
  readonly path: () => string;
  readonly index: number;
  readonly offset: number;
  /** Bytes of its record. */
  readonly length: number;
}

export interface ListingProblem {
  /** As validation has it. */
  readonly code: string;
  readonly offset: number;
  readonly path: string;
}

/** Takes a disassembly in reading order. Operands are another step's afterwards. */
export interface Listing {
  coreOp(head: CoreOpHead): void;
  /** Configuration that is written before the first context. */
  preliminary(path: string, offset: number): void;
  context(head: ContextHead): void;
  operation(head: OperationHead, trigger: Operands): void;
  action(action: Operands): void;
  /**
   * Asked about an action before it is read: whether it could be told from its bytes alone, since the same were
   * there before. Where not, `action` follows.
   * @param from where its payload is in `bytes`; in the usual encoding behind its unique_id
   * @param offset of its record
   */
  repeats?(bytes: Uint8Array, from: number, end: number, offset: number): boolean;
  operationEnd(): void;
  contextEnd(head: ContextHead): void;
  problem(problem: ListingProblem): void;
  /** What a reader has to know about the disassembly itself, such as that names could not be looked up. */
  note(text: string): void;
  /** Whether `flush` should be called before more comes. */
  readonly isFull: boolean;
  flush(): Promise<void>;
}
