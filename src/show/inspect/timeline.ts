import type { FramingMode } from '../../base/container/detect.js';
import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type Source, settled } from '../../base/source/source.js';
import { type Turn, Yielder } from '../../base/source/yielder.js';
import type { Entry } from '../../read/outline/entries.js';
import { HeldFile } from '../../read/outline/held-message.js';
import { keptSource } from '../../read/outline/load.js';
import { Tapes } from '../../read/outline/tape.js';
import { DisasmChoice } from '../../tools/disasm/choice.js';
import { readContextFacts } from '../../tools/disasm/context-head.js';
import type { DisasmListing, TimelineEntry } from '../../tools/disasm/listing.js';
import { ACTION_MNEMONICS, TRIGGER_MNEMONICS } from '../../tools/disasm/mnemonics.js';
import { entriesNamed, entryNamed, type Operands } from '../../tools/disasm/operands.js';
import { Operations } from '../../tools/disasm/operations.js';
import { bytesColumn, numbersColumn, offsetsColumn } from './columns.js';
import { type FoundContext, findContext } from './found-context.js';

/** Maximum number of actions, which take 22 bytes each, and 44 bytes while they are collected. */
const MAX_ACTIONS = 1 << 21;
/** Maximum number of operations, which take 17 bytes each. */
const MAX_OPERATIONS = 1 << 20;
const MAX_PROBLEMS = 20;
/** Number of actions between checks of the clock. */
const LOOK_EVERY = 4096;

/** Options of a timeline. */
export interface TimelineOptions {
  /** Framing of the file: a bare message, or with a header (default: detected). */
  readonly framing?: FramingMode;
  /** Called from time to time, to let other work run. An error that it throws ends the reading. */
  readonly turn?: Turn;
  /** Maximum number of listed actions (default 2^21). */
  readonly maxActions?: number;
  /** Maximum number of listed operations (default 2^20). */
  readonly maxOperations?: number;
}

/** A kind of trigger or action. */
export interface StepKind {
  /**
   * Name of the oneof's member in the schema; `unset` without a member, `unknown` for a member that is not in
   * the schema.
   */
  readonly name: string;
  /** Name of the kind in a disassembly. */
  readonly mnemonic: string;
}

/** Operations in file order, with a column for each property. */
export interface TimelineOperations {
  /** Index into `triggerKinds`, for each operation. */
  readonly kind: Uint8Array;
  /** Absolute offset of each operation's record. */
  readonly offset: Float64Array;
  /** Number of existing bytes in each operation's record. */
  readonly bytes: Uint32Array;
  /**
   * Index of each operation's first action; the actions of an operation end before the first action of the
   * next operation.
   */
  readonly firstAction: Uint32Array;
}

/** Actions in file order. */
export interface TimelineActions {
  /** Index into `actionKinds`, for each action. */
  readonly kind: Uint8Array;
  /** Index of each action's operation. */
  readonly operation: Uint32Array;
  /** Absolute offset of each action's record. */
  readonly offset: Float64Array;
  /** Number of existing bytes in each action's record. */
  readonly bytes: Uint32Array;
  /**
   * Number of configuration bytes that each action writes: the size of its blob, or of its target after the
   * message.
   */
  readonly configuration: Uint32Array;
}

/** The operations and actions of a context in order, as columns of numbers. */
export interface Timeline extends Pick<FoundContext, 'kind' | 'path' | 'offset' | 'bytes' | 'list'> {
  /** The compiler's name for the context, not escaped; may be empty. */
  readonly name: string;
  /** Kinds of triggers in the context. */
  readonly triggerKinds: readonly StepKind[];
  /** Kinds of actions in the context. */
  readonly actionKinds: readonly StepKind[];
  /** Listed operations of the context, with a column for each property. */
  readonly operations: TimelineOperations;
  /** Listed actions of the context in order, with a column for each property. */
  readonly actions: TimelineActions;
  /** Number of all operations; if `isCut` is true, it may exceed the number of listed operations. */
  readonly operationCount: number;
  /** Number of all actions; if `isCut` is true, it may exceed the number of listed actions. */
  readonly actionCount: number;
  /** The first 1000 triggers in the order that the compiler expected. */
  readonly order: readonly TimelineEntry[];
  /** Number of triggers that are not in `order`. */
  readonly orderMore: number;
  /** True if some operations or actions are not listed. */
  readonly isCut: boolean;
  /** Position of the context's metadata; null without metadata. */
  readonly metadata: {
    /** Absolute offset of the first metadata record. */
    readonly offset: number;
    /** Size of all metadata records in bytes. */
    readonly bytes: number;
  } | null;
  /** The first 20 wire-level errors. The rest of a message with an error is missing. */
  readonly problems: readonly {
    /** Code of the error in validation. */
    readonly code: string;
    /** Absolute offset of the error. */
    readonly offset: number;
  }[];
}

/** The action that points to configuration words, and the field with their size. */
const POINTER = entryNamed(entriesNamed('ProtoMDLAction'), 'write_data_ccw_ptr');
const POINTED_SIZE = (entryNamed(POINTER?.child, 'size') as Entry).id;

const NOTHING = (): void => {};

const ACTION_KINDS = kindsOf('ProtoMDLAction', ACTION_MNEMONICS);
const TRIGGER_KINDS = kindsOf('ProtoMDLTrigger', TRIGGER_MNEMONICS);

