import type { Operands } from './operands.js';

/** An input or output of a context, as far as steps refer to it. */
export interface EdgeLayer {
  /** From the device's view. */
  readonly direction: 'in' | 'out';
  /** Number of the stream, as the device counts them. */
  readonly sysIndex: number;
  /** Of the tensor, the mux or the image; may be empty. */
  readonly name: string;
  /** Value of ProtoMDLEdgeConnectionType. */
  readonly connection: number;
  /** Which network of the group it belongs to. */
  readonly networkIndex: number;
  /** Which member of its oneof is set: one tensor, several in one, planes of an image, or none. */
  readonly kind: 'info' | 'mux' | 'planes' | 'unset';
  /** Absolute offset of its record. */
  readonly offset: number;
}

/** A trigger at its place in the estimated order. Plain data: it is kept until the context's end. */
export interface TimelineEntry {
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Nanoseconds since the entry before, as the compiler estimated. */
  readonly fromPreviousNs: bigint;
  /** The member of the trigger's oneof, by its field's name; "" where there is none. */
  readonly member: string;
  /** `unique_id` of the trigger. */
  readonly uniqueId: number;
  /** Fields of the member, by name. */
  readonly fields: Readonly<Record<string, number>>;
}

/** A network group, or a core operation in it: what a device is configured with as one. */
export interface CoreOpHead {
  /** Of the message; `network_groups[0]`, or deeper in layouts of later releases. */
  readonly path: string;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Name of its network group; may be empty. */
  readonly name: string;
  /** Names by network index; undefined where they could not be known in time. */
  readonly networks: readonly string[] | undefined;
  /** Bit for each cluster of the devices it is for; undefined where it is for all. */
  readonly clusters: number | undefined;
  /** Core operations around it: 0 but for variants of one. */
  readonly depth: number;
}

/** A context begins. */
export interface ContextHead {
  /** Schema names with indices: `network_groups[0].contexts[1]`. */
  readonly path: string;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Bytes of its record. */
  readonly length: number;
  /** Place in the list, which is what the loader goes by. */
  readonly index: number;
  /** As the compiler calls it; may be empty. */
  readonly name: string;
  /** Undefined where they could not be known in time: they come after the operations. */
  readonly layers: readonly EdgeLayer[] | undefined;
  /** Triggers in the order in which the compiler expected them; the first thousand. */
  readonly timeline: readonly TimelineEntry[];
  /** Entries of the timeline that are left out. */
  readonly timelineMore: number;
}

/** An operation begins. */
export interface OperationHead {
  /** Makes its path, which most readers do not need; to be asked before the next one. */
  readonly path: () => string;
  /** Place in its list. */
  readonly index: number;
  /** Absolute offset of its record. */
  readonly offset: number;
  /** Bytes of its record. */
  readonly length: number;
}

/** Something that cannot be read. What comes after it in the same message is not there. */
export interface ListingProblem {
  /** As validation has it. */
  readonly code: string;
  /** Absolute; where the available bytes end, of what is cut. */
  readonly offset: number;
  /** Of the message in which it was noticed. */
  readonly path: string;
}

/** Takes a disassembly in reading order. Operands are another step's afterwards. */
export interface Listing {
  /** A core operation begins: a network group, or a part of one. */
  coreOp(head: CoreOpHead): void;
  /** Configuration that is written before the first context. */
  preliminary(path: string, offset: number): void;
  /** A context begins. */
  context(head: ContextHead): void;
  /** An operation begins. Its trigger is good during the call. */
  operation(head: OperationHead, trigger: Operands): void;
  /** An action of the operation, good during the call. */
  action(action: Operands): void;
  /** The operation ends. */
  operationEnd(): void;
  /** The context ends. The head has what was known by then. */
  contextEnd(head: ContextHead): void;
  /** Something cannot be read. */
  problem(problem: ListingProblem): void;
  /** What a reader has to know about the disassembly itself, such as that names could not be looked up. */
  note(text: string): void;
  /** Whether `flush` should be called before more comes. */
  readonly isFull: boolean;
  /** Called where `isFull`: writes what has come so far. */
  flush(): Promise<void>;
}
