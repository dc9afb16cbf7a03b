import type { ReusableHasher } from '../../base/container/checksum.js';
import type { Pending, Source } from '../../base/source/source.js';
import { CUT, OK, WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, PROBLEM, UNKNOWN, VALUE } from '../../read/tape/step.js';
import type { DisasmChoice, Matched } from './choice.js';
import { tableNamed } from './context-head.js';
import type { DisasmListing } from './listing.js';
import { entriesNamed, HEAD_BYTES, Operands } from './operands.js';

export const NOTHING = (): boolean => false;
const OPERATION = tableNamed('ProtoMDLOperation');
const TRIGGER_ENTRIES = entriesNamed('ProtoMDLTrigger');
const ACTION_ENTRIES = entriesNamed('ProtoMDLAction');
const TRIGGER_TAG = 0x0a;
const ACTIONS_TAG = 0x12;

/** Operations up to this size are read whole; larger ones consist mostly of blobs, which stay unread. */
const MAX_WHOLE_OPERATION = 64 * 1024;
/** Limit for the positions that are remembered to report each problem once. */
const MAX_PROBLEMS = 10_000;

/** Disassembles operations of any source. */
export class Operations {
  readonly #trigger = new Operands();
  readonly #action = new Operands();
  readonly #cursor = new RecordCursor();
  /** Offset × 8 + problem. */
  readonly #reported = new Set<number>();

  constructor(
    private readonly listing: DisasmListing,
    private readonly choice: DisasmChoice,
    private readonly hasher: ReusableHasher | undefined,
  ) {}

  /** Number of problems reported. */
  get problems(): number {
    return this.#reported.size;
  }

