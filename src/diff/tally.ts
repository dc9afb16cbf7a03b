import type { MessageTable, SchemaTables } from '../schema/table.js';
import { END, ENTER, type Entry, entriesOf, LEAVE, MESSAGE, MORE, Tape } from '../tape/index.js';
import { Cursor, OK, WIRE_LEN } from '../wire/index.js';
import type { Segment } from './content.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

/** What is in a context. */
export interface ContextTally {
  readonly operations: number;
  readonly actions: number;
  /** By kind, in the schema's names, those that occur most first. */
  readonly actionKinds: readonly { readonly kind: string; readonly count: number; readonly bytes: number }[];
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
  const { messages } = entriesOf(schema);
  const context = messages[table.index] as MessageEntries;
  const { memory, pos } = segment;
  const counts = new Counts();
  const cursor = new Cursor(memory);
  /** Goes over the records of a message. @returns whether all of them were clear */
  const records = (
    from: number,
    end: number,
    entries: MessageEntries,
    visit: (entry: Entry, value: number, stop: number, record: number) => boolean,
  ): boolean => {
    for (let at = from; at < end; ) {
      cursor.reset(memory, at, end);
      if (cursor.readTag() !== OK) return false;
      const entry = entries.of(cursor.tag);
      if (entry === undefined) return false;
      let value = cursor.pos;
      let stop: number;
      if ((cursor.tag & 7) === WIRE_LEN) {
        if (cursor.readLength() !== OK) return false;
        value = cursor.pos;
        stop = value + cursor.length;
      } else {
        if (cursor.skipValue(cursor.tag) !== OK) return false;
        stop = cursor.pos;
      }
      if (stop > end || !visit(entry, value, stop, at)) return false;
      at = stop;
    }
    return true;
  };
  const action = (entry: Entry): boolean => {
    if (entry.kind === MESSAGE) counts.kind = entry.field.name;
    return true;
  };
  const operation = (entry: Entry, value: number, stop: number, record: number): boolean => {
    if (entry.field.name !== 'actions') return true;
    counts.kind = undefined;
    const isClear = records(value, stop, entry.child as MessageEntries, action);
    counts.action(stop - record);
    return isClear;
  };
  const metadata = ({ field }: Entry): boolean => {
    if (field.name === 'edge_layers') counts.edgeLayers++;
    return true;
  };
  const inContext = (entry: Entry, value: number, stop: number): boolean => {
    const child = entry.child as MessageEntries;
    if (entry.field.name === 'operations') {
      counts.operations++;
      return records(value, stop, child, operation);
    }
    return entry.field.name !== 'metadata' || records(value, stop, child, metadata);
  };
  return records(pos, pos + segment.length, context, inContext) ? counts.tally(segment.length) : undefined;
}

class Counts {
  operations = 0;
  edgeLayers = 0;
  /** Of the action that is being read. */
  kind: string | undefined;
  #actions = 0;
  readonly #kinds = new Map<string, { count: number; bytes: number }>();

  action(bytes: number): void {
    this.#actions++;
    const name = this.kind ?? 'none of the schema';
    let kind = this.#kinds.get(name);
    if (kind === undefined) {
      kind = { count: 0, bytes: 0 };
      this.#kinds.set(name, kind);
    }
    kind.count++;
    kind.bytes += bytes;
  }

  tally(bytes: number): ContextTally {
    const actionKinds = [...this.#kinds].map(([kind, counts]) => ({ kind, ...counts }));
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
