import type { Source } from '../../base/source/source.js';
import type { Turns } from '../../base/source/turns.js';
import type { WireProblem } from '../../base/wire/problem.js';
import { WIRE_LEN } from '../../base/wire/tag.js';
import { Tape } from '../../read/tape/reader.js';
import { BYTES, END, ENTER, LEAVE, MORE, PROBLEM, UNKNOWN, type VALUE } from '../../read/tape/step.js';
import { CONTEXT, tableNamed } from '../../tools/disasm/context-head.js';
import type { FoundContext } from './found-context.js';

/** Receives the operations and actions of a context, in file order. */
export interface StepTaker {
  /**
   * Receives an operation, after its actions.
   * @param offset absolute offset of its record
   * @param bytes number of existing bytes of its record
   * @param firstAction index of its first action in the context
   * @param trigger field number of its trigger's member; 0 without a member, -1 for a member that is not in
   * the schema
   */
  operation(offset: number, bytes: number, firstAction: number, trigger: number): void;
  /**
   * Receives an action.
   * @param operation index of its operation in the context
   * @param member as for a trigger
   * @param configuration number of configuration bytes that it writes or points to
   */
  action(offset: number, bytes: number, operation: number, member: number, configuration: number): void;
  problem(problem: WireProblem, offset: number): void;
}

const PRELIMINARY_TABLE = tableNamed('ProtoMDLPreliminaryConfig');
const OPERATION_TABLE = tableNamed('ProtoMDLOperation');
const TRIGGER_TABLE = tableNamed('ProtoMDLTrigger');
const ACTION_TABLE = tableNamed('ProtoMDLAction');
const METADATA_TABLE = tableNamed('ProtoMDLContextMetadata');
/** Type of the message with the number of bytes that a pointer refers to. */
const POINTER_TABLE = tableNamed('ProtoMDLActionWriteDataCcwPtr');

const NO_MEMBER = 0;
const UNKNOWN_MEMBER = -1;
/** Steps of the tape between checks of the clock. */
const LOOK_EVERY = 4096;
/** Limit for the records of one metadata message. */
const MAX_METADATA = 256;

/**
 * Reads the operations of a context, and skips blobs. Several records of one message are merged, as all
 * readers do; the last member of a oneof wins.
 */
export class ContextSteps {
  /** Spans of the context's metadata records. */
  readonly metadata: { readonly from: number; readonly end: number }[] = [];

  /** Counts of the context: -1 outside of one. */
  #operations = 0;
  #actions = 0;
  /** The open operation, its trigger, and the open action. Offsets of the records; -1 if none is open. */
  #operation = -1;
  #firstAction = 0;
  #trigger = NO_MEMBER;
  #action = -1;
  #member = NO_MEMBER;
  #configuration = 0;

  constructor(
    private readonly source: Source,
    private readonly found: FoundContext,
    private readonly turns: Turns,
    private readonly taker: StepTaker,
  ) {}

  /** @throws any error of the source and of the turns */
  async run(): Promise<void> {
    const { source, found, turns } = this;
    const table = found.kind === 'context' ? CONTEXT : PRELIMINARY_TABLE;
    for (const { from, end } of found.payloads) {
      const tape = new Tape(source, from, end, { table, wants: () => false, entersCut: true });
      let untilLook = LOOK_EVERY;
      for (let step = tape.next(); step !== END; step = tape.next()) {
        if (step === MORE) {
          await tape.fill();
        } else if (step === ENTER) this.#enter(tape);
        else if (step === LEAVE) this.#leave(tape);
        else if (step === PROBLEM) this.taker.problem(tape.problem, tape.problemOffset);
        else this.#value(tape, step);
        if (--untilLook === 0) {
          untilLook = LOOK_EVERY;
          if (turns.isDue) await turns.take();
        }
      }
    }
  }

  #enter(tape: Tape): void {
    const { entry, depth } = tape;
    // A group that is not in the schema: nothing inside has an entry.
    if (entry === undefined) return;
    const { message, field } = entry;
    const child = entry.child?.table;
    if (depth === 1) {
      if (child === OPERATION_TABLE) this.#beginOperation(tape.offset);
      else {
        if (child === METADATA_TABLE && this.metadata.length < MAX_METADATA) {
          this.metadata.push({ from: tape.offset, end: tape.valueOffset + tape.length });
        }
        tape.skip();
      }
    } else if (depth === 2) {
      if (child === ACTION_TABLE) {
        this.#action = tape.offset;
        this.#choose(NO_MEMBER);
      } else if (child !== TRIGGER_TABLE) tape.skip();
    } else if (depth === 3) {
      if (message === TRIGGER_TABLE && field.oneof === 0) this.#trigger = field.number;
      if (message !== ACTION_TABLE) tape.skip();
      else if (field.oneof === 0 && this.#member !== field.number) this.#choose(field.number);
    } else tape.skip();
  }

  #value({ entry, depth, tag, length, lo }: Tape, step: typeof VALUE | typeof BYTES | typeof UNKNOWN): void {
    if (step === UNKNOWN) {
      // Members of later schemas are messages, like all members.
      if ((tag & 7) !== WIRE_LEN || depth !== 2) return;
      if (this.#action >= 0) {
        if (this.#member === NO_MEMBER) this.#member = UNKNOWN_MEMBER;
      } else if (this.#trigger === NO_MEMBER) this.#trigger = UNKNOWN_MEMBER;
    } else if (depth === 3 && this.#action >= 0) {
      if (step === BYTES) this.#configuration = length;
      else if (entry?.message === POINTER_TABLE && entry.field.name === 'size')
        this.#configuration = lo >>> 0;
    }
  }

  #leave(tape: Tape): void {
    if (tape.entry === undefined) return;
    const end = Math.min(tape.valueOffset + tape.length, this.source.size ?? Number.POSITIVE_INFINITY);
    const bytes = end - tape.offset;
    if (tape.depth === 1 && this.#action >= 0) {
      this.taker.action(this.#action, bytes, this.#operations, this.#member, this.#configuration);
      this.#action = -1;
      this.#actions++;
    } else if (tape.depth === 0 && this.#operation >= 0) {
      this.taker.operation(this.#operation, bytes, this.#firstAction, this.#trigger);
      this.#operation = -1;
      this.#operations++;
    }
  }

  #beginOperation(offset: number): void {
    this.#operation = offset;
    this.#firstAction = this.#actions;
    this.#trigger = NO_MEMBER;
  }

  #choose(member: number): void {
    this.#member = member;
    this.#configuration = 0;
  }
}
