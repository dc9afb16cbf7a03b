import type { Hasher } from '../../base/container/checksum.js';
import type { Source } from '../../base/source/source.js';
import { CUT, OK, type WireProblem } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { WIRE_PROBLEMS } from '../../read/model/malformed.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM, UNKNOWN, VALUE } from '../../read/tape/step.js';
import type { Choice, Matched } from './choice.js';
import { tableNamed } from './context-head.js';
import type { Listing } from './listing.js';
import { entriesNamed, HEAD_BYTES, Operands } from './operands.js';
import { readAll } from './read-on.js';

export const NOTHING = (): boolean => false;
const OPERATION = tableNamed('ProtoMDLOperation');
const TRIGGER_ENTRIES = entriesNamed('ProtoMDLTrigger');
const ACTION_ENTRIES = entriesNamed('ProtoMDLAction');
const TRIGGER_TAG = 0x0a;
const ACTIONS_TAG = 0x12;

/** Operations up to this size are read whole; larger ones consist mostly of blobs, which stay unread. */
const MAX_WHOLE_OPERATION = 64 * 1024;
const MAX_WHOLE_STEP = 4096;
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
    private readonly listing: Listing,
    private readonly choice: Choice,
    private readonly hasher: Hasher | undefined,
  ) {}

  /** Number of problems reported. */
  get problems(): number {
    return this.#reported.size;
  }

  /**
   * Lists all operations of the message that the tape is in, to its end.
   * @param name name of the operations' field
   * @param first number of operations in earlier records of the same message
   * @returns the number of operations including these; a promise only if a wait is necessary, because it
   * costs more than a short list
   */
  all(
    tape: Tape,
    source: Source,
    name: string,
    path: string,
    matched: Matched,
    first: number,
  ): Promise<number> | number {
    const { listing } = this;
    const { depth } = tape;
    let index = first;
    const head = { path: (): string => `${path}.${name}[${head.index}]`, index: 0, offset: 0, length: 0 };
    const readOn = (): Promise<void> | undefined => {
      for (let step = tape.next(); step !== END; step = tape.next()) {
        if (step === MORE) {
          const waiting = tape.fill();
          if (waiting !== undefined) return waiting;
        } else if (step === PROBLEM) this.report(tape.problem, tape.problemOffset, path);
        else if (step === LEAVE && tape.depth < depth) return undefined;
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
          const waiting = this.#one(tape, source, head);
          if (waiting !== undefined) {
            return waiting.then(() => (listing.isFull ? listing.flush() : undefined));
          }
          if (listing.isFull) return listing.flush();
        }
      }
      return undefined;
    };
    const waiting = readOn();
    return waiting === undefined ? index : readAll(waiting, readOn).then(() => index);
  }

  /** Reports a problem once. */
  report(problem: WireProblem, offset: number, path: string): void {
    const key = offset * 8 + problem;
    if (this.#reported.size >= MAX_PROBLEMS || this.#reported.has(key)) return;
    this.#reported.add(key);
    const code = WIRE_PROBLEMS[problem as keyof typeof WIRE_PROBLEMS]?.[0] ?? 'wire-truncated';
    this.listing.problem({ code, offset, path });
  }

  #one(tape: Tape, source: Source, head: Parameters<Listing['operation']>[0]): Promise<void> | undefined {
    if (tape.length > MAX_WHOLE_OPERATION) return this.#byRecords(tape, source, head);
    const listed = (): Promise<void> | undefined => this.#brought(tape, source, head);
    const waiting = tape.bring();
    return waiting === undefined ? listed() : waiting.then(listed);
  }

  #brought(tape: Tape, source: Source, head: Parameters<Listing['operation']>[0]): Promise<void> | undefined {
    if (!tape.hasPayload) return this.#byRecords(tape, source, head);
    const start = tape.payloadStart;
    this.#inMemory(tape.window, start, start + tape.length, tape.valueOffset - start, head);
    tape.skip();
    return undefined;
  }

  /** @param base absolute offset of `bytes` */
  #inMemory(
    bytes: Uint8Array,
    from: number,
    end: number,
    base: number,
    head: Parameters<Listing['operation']>[0],
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
    head: Parameters<Listing['operation']>[0],
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

  /** Lists an operation that is not in memory: the tape is inside it, and leaves it. */
  async #byRecords(tape: Tape, source: Source, head: Parameters<Listing['operation']>[0]): Promise<void> {
    const { listing } = this;
    const trigger = this.#trigger;
    const { depth } = tape;
    trigger.begin(-1, 0);
    const goesBack = source.randomAccess;
    if (goesBack) await this.#lookForTrigger(source, tape.valueOffset, tape.valueOffset + tape.length, head);
    let isBegun = goesBack;
    if (isBegun) listing.operation(head, trigger);
    let index = 0;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        await tape.fill();
      } else if (step === PROBLEM) this.report(tape.problem, tape.problemOffset, head.path());
      else if (step === LEAVE && tape.depth < depth) break;
      else if (step === ENTER && tape.entry !== undefined) {
        if (tape.entry.tag === TRIGGER_TAG && !goesBack && !isBegun)
          await this.#step(tape, source, trigger, head, -1);
        else if (tape.entry.tag === ACTIONS_TAG) {
          if (!isBegun) listing.operation(head, trigger);
          isBegun = true;
          await this.#step(tape, source, this.#action, head, index++);
          if (listing.isFull) await listing.flush();
        } else tape.skip();
      }
    }
    if (!isBegun) listing.operation(head, trigger);
    listing.operationEnd();
  }

  async #lookForTrigger(
    source: Source,
    from: number,
    end: number,
    head: Parameters<Listing['operation']>[0],
  ): Promise<void> {
    const tape = new Tape(source, from, end, { table: OPERATION, wants: NOTHING, entersCut: true });
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        await tape.fill();
      } else if (step === ENTER && tape.entry !== undefined) {
        if (tape.entry.tag === TRIGGER_TAG) await this.#step(tape, source, this.#trigger, head, -1);
        else tape.skip();
      }
    }
  }

  /** Reads the trigger (`index` is -1) or action that the tape has entered, and leaves it. */
  async #step(
    tape: Tape,
    source: Source,
    into: Operands,
    head: Parameters<Listing['operation']>[0],
    index: number,
  ): Promise<void> {
    const isTrigger = index < 0;
    const path = (): string => `${head.path()}.${isTrigger ? 'trigger' : `actions[${index}]`}`;
    const length = tape.valueOffset + tape.length - tape.offset;
    if (!isTrigger || into.offset < 0) into.begin(tape.offset, length);
    let problem: WireProblem = OK;
    let problemOffset = 0;
    const finish = (): void => {
      if (!isTrigger) this.listing.action(into);
      if (problem !== OK) this.report(problem, problemOffset, path());
    };
    if (tape.length <= MAX_WHOLE_STEP) {
      await tape.bring();
      if (tape.hasPayload) {
        const start = tape.payloadStart;
        const base = tape.valueOffset - start;
        const entries = isTrigger ? TRIGGER_ENTRIES : ACTION_ENTRIES;
        if (!into.read(entries, tape.window, start, start + tape.length, base, 0)) {
          problem = into.problem;
          problemOffset = base + into.problemAt;
        }
        if (this.hasher !== undefined && into.blobOffset >= 0) {
          const blob = into.blobOffset - base;
          this.hasher.init();
          this.hasher.update(tape.window.subarray(blob, blob + into.blobLength));
          into.hash = this.hasher.digest('hex');
        }
        tape.skip();
        finish();
        return;
      }
    }
    const { depth } = tape;
    for (let step = tape.next(); step !== END; step = tape.next()) {
      if (step === MORE) {
        await tape.fill();
        continue;
      }
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
      else if (step === BYTES) await this.#blob(tape, source, into);
    }
    finish();
  }

  /** Reads the head of a blob, or all of it if its hash is needed or the source has no random access. */
  async #blob(tape: Tape, source: Source, into: Operands): Promise<void> {
    into.setBlob(tape.valueOffset, tape.length);
    const wanted = Math.min(HEAD_BYTES, tape.length);
    const { hasher } = this;
    if (hasher === undefined && source.randomAccess) {
      const answer = source.read(tape.valueOffset, into.head.subarray(0, wanted));
      into.headLength = typeof answer === 'number' ? answer : await answer;
      return;
    }
    hasher?.init();
    await tape.chunks((chunk) => {
      hasher?.update(chunk);
      for (let i = 0; i < chunk.length && into.headLength < wanted; i++)
        into.head[into.headLength++] = chunk[i] as number;
    });
    into.hash = hasher?.digest('hex') ?? '';
  }
}
