/** Replaces an outer record by a record inside, such as a mux by the innermost mux inside. */
import type { FieldTable } from '../../base/schema/table.js';
import { tagOf, WIRE_LEN } from '../../base/wire/tag.js';
import { encodeRecord, encodeTree } from '../../read/tree/encode.js';
import { bytesRecord, rawRecord } from '../../read/tree/make.js';
import type { MessageNode } from '../../read/tree/message.js';
import type { RecordNode } from '../../read/tree/record.js';
import { walkTree } from '../../read/tree/walk.js';
import type { Attempt } from './attempt-queue.js';
import { isIn, replacing } from './structure.js';

/** Maximum numbers of records to examine and of attempts, because few files are deeply nested. */
const MAX_LOOKED_INTO = 2000;
const MAX_ATTEMPTS = 200;

export function hoistAttempts(root: MessageNode): Attempt[] {
  const attempts: Attempt[] = [];
  let seen = 0;
  for (const outer of walkTree(root)) {
    if (outer.message === undefined) continue;
    for (const inner of walkTree(outer.message)) {
      if (++seen > MAX_LOOKED_INTO) break;
      const field = inner.holdsMessage ? placeFor(inner, outer) : undefined;
      if (field !== undefined) attempts.push(hoist(root, outer, inner, field));
    }
  }
  return attempts.sort((a, b) => b.weight - a.weight).slice(0, MAX_ATTEMPTS);
}

function hoist(root: MessageNode, outer: RecordNode, inner: RecordNode, field: FieldTable): Attempt {
  return {
    weight: outer.size - inner.size,
    candidate: (subject) => {
      if (!isIn(outer, root) || !isIn(inner, root)) return undefined;
      return subject.edited(replacing([outer], () => lifted(inner, field, outer.holder as MessageNode)));
    },
  };
}

/**
 * Returns the field in which the inner message can replace the outer message: the same field, or another
 * member of its oneof.
 */
function placeFor(inner: RecordNode, outer: RecordNode): FieldTable | undefined {
  const { field, holder } = outer;
  if (field === undefined) return undefined;
  return holder?.table?.fields.find(
    (candidate) =>
      candidate.message === inner.field?.message &&
      (candidate === field || (field.oneof >= 0 && candidate.oneof === field.oneof)),
  );
}

function lifted(inner: RecordNode, field: FieldTable, holder: MessageNode): RecordNode {
  const bytes = encodeTree(inner.message as MessageNode);
  // The record is made from bytes, so that the tree parses the message again.
  return rawRecord(holder, tagOf(field.number, WIRE_LEN), encodeRecord(bytesRecord(field, bytes)));
}
