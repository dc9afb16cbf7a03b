/**
 * Counts from the tree of records, which the counts of `stats` must equal. The tree reads the bytes in
 * another way, without regard to speed.
 */
import { MDL } from '../../src/base/schema/mdl.gen.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';

export interface NaiveCounts {
  /**
   * By `Type.field`: the number of records and their bytes; a record inside another record of the same field
   * counts once.
   */
  readonly fields: ReadonlyMap<string, { count: number; total: number }>;
  /** Number of actions by kind. The kind is the member of the oneof that was written last. */
  readonly actions: ReadonlyMap<string, { count: number; bytes: number }>;
  readonly unknown: ReadonlyMap<string, number>;
  readonly blobs: ReadonlyMap<number, number>;
}

export function naiveCounts(bytes: Uint8Array): NaiveCounts {
  const fields = new Map<string, { count: number; total: number }>();
  const actions = new Map<string, { count: number; bytes: number }>();
  const unknown = new Map<string, number>();
  const blobs = new Map<number, number>();
  const visit = (message: MessageNode, around: readonly string[]): void => {
    const type = message.table?.typeName ?? '';
    for (const record of message.records) {
      if (record.field === undefined || !record.isKnown) {
        unknown.set(type, (unknown.get(type) ?? 0) + record.size);
        continue;
      }
      const name = `${type}.${record.field.name}`;
      const row = fields.get(name) ?? { count: 0, total: 0 };
      row.count++;
      if (!around.includes(name)) row.total += record.size;
      fields.set(name, row);
      if (name === 'ProtoMDLOperation.actions') {
        const kind = kindOf(record);
        const before = actions.get(kind) ?? { count: 0, bytes: 0 };
        actions.set(kind, { count: before.count + 1, bytes: before.bytes + record.size });
      }
      const inner = record.message;
      if (inner !== undefined) visit(inner, [...around, name]);
      else if (record.field.type === 12) {
        const { length } = record.bytes;
        blobs.set(length, (blobs.get(length) ?? 0) + 1);
      }
    }
  };
  visit(parseTree(bytes), []);
  return { fields, actions, unknown, blobs };
}

function kindOf(action: RecordNode): string {
  const table = MDL.messages.find(({ typeName }) => typeName === 'ProtoMDLAction');
  let kind = 'unset';
  for (const record of action.message?.records ?? []) {
    const { field } = record;
    if (record.isKnown && field !== undefined && table?.oneofs[0]?.members.includes(field.number))
      kind = field.name;
    else if (!record.isKnown && record.wireType === 2 && kind === 'unset') kind = 'unknown';
  }
  return kind;
}