  /**
   * Lists all operations of the message that the tape is in, to its end.
   * @param name name of the operations' field
   * @param first number of operations in earlier records of the same message
   * @returns the number of operations until now, these included
   */
  *all(
    tape: Tape,
    source: Source,
    name: string,
    path: string,
    matched: Matched,
    first: number,
  ): Pending<number> {
    const { listing } = this;
    const { depth } = tape;
    let index = first;
    const head = { path: (): string => `${path}.${name}[${head.index}]`, index: 0, offset: 0, length: 0 };
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === PROBLEM) this.report(tape.problem, tape.problemOffset, path);
      else if (step === LEAVE && tape.depth < depth) break;
      else if (step === ENTER && tape.entry !== undefined) {
        const isOne = tape.depth === depth + 1 && tape.entry.field.name === name;
        const place = isOne ? index++ : 0;
        if (!isOne || this.choice.into(matched, name, place) < 0) {
          tape.skip();
          continue;
        }
        head.index = place;
        head.offset = tape.offset;
        head.length = tape.valueOffset + tape.length - tape.offset;
        if (tape.length <= MAX_WHOLE_OPERATION) tape.bring();
        if (tape.length <= MAX_WHOLE_OPERATION && tape.hasPayload) {
          const start = tape.payloadStart;
          this.#inMemory(tape.window, start, start + tape.length, tape.valueOffset - start, head);
          tape.skip();
        } else yield* this.#byRecords(tape, source, head);
        if (listing.isFull) yield listing.flush();
      }
    }
    return index;
  }

  /** Reports a problem once. */
  report(problem: WireProblem, offset: number, path: string): void {
    const key = offset * 8 + problem;
    if (this.#reported.size >= MAX_PROBLEMS || this.#reported.has(key)) return;
    this.#reported.add(key);
    const code = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS]?.[0] ?? 'wire-truncated';
    this.listing.problem({ code, offset, path });
  }

  /** @param base absolute offset of `bytes` */
  #inMemory(
    bytes: Uint8Array,
    from: number,
    end: number,
    base: number,
    head: Parameters<DisasmListing['operation']>[0],
  ): void {
    const trigger = this.#trigger;
    trigger.begin(-1, 0);
    // The trigger may come after the actions, and in several records.
    this.#records(bytes, from, end, base, head, TRIGGER_TAG, (at, start, stop) => {
      if (trigger.offset < 0) trigger.offset = base + at;
      trigger.length = stop - at;
      if (!trigger.read(TRIGGER_ENTRIES, bytes, start, stop, base, 0)) {
        this.report(trigger.problem, base + trigger.problemAt, `${head.path()}.trigger`);
      }
    });
    this.listing.operation(head, trigger);
    const action = this.#action;
    const { listing, hasher } = this;
    let index = 0;
    this.#records(bytes, from, end, base, head, ACTIONS_TAG, (at, start, stop) => {
      action.begin(base + at, stop - at);
      const isRead = action.read(ACTION_ENTRIES, bytes, start, stop, base, 0);
      if (hasher !== undefined && action.blobOffset >= 0) {
        const blob = action.blobOffset - base;
        hasher.init();
        hasher.update(bytes.subarray(blob, blob + action.blobLength));
        action.hash = hasher.digest('hex');
      }
      listing.action(action);
      if (!isRead) this.report(action.problem, base + action.problemAt, `${head.path()}.actions[${index}]`);
      index++;
    });
    listing.operationEnd();
  }

  /** Calls `take` for the records of an operation with this tag: its trigger, or its actions. */
  #records(
    bytes: Uint8Array,
    from: number,
    end: number,
    base: number,
    head: Parameters<DisasmListing['operation']>[0],
    wanted: typeof TRIGGER_TAG | typeof ACTIONS_TAG,
    take: (at: number, start: number, stop: number) => void,
  ): void {
    const records = this.#cursor;
    records.reset(bytes, from, end);
    while (records.next()) {
      if (records.tag === wanted) take(records.start, records.value, records.valueEnd);
    }
    const { problem, start } = records;
    if (problem !== OK) this.report(problem, base + (problem === CUT ? end : start), head.path());
  }

  /** Lists an operation with large blobs: the tape is inside the operation, and leaves it. */
  *#byRecords(tape: Tape, source: Source, head: Parameters<DisasmListing['operation']>[0]): Pending<void> {
    const { listing } = this;
    const trigger = this.#trigger;
    const { depth } = tape;
    trigger.begin(-1, 0);
    yield* this.#lookForTrigger(source, tape.valueOffset, tape.valueOffset + tape.length, head);
    listing.operation(head, trigger);
    let index = 0;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === PROBLEM) this.report(tape.problem, tape.problemOffset, head.path());
      else if (step === LEAVE && tape.depth < depth) break;
      else if (step === ENTER && tape.entry !== undefined) {
        if (tape.entry.tag === ACTIONS_TAG) {
          yield* this.#step(tape, source, this.#action, head, index++);
          if (listing.isFull) yield listing.flush();
        } else tape.skip();
      }
    }
    listing.operationEnd();
  }

  *#lookForTrigger(
    source: Source,
    from: number,
    end: number,
    head: Parameters<DisasmListing['operation']>[0],
  ): Pending<void> {
    const tape = new Tape(source, from, end, { table: OPERATION, wants: NOTHING, entersCut: true });
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step !== ENTER || tape.entry === undefined) continue;
      if (tape.entry.tag === TRIGGER_TAG) yield* this.#step(tape, source, this.#trigger, head, -1);
      else tape.skip();
    }
  }

  /** Reads the trigger (`index` is -1) or action that the tape has entered, and leaves it. */
  *#step(
    tape: Tape,
    source: Source,
    into: Operands,
    head: Parameters<DisasmListing['operation']>[0],
    index: number,
  ): Pending<void> {
    const isTrigger = index < 0;
    const { depth } = tape;
    const length = tape.valueOffset + tape.length - tape.offset;
    if (!isTrigger || into.offset < 0) into.begin(tape.offset, length);
    let problem: WireProblem = OK;
    let problemOffset = 0;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      const { entry } = tape;
      const level = tape.depth - depth;
      if (step === LEAVE) {
        if (tape.depth < depth) break;
      } else if (step === PROBLEM) {
        problem = tape.problem;
        problemOffset = tape.problemOffset;
      } else if (step === UNKNOWN || entry === undefined) into.meetUnknown(tape.tag >>> 3);
      else if (step === ENTER) into.enter(entry, level - 1);
      else if (step === VALUE) into.set(entry, level, tape.lo, tape.hi);
      else if (step === BYTES) yield* this.#blob(source, into, tape.valueOffset, tape.length);
    }
    if (!isTrigger) this.listing.action(into);
    const part = isTrigger ? 'trigger' : `actions[${index}]`;
    if (problem !== OK) this.report(problem, problemOffset, `${head.path()}.${part}`);
  }

  /** Reads the head of a blob, and all of it if its hash is needed. */
  *#blob(source: Source, into: Operands, offset: number, length: number): Pending<void> {
    into.setBlob(offset, length);
    into.headLength = yield* readAt(source, offset, into.head.subarray(0, Math.min(HEAD_BYTES, length)));
    const { hasher } = this;
    if (hasher === undefined) return;
    hasher.init();
    const chunk = new Uint8Array(Math.min(HASHED_AT_ONCE, length));
    for (let at = 0; at < length; ) {
      const target = chunk.subarray(0, Math.min(chunk.length, length - at));
      const read = yield* readAt(source, offset + at, target);
      hasher.update(target.subarray(0, read));
      if (read < target.length) break;
      at += read;
    }
    into.hash = hasher.digest('hex');
  }
}

const HASHED_AT_ONCE = 1 << 18;

/** Reads a source that may take its time. */
function* readAt(source: Source, offset: number, target: Uint8Array): Pending<number> {
  let read = source.read(offset, target);
  if (typeof read !== 'number') {
    yield read.then((count) => {
      read = count;
    });
  }
  return read as number;
}
