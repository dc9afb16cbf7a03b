import type { MessageTable, SchemaTables } from '../schema/table.js';
import { END, ENTER, LEAVE, MORE, Tape } from '../tape/index.js';
import type { Segment } from './content.js';

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
  const tape = new Tape(segment.content.source, segment.offset, segment.end, {
    schema,
    table,
    wants: () => false,
  });
  const kinds = new Map<string, { count: number; bytes: number }>();
  let [operations, actions, edgeLayers] = [0, 0, 0];
  let action: string | undefined;
  for (let step = tape.next(); step !== END; step = tape.next()) {
    if (step === MORE) tape.fill();
    const { entry } = tape;
    if (step !== ENTER && step !== LEAVE) continue;
    const name = entry?.message.typeName;
    if (step === ENTER) {
      if (name === 'ProtoMDLContext' && entry?.field.name === 'operations') operations++;
      else if (name === 'ProtoMDLContextMetadata' && entry?.field.name === 'edge_layers') edgeLayers++;
      else if (name === 'ProtoMDLOperation' && entry?.field.name === 'actions') action = 'none of the schema';
      else if (name === 'ProtoMDLAction') action = entry?.field.name;
    } else if (name === 'ProtoMDLOperation' && entry?.field.name === 'actions') {
      actions++;
      const kind = kinds.get(action ?? '') ?? { count: 0, bytes: 0 };
      kind.count++;
      kind.bytes += tape.valueOffset + tape.length - tape.offset;
      kinds.set(action ?? '', kind);
    }
  }
  const actionKinds = [...kinds].map(([kind, counts]) => ({ kind, ...counts }));
  actionKinds.sort((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));
  return { operations, actions, actionKinds, edgeLayers, bytes: segment.length };
}
