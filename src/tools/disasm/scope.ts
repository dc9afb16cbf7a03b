import type { MessageTable } from '../../base/schema/table.js';
import { decodeUtf8 } from '../../base/wire/utf8.js';
import type { Entry } from '../../read/tape/entries.js';
import type { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, MORE, PROBLEM } from '../../read/tape/step.js';
import type { Tapes } from '../../read/tape/tapes.js';
import { readAll } from './read-on.js';

/** A stretch of the file: a message's payload, or one of several records of a message. */
export interface Stretch {
  readonly from: number;
  readonly end: number;
  /** Offset of the enclosing record. */
  readonly offset: number;
}

/** Facts about a network group or core operation, read before its parts. */
export interface ScopeFacts {
  readonly name: string;
  readonly networks: readonly string[];
  readonly preliminary: readonly Stretch[];
  readonly hasContexts: boolean;
  /** True if it contains layouts, or a graph. */
  readonly hasParts: boolean;
  /** True if part of it cannot be read. */
  readonly isBroken: boolean;
}

/** Limit for the names that are kept; a group has at most 8. */
const MAX_NETWORKS = 4096;
const MAX_NAME = 1024;
/** Limit for the records of one message. */
const MAX_STRETCHES = 65_536;

/**
 * Reads fields 1 to 6, which network groups and core operations share. @returns a promise if a wait is
 * necessary
 */
export function readScope(
  tapes: Tapes,
  stretches: readonly Stretch[],
  table: MessageTable,
): ScopeFacts | Promise<ScopeFacts> {
  const facts: Facts = {
    name: '',
    networks: [],
    preliminary: [],
    hasContexts: false,
    hasParts: false,
    isBroken: false,
  };
  const rest = stretches.values();
  let tape: Tape | undefined;
  const readOn = (): Promise<void> | undefined => {
    for (;;) {
      if (tape === undefined) {
        const next = rest.next();
        if (next.done === true) return undefined;
        const { from, end } = next.value;
        if (from === end) continue;
        tape = tapes.take(from, end, table, isText);
      }
      const waiting = readStretch(tape, facts);
      if (waiting !== undefined) return waiting;
      tapes.give(tape);
      tape = undefined;
    }
  };
  const waiting = readOn();
  return waiting === undefined ? facts : readAll(waiting, readOn).then(() => facts);
}

/** @returns a promise to wait for before continuing; undefined at the end */
function readStretch(tape: Tape, facts: Facts): Promise<void> | undefined {
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) {
      const waiting = tape.fill();
      if (waiting !== undefined) return waiting;
    } else if (step === ENTER) enter(tape, facts);
    else if (step === BYTES && tape.hasPayload) name(tape, facts);
    else if (step === PROBLEM) facts.isBroken = true;
  }
  return undefined;
}

type Facts = { -readonly [K in keyof ScopeFacts]: ScopeFacts[K] } & {
  networks: string[];
  preliminary: Stretch[];
};

const TEXTS = new Set(['networks_names', 'network_group_name']);
const isText = ({ field }: Entry): boolean => TEXTS.has(field.name);

function enter(tape: Tape, facts: Facts): void {
  const field = tape.entry?.field.name;
  if (field === undefined || field === 'network_group_metadata') return;
  if (tape.depth === 1) {
    if (field === 'preliminary_config' && facts.preliminary.length < MAX_STRETCHES)
      facts.preliminary.push(stretchOf(tape));
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
export function stretchOf(tape: Tape): Stretch {
  const from = tape.valueOffset;
  return { from, end: from + tape.length, offset: tape.offset };
}
