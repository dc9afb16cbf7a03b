import type { MessageTable, SchemaTables } from '../schema/table.js';
import { END, ENTER, type Entry, entriesOf, LEAVE, MESSAGE, MORE, SCALAR, Tape } from '../tape/index.js';
import { WIRE_VARINT } from '../wire/index.js';
import type { Segment } from './content.js';
import { RecordHead } from './record-head.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/** What is in a context. */
export interface ContextTally {
  /** How many it has. */
  readonly operations: number;
  /** Of all operations together. */
  readonly actions: number;
  /** By kind, in the schema's names, those that occur most first. */
  readonly actionKinds: readonly {
    /** The member of the oneof, by its field's name: `enable_lcu`. */
    readonly kind: string;
    /** Actions of the kind. */
    readonly count: number;
    /** Bytes of their records. */
    readonly bytes: number;
  }[];
  /** How many it has. */
  readonly edgeLayers: number;
  /** Of its content. */
  readonly bytes: number;
}

/** Counts what is in a context. Blobs are passed over. */
export function tallyContext(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally {
  return (
    (segment.isSmall ? tallyLoaded(segment, table, schema) : undefined) ?? tallyTape(segment, table, schema)
  );
}

/**
 * The same in memory, where nothing is met that only the tape can tell: a context of 2 MB takes 2 ms instead of 20,
 * and where all contexts of a file differ, all are counted.
 */
function tallyLoaded(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally | undefined {
  const context = entriesOf(schema).messages[table.index] as MessageEntries;
  const { memory, pos } = segment;
  const counts = new Counts();
  const head = new RecordHead(memory);
  const end = pos + segment.length;
  for (let at = pos; at < end; at = head.stop) {
    if (!head.read(at, end, context)) return undefined;
    const { entry, value, stop } = head;
    const { name } = (entry as Entry).field;
    const child = entry?.child as MessageEntries;
    if (name === 'operations') {
      counts.operations++;
      if (!tallyOperation(counts, head, value, stop, child)) return undefined;
    } else if (name === 'metadata') {
      for (let inner = value; inner < stop; inner = head.stop) {
        if (!head.read(inner, stop, child)) return undefined;
        if (head.entry?.field.name === 'edge_layers') counts.edgeLayers++;
      }
    }
    head.stop = stop;
  }
  return counts.tally(segment.length);
}

/** @returns whether all of its records were clear */
function tallyOperation(
  counts: Counts,
  head: RecordHead,
  from: number,
  end: number,
  entries: MessageEntries,
): boolean {
  const { bytes } = head;
  for (let at = from; at < end; at = head.stop) {
    if (!head.read(at, end, entries)) return false;
    const { entry, value, stop } = head;
    if (entry?.field.name !== 'actions') continue;
    const child = entry.child as MessageEntries;
    counts.kind = undefined;
    for (let inner = value; inner < stop; ) {
      const tag = bytes[inner] as number;
      const short = tag < 0x80 ? child.short[tag] : undefined;
      // What all actions have, a small number and a small message, without a call: of 60 MB that is a third of the time.
      if (short?.kind === MESSAGE && (bytes[inner + 1] as number) < 0x80) {
        inner += 2 + (bytes[inner + 1] as number);
        if (inner > stop) return false;
        counts.kind = short.field.name;
        continue;
      }
      if (short?.kind === SCALAR && (tag & 7) === WIRE_VARINT) {
        let last = inner + 1;
        while (last < inner + 4 && (bytes[last] as number) >= 0x80) last++;
        if (last < stop && (bytes[last] as number) < 0x80) {
          inner = last + 1;
          continue;
        }
      }
      if (!head.read(inner, stop, child)) return false;
      const member = head.entry as Entry;
      if (member.kind === MESSAGE) counts.kind = member.field.name;
      inner = head.stop;
    }
    counts.action(stop - at);
    head.stop = stop;
  }
  return true;
}

/** Actions of one kind. */
interface KindCount {
  count: number;
  bytes: number;
}

class Counts {
  operations = 0;
  edgeLayers = 0;
  /** Of the action that is being read. */
  kind: string | undefined;
  #actions = 0;
  readonly #kinds = new Map<string | undefined, KindCount>();
  /** The kind of the last action: most are followed by one of the same kind. */
  #last: string | undefined;
  #lastCount: KindCount | undefined;

  action(bytes: number): void {
    this.#actions++;
    const { kind } = this;
    let counted = kind === this.#last ? this.#lastCount : this.#kinds.get(kind);
    if (counted === undefined) {
      counted = { count: 0, bytes: 0 };
      this.#kinds.set(kind, counted);
    }
    counted.count++;
    counted.bytes += bytes;
    this.#last = kind;
    this.#lastCount = counted;
  }

  tally(bytes: number): ContextTally {
    const actionKinds = [...this.#kinds].map(([kind, counts]) => ({
      kind: kind ?? 'none of the schema',
      ...counts,
    }));
    actionKinds.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
    const { operations, edgeLayers } = this;
    return { operations, actions: this.#actions, actionKinds, edgeLayers, bytes };
  }
}

function tallyTape(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally {
  const tape = new Tape(segment.content.source, segment.offset, segment.end, {
    schema,
    table,
    wants: () => false,
  });
  const counts = new Counts();
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) tape.fill();
    if (step !== ENTER && step !== LEAVE) continue;
    const { entry } = tape;
    const name = entry?.message.typeName;
    const field = entry?.field.name;
    if (step === ENTER) {
      if (name === 'ProtoMDLContext' && field === 'operations') counts.operations++;
      else if (name === 'ProtoMDLContextMetadata' && field === 'edge_layers') counts.edgeLayers++;
      else if (name === 'ProtoMDLOperation' && field === 'actions') counts.kind = undefined;
      else if (name === 'ProtoMDLAction') counts.kind = field;
    } else if (name === 'ProtoMDLOperation' && field === 'actions') {
      counts.action(tape.valueOffset + tape.length - tape.offset);
    }
  }
  return counts.tally(segment.length);
}
