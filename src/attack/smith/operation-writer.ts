import type { RecordWriter } from '../../base/wire/record-writer.js';
import { varintSize } from '../../base/wire/value.js';
import {
  type ActionSurroundings,
  ActionWriter,
  allowInput,
  pointerAction,
  waitAction,
} from './action-writer.js';
import type { Edge } from './edges.js';
import type { Blobs } from './filling.js';
import { type MessageSink, recordSize } from './message-sink.js';
import { BLOB_ROW, type FeatureShare } from './shares.js';
import { noneTrigger, type Trigger, type TriggerSmith, writeTrigger } from './trigger-writer.js';

/** Maximum number of operations in a context, according to loaders of old releases. */
const MAX_OPERATIONS = 255;
/** Maximum number of a context's triggers to keep for the lists in its metadata. */
const REMEMBERED = 16;

/**
 * Location of configuration words: in the message, or after the message. Offsets after the message are
 * assigned in sequence.
 */
export interface WordPlaces {
  readonly afterMessage: boolean;
  /** Next free offset after the message. */
  next: number;
}

export interface OperationsOrder extends ActionSurroundings {
  /** Number of the repeated field that contains the operations. */
  readonly field: number;
  readonly share: FeatureShare;
  readonly blobs: Blobs;
  readonly places: WordPlaces;
  readonly channels: number;
  /** Streams that are let in by one row of actions. */
  readonly inputs: readonly Edge[];
  /** Makes the triggers of all operations except the first; undefined if these operations must not wait. */
  readonly triggers: TriggerSmith | undefined;
}

/** Writes the operations of one context or one preliminary configuration, and keeps the first triggers. */
export class OperationsWriter {
  readonly triggers: Trigger[] = [];
  readonly #actions: ActionWriter;

  constructor(
    private readonly sink: MessageSink,
    private readonly order: OperationsOrder,
  ) {
    this.#actions = new ActionWriter(order);
  }

  /** Writes all operations. Yields whenever the caller can take output. */
  *write(): Iterable<void> {
    const { sink, order } = this;
    const { inputs, ids, field, share } = order;
    if (share.blobs > 0) {
      sink.open(field);
      sink.write((writer) => {
        this.#trigger(writer, true);
        for (const { sys, connection } of inputs) allowInput(writer, ids, sys, connection);
      });
      yield* this.#blobs();
      sink.close();
    } else if (inputs.length > 0 || share.actions === 0) {
      sink.write((writer) => {
        writer.begin(field);
        this.#trigger(writer, true);
        for (const { sys, connection } of inputs) allowInput(writer, ids, sys, connection);
        // Without inputs, the operation gets an action, because an operation without an effect would cause a
        // remark.
        if (inputs.length === 0) waitAction(writer, ids, 0);
        writer.end();
      });
    }
    // Waits between rows of configuration writes are included in the number of actions.
    const waits = Math.floor(Math.max(0, share.blobs - 1) / BLOB_ROW);
    yield* this.#ordinary(Math.max(0, share.actions - waits));
  }

  /** Writes operations of ordinary actions. Most operations are short, and some are several times as long. */
  *#ordinary(actions: number): Iterable<void> {
    const { sink, order } = this;
    const { random, field, uses } = order;
    let left = actions;
    const wanted = Math.round(actions / random.between(2, 8));
    for (let more = Math.min(actions, Math.max(1, Math.min(wanted, MAX_OPERATIONS - 2))); more > 0; more--) {
      const mean = Math.ceil(left / more);
      const length =
        more === 1 ? left : Math.min(left - more + 1, 1 + random.below(Math.min(2 * mean - 1, 1 << 20)));
      left -= length;
      sink.write((writer) => {
        writer.begin(field);
        this.#trigger(writer, false);
        this.#actions.write(writer, length);
        writer.end();
      });
      yield;
    }
    if (uses.has('empty-operations')) {
      sink.write((writer) => {
        writer.begin(field);
        this.#trigger(writer, false);
        writer.end();
      });
    }
  }

  *#blobs(): Iterable<void> {
    const { order } = this;
    const { share } = order;
    for (let i = 0; i < share.blobs; i++) {
      if (i > 0 && i % BLOB_ROW === 0) {
        this.sink.write((writer) => waitAction(writer, order.ids, order.random.below(256)));
      }
      yield* this.#blob(share.firstBlob + i, i % Math.max(1, order.channels));
    }
  }

  *#blob(index: number, channel: number): Iterable<void> {
    const { sink, order } = this;
    const { ids, blobs, places } = order;
    if (places.afterMessage) {
      const size = blobs.size(index);
      sink.write((writer) => pointerAction(writer, ids, places.next, size, channel));
      places.next += size;
      return;
    }
    const filling = blobs.filling(index);
    const id = ids.action++;
    const member = recordSize(1, filling.length) + (channel === 0 ? 0 : 1 + varintSize(channel));
    const action = (id === 0 ? 0 : 1 + varintSize(id)) + recordSize(3, member);
    sink.write((writer) => writer.head(2, action).scalar(1, id).head(3, member));
    yield* sink.blob(1, filling);
    sink.write((writer) => writer.scalar(2, channel));
  }

  #trigger(writer: RecordWriter, isFirst: boolean): void {
    const { ids, triggers } = this.order;
    const trigger = isFirst || triggers === undefined ? noneTrigger(ids) : triggers.next();
    if (this.triggers.length < REMEMBERED) this.triggers.push(trigger);
    writeTrigger(writer, 1, trigger);
  }
}