/**
 * Reads a context or a preliminary configuration, and skips blobs. Broken parts are omitted from the
 * timeline, and listed in `problems`. The source is not closed.
 * @param path path of the context: `network_groups[0].contexts[2]`, or a deeper path in later layouts
 * @returns undefined if the file has no such context
 * @throws ProtomdlError `selector-invalid`, `frame-…`, and the codes of the source; any error from `turn`
 */
export async function timeline(
  input: Source,
  path: string,
  options: TimelineOptions = {},
): Promise<Timeline | undefined> {
  const { framing, maxActions = MAX_ACTIONS, maxOperations = MAX_OPERATIONS } = options;
  const turns = new Yielder(options.turn);
  const source = turns.through(input);
  const found = await findContext(source, path, framing);
  if (found === undefined) return undefined;

  const operationKind = bytesColumn();
  const operationOffset = offsetsColumn();
  const operationBytes = numbersColumn();
  const firstAction = numbersColumn();
  const kind = bytesColumn();
  const operation = numbersColumn();
  const offset = offsetsColumn();
  const bytes = numbersColumn();
  const configuration = numbersColumn();
  const problems: { code: string; offset: number }[] = [];
  let operationCount = 0;
  let actionCount = 0;

  let actionsUntilLook = LOOK_EVERY;
  const { size = Number.POSITIVE_INFINITY } = source;
  const listing: DisasmListing = {
    coreOp: NOTHING,
    preliminary: NOTHING,
    context: NOTHING,
    operation({ offset: at, length }, trigger) {
      if (operationCount++ >= maxOperations) return;
      operationOffset.push(at);
      operationBytes.push(Math.min(length, size - at));
      firstAction.push(Math.min(actionCount, maxActions));
      operationKind.push(TRIGGER_KINDS.indexOf(trigger));
    },
    action(action) {
      if (actionCount++ >= maxActions || operationCount > maxOperations) return;
      offset.push(action.offset);
      bytes.push(Math.min(action.length, size - action.offset));
      operation.push(operationCount - 1);
      kind.push(ACTION_KINDS.indexOf(action));
      configuration.push(action.member === POINTER ? action.lo(POINTED_SIZE) >>> 0 : action.blobLength);
    },
    operationEnd: NOTHING,
    contextEnd: NOTHING,
    problem({ code, offset: at }) {
      if (problems.length < MAX_PROBLEMS) problems.push({ code, offset: at });
    },
    get isFull() {
      if (--actionsUntilLook > 0) return false;
      actionsUntilLook = LOOK_EVERY;
      return turns.isDue;
    },
    flush: () => turns.take(),
  };
  const metadata: { offset: number; end: number }[] = [];
  let name = '';
  const order: TimelineEntry[] = [];
  let orderMore = 0;
  const fields = entriesNamed(found.kind === 'context' ? 'ProtoMDLContext' : 'ProtoMDLPreliminaryConfig');
  const choice = new DisasmChoice(undefined);
  for (const { from, end } of found.payloads) {
    const held = await keptSource(source, from, end, fields);
    const tapes = new Tapes(held, { entersCut: true });
    const operations = new Operations(listing, choice, undefined, new HeldFile(held));
    const tape = tapes.take(from, end, fields.table);
    await settled(operations.all(tape, found.list, path, choice.start, operationCount));
    if (found.kind !== 'context') continue;
    const facts = readContextFacts(tapes, from, end);
    metadata.push(...facts.metadata);
    name = facts.name;
    order.push(...facts.timeline);
    orderMore += facts.timelineMore;
  }
  const { payloads: _, ...place } = found;
  return {
    ...place,
    name,
    triggerKinds: TRIGGER_KINDS.kinds,
    actionKinds: ACTION_KINDS.kinds,
    operations: {
      kind: operationKind.values,
      offset: operationOffset.values,
      bytes: operationBytes.values,
      firstAction: firstAction.values,
    },
    actions: {
      kind: kind.values,
      operation: operation.values,
      offset: offset.values,
      bytes: bytes.values,
      configuration: configuration.values,
    },
    operationCount,
    actionCount,
    order,
    orderMore,
    metadata: metadataOf(metadata, size),
    isCut: kind.length < actionCount || operationKind.length < operationCount,
    problems,
  };
}

function metadataOf(
  records: readonly { readonly offset: number; readonly end: number }[],
  size: number,
): Timeline['metadata'] {
  const [first] = records;
  if (first === undefined) return null;
  const bytes = records.reduce((sum, { offset, end }) => sum + Math.min(end, size) - offset, 0);
  return { offset: first.offset, bytes };
}

/** Returns the kinds of a message: the members of its oneof, followed by `unset` and `unknown`. */
function kindsOf(typeName: string, mnemonics: Readonly<Record<string, { readonly text: string }>>) {
  const members = messageByName(MDL, typeName)?.fields.filter(({ oneof }) => oneof === 0) ?? [];
  const kinds: StepKind[] = members.map(({ name }) => ({ name, mnemonic: mnemonics[name]?.text ?? name }));
  const unset = kinds.length;
  kinds.push({ name: 'unset', mnemonic: 'unset' }, { name: 'unknown', mnemonic: 'unknown' });
  const indices = new Map(members.map(({ number }, index) => [number, index]));
  const indexOf = ({ member, isLater }: Operands): number =>
    (member && indices.get(member.field.number)) ?? (isLater ? unset + 1 : unset);
  return { kinds, indexOf };
}
