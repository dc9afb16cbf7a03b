import type { MessageTable } from '../../base/schema/table.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import { BYTES_STEP, END, ENTER, PROBLEM } from '../../read/outline/step.js';
import type { Tape, Tapes } from '../../read/outline/tape.js';

/** A stretch of the file: a message's payload, or one of several records of a message. */
export interface PayloadRange {
  readonly from: number;
  readonly end: number;
  /** Offset of the enclosing record. */
  readonly offset: number;
}

/** Facts about a network group or core operation, read before its parts. */
interface ScopeFacts {
  readonly name: string;
  readonly networks: readonly string[];
  readonly preliminary: readonly PayloadRange[];
  readonly hasContexts: boolean;
  /** True if the group or core operation contains layouts, or a graph. */
  readonly hasParts: boolean;
  /** True if a part of the group or core operation cannot be read. */
  readonly isBroken: boolean;
}

/** Limit for the names that are kept; a group has at most 8. */
const MAX_NETWORKS = 4096;
const MAX_NAME = 1024;
const MAX_STRETCHES = 65_536;

/** Reads fields 1 to 6, which network groups and core operations share. */
export function readScope(tapes: Tapes, stretches: readonly PayloadRange[], table: MessageTable): ScopeFacts {
  const facts: Facts = {
    name: '',
    networks: [],
    preliminary: [],
    hasContexts: false,
    hasParts: false,
    isBroken: false,
  };
  for (const { from, end } of stretches) {
    if (from === end) continue;
    const tape = tapes.take(from, end, table);
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === ENTER) enter(tape, facts);
      else if (step === BYTES_STEP && tape.hasPayload) name(tape, facts);
      else if (step === PROBLEM) facts.isBroken = true;
    }
    tapes.give(tape);
  }
  return facts;
}

type Facts = { -readonly [K in keyof ScopeFacts]: ScopeFacts[K] } & {
  networks: string[];
  preliminary: PayloadRange[];
};

function enter(tape: Tape, facts: Facts): void {
  const field = tape.entry?.field.name;
  if (field === undefined || field === 'network_group_metadata') return;
  if (tape.depth === 1) {
    if (field === 'preliminary_config' && facts.preliminary.length < MAX_STRETCHES)
      facts.preliminary.push(payloadStretch(tape));
    else if (field === 'contexts') facts.hasContexts = true;
    else if (isPart(field)) facts.hasParts = true;
  }
  tape.skip();
}

export function isPart(field: string): boolean {
  return field === 'partial_network_groups' || field === 'partial_core_ops' || field === 'ops';
}

function name(tape: Tape, facts: Facts): void {
  const at = tape.payloadStart;
  const text = decodeUtf8(tape.window, at, at + Math.min(tape.length, MAX_NAME));
  const field = tape.entry?.field.name;
  if (field === 'network_group_name') facts.name = text;
  else if (field === 'networks_names' && facts.networks.length < MAX_NETWORKS) facts.networks.push(text);
}

/** Returns the stretch of the message that the tape has just entered. */
export function payloadStretch(tape: Tape): PayloadRange {
  const from = tape.valueOffset;
  return { from, end: from + tape.length, offset: tape.offset };
}
