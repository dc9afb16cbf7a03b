import type { FramingMode } from '../../base/container/detect.js';
import { messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import type { Source } from '../../base/source/source.js';
import { type Turn, Turns } from '../../base/source/turns.js';
import { WIRE_PROBLEMS } from '../../read/model/malformed.js';
import { Tapes } from '../../read/tape/tapes.js';
import { readContextFacts } from '../../tools/disasm/context-head.js';
import type { TimelineEntry } from '../../tools/disasm/listing.js';
import { ACTION_MNEMONICS, TRIGGER_MNEMONICS } from '../../tools/disasm/mnemonics.js';
import { bytesColumn, numbersColumn, offsetsColumn } from './columns.js';
import { ContextSteps } from './context-steps.js';
import { type FoundContext, findContext } from './found-context.js';

/** 22 bytes each, and twice that while they are gathered. */
const MAX_ACTIONS = 1 << 21;
/** 17 bytes each. */
const MAX_OPERATIONS = 1 << 20;
/** Problems that are shown. */
const MAX_PROBLEMS = 20;
/** Entries of the estimated order that are shown; the page draws no more. */
const MAX_ORDER = 1000;

/** What is listed of a context. */
export interface TimelineOptions {
  /** Whether the file is a bare message or has a header before it; found out by default. */
  readonly framing?: FramingMode;
  /** Called now and then: gives others a turn, or ends it by throwing. */
  readonly turn?: Turn;
  /** Actions, and operations, that are listed at the most. Default 2^21, and 2^20. */
  readonly maxActions?: number;
  /** Operations that are listed at the most. Default 2^20. */
  readonly maxOperations?: number;
}

/** A kind of trigger or action. */
export interface StepKind {
  /** The member of the oneof, as the schema names it; `unset` for none, `unknown` for one that it does not have. */
  readonly name: string;
  /** What a disassembly calls it. */
  readonly mnemonic: string;
}

/** Operations in file order, a column for each thing that is said of them. */
export interface TimelineOperations {
  /** Index into `triggerKinds`. */
  readonly kind: Uint8Array;
  /** Absolute offset of the record, and its bytes as far as they are there. */
  readonly offset: Float64Array;
  /** Bytes of each record, as far as they are there. */
  readonly bytes: Uint32Array;
  /** Index of its first action: those up to the next operation's are its own. */
  readonly firstAction: Uint32Array;
}

/** Actions in file order. */
export interface TimelineActions {
  /** Index into `actionKinds`. */
  readonly kind: Uint8Array;
  /** Index of the operation. */
  readonly operation: Uint32Array;
  /** Absolute offset of each record. */
  readonly offset: Float64Array;
  /** Bytes of each record, as far as they are there. */
  readonly bytes: Uint32Array;
  /** Bytes of configuration that it writes: of its blob, or of what it points to after the message. */
  readonly configuration: Uint32Array;
}

/** What a context does, in order: as disassembly has it, but as columns of numbers. */
export interface Timeline extends Pick<FoundContext, 'kind' | 'path' | 'offset' | 'bytes' | 'list'> {
  /** Of the context, as the compiler calls it; may be empty. Not escaped. */
  readonly name: string;
  /** Kinds of triggers in it. */
  readonly triggerKinds: readonly StepKind[];
  /** Kinds of actions in it. */
  readonly actionKinds: readonly StepKind[];
  /** Its operations, a column for each property. */
  readonly operations: TimelineOperations;
  /** Their actions in order, a column for each property. */
  readonly actions: TimelineActions;
  /** What there is in all; more than is listed where `isCut`. */
  readonly operationCount: number;
  /** All actions; more than are listed where `isCut`. */
  readonly actionCount: number;
  /** Triggers in the order in which the compiler expected them; the first 1000. */
  readonly order: readonly TimelineEntry[];
  /** Those that are left out. */
  readonly orderMore: number;
  /** Whether there is more than is listed. */
  readonly isCut: boolean;
  /** Absolute offset of the record of the metadata, the first of them, and the bytes of all; null without any. */
  readonly metadata: {
    /** Absolute. */
    readonly offset: number;
    /** Of all its records. */
    readonly bytes: number;
  } | null;
  /** What is broken in it; the first 20. What lies after in the same message is not there. */
  readonly problems: readonly {
    /** As validation has it. */
    readonly code: string;
    /** Absolute. */
    readonly offset: number;
  }[];
}

const ACTION_KINDS = kindsOf('ProtoMDLAction', ACTION_MNEMONICS);
const TRIGGER_KINDS = kindsOf('ProtoMDLTrigger', TRIGGER_MNEMONICS);

/**
 * Goes through a context, or a preliminary configuration, in one pass that hops over blobs. What is broken is left
 * out, and named in `problems`. The source is not closed.
 * @param path of the context: `network_groups[0].contexts[2]`, and of later layouts
 * @returns undefined where the file has no such context
 * @throws ProtomdlError `selector-invalid`, `frame-…`, and the codes of the source; whatever `turn` throws
 */
export async function timeline(
  input: Source,
  path: string,
  options: TimelineOptions = {},
): Promise<Timeline | undefined> {
  const { framing, maxActions = MAX_ACTIONS, maxOperations = MAX_OPERATIONS } = options;
  const turns = new Turns(options.turn);
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

  const steps = new ContextSteps(source, found, turns, {
    operation(at, length, firstOf, trigger) {
      if (operationCount++ >= maxOperations) return;
      operationOffset.push(at);
      operationBytes.push(length);
      firstAction.push(Math.min(firstOf, maxActions));
      operationKind.push(TRIGGER_KINDS.indexOf(trigger));
    },
    action(at, length, of, member, written) {
      if (actionCount++ >= maxActions || of >= maxOperations) return;
      offset.push(at);
      bytes.push(length);
      operation.push(of);
      kind.push(ACTION_KINDS.indexOf(member));
      configuration.push(written);
    },
    problem(problem, at) {
      const code = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS]?.[0] ?? 'wire-truncated';
      if (problems.length < MAX_PROBLEMS) problems.push({ code, offset: at });
    },
  });
  await steps.run();

  let name = '';
  const order: TimelineEntry[] = [];
  let orderMore = 0;
  // A stretch that is one record of a context is a context's payload.
  const tapes = new Tapes(source, { entersCut: true });
  for (const { from, end } of steps.metadata) {
    const facts = await readContextFacts(tapes, from, end);
    if (facts.name !== '') name = facts.name;
    const room = Math.max(0, MAX_ORDER - order.length);
    order.push(...facts.timeline.slice(0, room));
    orderMore += facts.timelineMore + Math.max(0, facts.timeline.length - room);
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
    metadata: metadataOf(steps, source),
    isCut: kind.length < actionCount || operationKind.length < operationCount,
    problems,
  };
}

function metadataOf(
  { metadata }: ContextSteps,
  { size = Number.POSITIVE_INFINITY }: Source,
): Timeline['metadata'] {
  const [first] = metadata;
  if (first === undefined) return null;
  const bytes = metadata.reduce((sum, { from, end }) => sum + Math.min(end, size) - from, 0);
  return { offset: first.from, bytes };
}

/** Kinds by field number: members of the message's oneof, and after them what is none that is known. */
function kindsOf(typeName: string, mnemonics: Readonly<Record<string, { readonly text: string }>>) {
  const members = messageByName(MDL, typeName)?.fields.filter(({ oneof }) => oneof === 0) ?? [];
  const kinds: StepKind[] = members.map(({ name }) => ({ name, mnemonic: mnemonics[name]?.text ?? name }));
  const unset = kinds.length;
  kinds.push({ name: 'unset', mnemonic: 'unset' }, { name: 'unknown', mnemonic: 'unknown' });
  const indices = new Map(members.map(({ number }, index) => [number, index]));
  /** @param member its field number; 0 for none, -1 for one that the schema does not have */
  const indexOf = (member: number): number =>
    (member > 0 ? indices.get(member) : undefined) ?? unset - Math.min(member, 0);
  return { kinds, indexOf };
}
