import type { FramingMode } from '../../base/container/detect.js';
import { fieldByNumber, messageByName } from '../../base/schema/lookup.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type FieldTable, type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import { type FieldRecords, type RecordRun, runsOf } from '../../read/tree/record-index.js';
import type { Target } from './targets.js';
import type { Position } from './tree-site.js';

/** Maximum number of records to examine, because the rest of a large file is similar. */
const MOST_RECORDS = 4096;
/** Maximum number of elements to examine in a list, spread evenly. */
const MOST_ELEMENTS = 64;
/** Maximum number of positions to remember for each kind. */
const MOST_PLACES = 8;

/** A kind of record: a field of a message type, with the positions of some of its records in a file. */
export interface Kind {
  /** Index of the message type that has the field. */
  readonly message: number;
  readonly number: number;
  readonly places: Position[];
}

/** A field that occurs nowhere in a file, with messages that may have it. */
interface Absent {
  readonly field: FieldTable;
  readonly places: readonly Position[];
}

/**
 * The kinds of records in a file. A random walk down from the root rarely reaches deep records, for example
 * once in thousands of walks for a number on the ninth level. A random choice among the kinds gives each kind
 * the same chance.
 */
export class Census {
  readonly #kinds = new Map<number, Kind>();
  #absent: ReadonlyMap<string, readonly Absent[]> | undefined;
  readonly #byTarget = new Map<Target, readonly Kind[]>();

  constructor(root: MessageNode) {
    const queue: { readonly message: MessageNode; readonly at: Position }[] = [{ message: root, at: [] }];
    let left = MOST_RECORDS;
    // Breadth first, so that levels near the root are always included.
    for (const { message, at } of queue) {
      for (const index of spread(message)) {
        if (left-- === 0) return;
        const record = message.at(index) as RecordNode;
        const place = [...at, index];
        this.#put(message.table?.index ?? 0, record.number, place);
        if (record.holdsMessage && record.message !== undefined) {
          queue.push({ message: record.message, at: place });
        }
      }
    }
  }

  /** Returns the kinds that match a target, in the order of their discovery. */
  of(target: Target): readonly Kind[] {
    let kinds = this.#byTarget.get(target);
    if (kinds === undefined) {
      kinds = [...this.#kinds.values()].filter(({ message, number }) => target.isGoal(message, number));
      this.#byTarget.set(target, kinds);
    }
    return kinds;
  }

  /**
   * Returns the kinds of a target whose records hold a message of a type, or are fields of such a message.
   * @param type full name of the type
   */
  within(target: Target, type: string): readonly Kind[] {
    const index = messageByName(MDL, type)?.index;
    return this.of(target).filter(
      ({ message, number }) =>
        message === index || fieldByNumber(MDL.messages[message] as MessageTable, number)?.message === index,
    );
  }

  /**
   * Fields that no message of a type has, by the full name of the type. Only types that occur in the file are
   * included.
   */
  get absent(): ReadonlyMap<string, readonly Absent[]> {
    this.#absent ??= this.#findAbsent();
    return this.#absent;
  }

  #findAbsent(): ReadonlyMap<string, readonly Absent[]> {
    const places = new Map<MessageTable, readonly Position[]>([[MDL.messages[0] as MessageTable, [[]]]]);
    for (const kind of this.#kinds.values()) {
      const field = fieldByNumber(MDL.messages[kind.message] as MessageTable, kind.number);
      if (field?.type !== TYPE_MESSAGE) continue;
      const inner = MDL.messages[field.message] as MessageTable;
      places.set(inner, [...(places.get(inner) ?? []), ...kind.places]);
    }
    const absent = new Map<string, readonly Absent[]>();
    for (const [{ typeName, index, fields }, at] of places) {
      const missing = fields.filter(({ number }) => !this.#kinds.has(keyOf(index, number)));
      if (missing.length > 0)
        absent.set(
          typeName,
          missing.map((field) => ({ field, places: at })),
        );
    }
    return absent;
  }

  #put(message: number, number: number, place: Position): void {
    const key = keyOf(message, number);
    const kind = this.#kinds.get(key);
    if (kind === undefined) this.#kinds.set(key, { message, number, places: [place] });
    else if (kind.places.length < MOST_PLACES) kind.places.push(place);
  }
}

/** Returns the key of a field in a map of all kinds. */
function keyOf(message: number, number: number): number {
  return message * 0x2000_0000 + number;
}

/** Returns the indexes of a message's records of known fields, up to a limit for each field. */
function spread(records: FieldRecords): number[] {
  return [...runsOf(records).values()].flatMap((runs) => {
    const count = runs.reduce((sum, { from, to }) => sum + to - from, 0);
    const step = Math.max(1, count / MOST_ELEMENTS);
    const rest = runs.values();
    let run = rest.next().value as RecordRun;
    // Number of elements before the current run.
    let before = 0;
    return Array.from({ length: Math.min(count, MOST_ELEMENTS) }, (_, i) => {
      const element = Math.floor(i * step);
      while (element - before >= run.to - run.from) {
        before += run.to - run.from;
        run = rest.next().value as RecordRun;
      }
      return run.from + element - before;
    });
  });
}

/** Censuses by file, because many mutants of a file are made in sequence. */
const known = new WeakMap<Uint8Array, { readonly framing: FramingMode; readonly census: Census }>();

/**
 * Returns the census of a file, from a cache after the first call.
 * @param root parses the message of the file
 */
export function censusOf(file: Uint8Array, framing: FramingMode, root: () => MessageNode): Census {
  const before = known.get(file);
  if (before?.framing === framing) return before.census;
  const census = new Census(root());
  known.set(file, { framing, census });
  return census;
}
