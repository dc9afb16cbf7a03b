import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import { OK } from '../../base/wire/problem.js';
import { RecordCursor } from '../../base/wire/record-cursor.js';
import { entriesOf, MESSAGE_ENTRY, type MessageEntries } from '../../read/outline/entries.js';
import { Tape } from '../../read/tape/reader.js';
import { END, ENTER, LEAVE, MORE } from '../../read/tape/step.js';
import type { Segment } from './content.js';

/** Content of a context. */
export interface ContextTally {
  /** Number of operations. */
  readonly operations: number;
  /** Number of actions in all operations. */
  readonly actions: number;
  /** Actions by kind, in the schema's names, the most frequent first. */
  readonly actionKinds: readonly {
    /** The member of the oneof, by its field's name: `enable_lcu`. */
    readonly kind: string;
    /** Number of actions of the kind. */
    readonly count: number;
    /** Size of the actions' records in bytes. */
    readonly bytes: number;
  }[];
  /** Number of edge layers. */
  readonly edgeLayers: number;
  /** Size of the content in bytes. */
  readonly bytes: number;
}

/** Counts the content of a context. Blobs are skipped. */
export function tallyContext(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally {
  return (
    (segment.isSmall ? tallyLoaded(segment, table, schema) : undefined) ?? tallyTape(segment, table, schema)
  );
}

/**
 * Counts the content in memory, unless a part needs the tape. A context of 2 MB takes 2 ms instead of 20 ms,
 * so all contexts can be counted even if all differ.
 */
function tallyLoaded(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally | undefined {
  const context = entriesOf(schema).messages[table.index] as MessageEntries;
  const { memory, pos } = segment;
  const counts = new Counts();
  const records = new RecordCursor(memory, pos, pos + segment.length);
  const inner = new RecordCursor(memory);
  const members = new RecordCursor(memory);
  while (records.next()) {
    const entry = context.of(records.tag);
    if (entry === undefined) return undefined;
    const { name } = entry.field;
    if (name !== 'operations' && name !== 'metadata') continue;
    if (name === 'operations') counts.operations++;
    inner.reset(memory, records.value, records.valueEnd);
    while (inner.next()) {
      const below = entry.child?.of(inner.tag);
      if (below === undefined) return undefined;
      if (below.field.name === 'edge_layers') counts.edgeLayers++;
      if (below.field.name !== 'actions') continue;
      counts.kind = undefined;
      members.reset(memory, inner.value, inner.valueEnd);
      while (members.next()) {
        const member = below.child?.of(members.tag);
        if (member === undefined) return undefined;
        if (member.kind === MESSAGE_ENTRY) counts.kind = member.field.name;
      }
      if (members.problem !== OK) return undefined;
      counts.action(inner.pos - inner.start);
    }
    if (inner.problem !== OK) return undefined;
  }
  return records.problem === OK ? counts.tally(segment.length) : undefined;
}

interface KindCount {
  count: number;
  bytes: number;
}

class Counts {
  operations = 0;
  edgeLayers = 0;
  kind: string | undefined;
  #actions = 0;
  readonly #kinds = new Map<string | undefined, KindCount>();
  /** Kind of the previous action, because most actions have the same kind as the previous one. */
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
