import type { MessageTable, SchemaTables } from '../../base/schema/table.js';
import { entriesOf, MESSAGE_ENTRY, type MessageEntries } from '../../read/outline/entries.js';
import type { Segment } from './content.js';
import { SegmentRecords } from './segment-records.js';

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

/** Counts the content of a context, broken parts up to their first error. Blobs are skipped. */
export function tallyContext(segment: Segment, table: MessageTable, schema: SchemaTables): ContextTally {
  const context = entriesOf(schema).messages[table.index] as MessageEntries;
  const counts = new Counts();
  const records = new SegmentRecords();
  const inner = new SegmentRecords();
  const members = new SegmentRecords();
  records.begin(segment);
  while (records.next()) {
    const entry = context.of(records.tag);
    const name = entry?.field.name;
    if (name !== 'operations' && name !== 'metadata') continue;
    if (name === 'operations') counts.operations++;
    inner.within(records);
    while (inner.next()) {
      const below = entry?.child?.of(inner.tag);
      if (below?.field.name === 'edge_layers') counts.edgeLayers++;
      if (below?.field.name !== 'actions') continue;
      counts.kind = undefined;
      members.within(inner);
      while (members.next()) {
        const member = below.child?.of(members.tag);
        if (member?.kind === MESSAGE_ENTRY) counts.kind = member.field.name;
      }
      counts.action(inner.end - inner.start);
    }
  }
  return counts.tally(segment.length);
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
