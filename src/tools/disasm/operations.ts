import type { ReusableHasher } from '../../base/container/checksum.js';
import type { Pending } from '../../base/source/source.js';
import { CUT, OK, WIRE_PROBLEMS, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import type { HeldFile, HeldMessage } from '../../read/outline/held-message.js';
import { isCutMessage } from '../../read/outline/merged.js';
import { END, ENTER, LEAVE, PROBLEM } from '../../read/outline/step.js';
import type { Tape } from '../../read/outline/tape.js';
import type { DisasmChoice, Matched } from './choice.js';
import type { DisasmListing, OperationHead } from './listing.js';
import { entriesNamed, Operands } from './operands.js';

const OPERATION_ENTRIES = entriesNamed('ProtoMDLOperation');
const TRIGGER_ENTRIES = entriesNamed('ProtoMDLTrigger');
const ACTION_ENTRIES = entriesNamed('ProtoMDLAction');
const TRIGGER_TAG = 0x0a;
const ACTIONS_TAG = 0x12;

/** Limit for the positions that are remembered to report each problem once. */
const MAX_PROBLEMS = 10_000;

/** Disassembles operations of a file whose structure is in memory. */
export class Operations {
  readonly #trigger = new Operands();
  readonly #action = new Operands();
  readonly #cursor = new RecordCursor();
  /** True if the record at the cursor is truncated by the end of the file. */
  #isCut = false;
  /** Reported problems, each as offset × 8 + problem. */
  readonly #reported = new Set<number>();

  constructor(
    private readonly listing: DisasmListing,
    private readonly choice: DisasmChoice,
    private readonly hasher: ReusableHasher | undefined,
    private readonly content: HeldFile,
  ) {}

  get problems(): number {
    return this.#reported.size;
  }

  /**
   * Lists all operations of the message that the tape is in, to its end.
   * @param name name of the operations' field
   * @param first number of operations in earlier records of the same message
   * @returns the number of operations in all records until now
   */
  *all(tape: Tape, name: string, path: string, matched: Matched, first: number): Pending<number> {
    const { listing } = this;
    const { depth } = tape;
    let index = first;
    // Levels around the records of an operation, and of its steps, which count towards the depth limit of
    // groups.
    this.#cursor.depth = path.split('.').length + 1;
    this.#trigger.depth = this.#cursor.depth + 1;
    this.#action.depth = this.#trigger.depth;
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
        const held = this.content.held(tape.valueOffset, tape.valueOffset + tape.length);
        yield* this.#operation(held, head);
        if (listing.isFull) yield listing.flush();
        // A truncated operation is the last one.
        if (held.entersTail) break;
        tape.skip();
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

  *#operation(held: HeldMessage, head: OperationHead): Pending<void> {
    const { listing, hasher } = this;
    const { origin } = held;
    const trigger = this.#trigger;
    trigger.begin(-1, 0);
    // The trigger may come after the actions, and in several records.
    for (const { start, value, valueEnd, length } of this.#records(held, head, TRIGGER_TAG)) {
      if (trigger.offset < 0) trigger.offset = origin.offsetOf(start);
      trigger.length = value - start + length;
      if (!trigger.read(TRIGGER_ENTRIES, held, value, valueEnd, 0, this.#isCut)) {
        this.report(trigger.problem, origin.offsetOf(trigger.problemAt), `${head.path()}.trigger`);
      }
    }
    listing.operation(head, trigger);
    const action = this.#action;
    let index = 0;
    for (const { start, value, valueEnd, length } of this.#records(held, head, ACTIONS_TAG)) {
      action.begin(origin.offsetOf(start), value - start + length);
      const isRead = action.read(ACTION_ENTRIES, held, value, valueEnd, 0, this.#isCut);
      if (hasher !== undefined && action.blobOffset >= 0) yield* this.#hash(hasher, action);
      listing.action(action);
      if (!isRead) {
        this.report(action.problem, origin.offsetOf(action.problemAt), `${head.path()}.actions[${index}]`);
      }
      index++;
      if (listing.isFull) yield listing.flush();
    }
    listing.operationEnd();
  }

  /** Yields the records of an operation with this tag: its trigger, or its actions. */
  *#records(
    { message, from, to, origin, entersTail }: HeldMessage,
    head: OperationHead,
    wanted: typeof TRIGGER_TAG | typeof ACTIONS_TAG,
  ): Generator<RecordCursor> {
    const records = this.#cursor;
    this.#isCut = false;
    records.gaps = message;
    records.reset(message.bytes, from, to);
    while (records.next()) if (records.tag === wanted) yield records;
    const at = records.problemAt;
    if (entersTail) {
      // The second pass reports the end of the file, unless the truncated step reports it.
      if (isCutMessage(records, OPERATION_ENTRIES) && records.tag === wanted) {
        records.valueEnd = to;
        this.#isCut = true;
        yield records;
        return;
      }
      if (wanted === TRIGGER_TAG) return;
    }
    const problem = entersTail && records.problem === OK ? CUT : records.problem;
    if (problem !== OK) this.report(problem, origin.offsetOf(problem === CUT ? to : at), head.path());
  }

  *#hash(hasher: ReusableHasher, action: Operands): Pending<void> {
    hasher.init();
    const { source } = this.content;
    const { blobOffset: offset, blobLength: length } = action;
    const chunk = new Uint8Array(Math.min(HASHED_AT_ONCE, length));
    for (let at = 0; at < length; ) {
      const target = chunk.subarray(0, Math.min(chunk.length, length - at));
      const answer = source.read(offset + at, target);
      let read = 0;
      if (typeof answer === 'number') read = answer;
      else {
        yield answer.then((count) => {
          read = count;
        });
      }
      hasher.update(target.subarray(0, read));
      if (read < target.length) break;
      at += read;
    }
    action.hash = hasher.digest('hex');
  }
}

/** Bytes of a blob that are hashed at a time. */
const HASHED_AT_ONCE = 1 << 18;
