import { ProtomdlError } from '../../base/diagnostics/error.js';
import { fieldByNumber } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  isImplicit,
  type MessageTable,
  type SchemaTables,
  TYPE_MESSAGE,
} from '../../base/schema/table.js';
import { entriesOf } from '../../read/outline/entries.js';
import type { Change, ChangeKind, ChangeSide, Shown } from './change.js';
import type { Changes } from './changes.js';
import { commonPrefix, commonSuffix, type Segment, sameBytes } from './content.js';
import type { NotedContexts } from './contexts.js';
import type { ElementRecords } from './elements.js';
import { Fingerprints } from './fingerprint.js';
import { Ignored, VOLATILE } from './ignored.js';
import { labelOf } from './label.js';
import { ListComparer } from './list-comparer.js';
import { Pairer } from './pairing.js';
import {
  type Break,
  type Fields,
  type FieldValue,
  fieldsOf,
  MAX_NESTING,
  type MessageValue,
  type NumbersValue,
  type ScalarValue,
  type TextValue,
} from './records.js';
import { SameOrder } from './same-order.js';
import { SharedTail } from './shared-tail.js';
import { segmentText, shownMessage, shownScalar, typeNameOf } from './shown.js';
import {
  fieldPosition,
  type MessagePosition,
  type MessagePositions,
  recordPosition,
  sideOf,
} from './spot.js';

type MessageEntries = ReturnType<typeof entriesOf>['messages'][number];

export interface Broken extends Break {
  readonly side: 'a' | 'b';
  readonly path: string;
}

export interface ComparerOptions {
  readonly schema: SchemaTables;
  readonly ignore: readonly string[];
  readonly changes: Changes;
  /** Called from time to time; may throw to end the comparison. */
  readonly onProgress?: (() => void) | undefined;
}

export class Comparer {
  readonly broken: Broken[] = [];
  /** True if two messages had different bytes, even if their meaning was equal. */
  sameInOtherBytes = false;
  readonly contexts: NotedContexts[] = [];
  readonly schema: SchemaTables;
  readonly changes: Changes;
  readonly ignored: Ignored;
  readonly pairer: Pairer;
  readonly #sameOrder: SameOrder;
  readonly #sharedTail = new SharedTail();
  readonly #lists: ListComparer;
  readonly #onProgress: (() => void) | undefined;
  #steps = 0;

  constructor({ schema, ignore, changes, onProgress }: ComparerOptions) {
    this.schema = schema;
    this.changes = changes;
    this.ignored = new Ignored(ignore, schema);
    const full = new Fingerprints(schema, this.ignored);
    const volatile = new Ignored([...ignore, ...VOLATILE], schema);
    const stable = new Fingerprints(schema, volatile);
    this.pairer = new Pairer(schema, full, stable, new SameOrder(volatile, false));
    this.#sameOrder = new SameOrder(this.ignored);
    this.#lists = new ListComparer(this);
    this.#onProgress = onProgress;
  }

  /** Compares a message, with all of its occurrences on both sides. */
  message(
    a: readonly Segment[],
    b: readonly Segment[],
    table: MessageTable,
    at: MessagePositions,
    depth = 0,
  ): void {
    const [left] = a;
    const [right] = b;
    const single = a.length === 1 && b.length === 1 && left !== undefined && right !== undefined;
    if (single && sameBytes(left, right)) return;
    if (depth > MAX_NESTING) {
      this.#tooDeep(a, b, at);
      return;
    }
    if ((this.#steps++ & 0xff) === 0) this.#onProgress?.();
    this.sameInOtherBytes = true;
    const entries = entriesOf(this.schema).messages[table.index];
    if (single && entries !== undefined && this.#sameOrder.holds(left, right, entries)) return;
    const ends = single ? this.#endsOf(left, right, entries) : undefined;
    const one = fieldsOf(ends === undefined ? a : [ends.a], table);
    const other = fieldsOf(ends === undefined ? b : [ends.b], table);
    for (const field of table.fields) {
      if (this.ignored.hasField(field)) continue;
      if (field.oneof >= 0 && this.#switched(one, other, field, at)) continue;
      const before = one.values.get(field.number);
      const after = other.values.get(field.number);
      if (before === undefined && after === undefined) continue;
      this.#field(table, field, before, after, at, depth, ends);
    }
    if (!this.ignored.unknownFields) this.#lists.unknown(one, other, at, depth);
    this.#breaks(one, other, at);
  }

  /**
   * Returns the number of equal bytes at the beginning and end of two messages, without the shared tail that
   * can be skipped.
   */
  #endsOf(left: Segment, right: Segment, entries: MessageEntries | undefined): Ends {
    const back = commonSuffix(left, right);
    const tail = entries === undefined ? 0 : this.#sharedTail.of(left, right, back, entries);
    const a = tail === 0 ? left : left.part(left.offset, left.length - tail);
    const b = tail === 0 ? right : right.part(right.offset, right.length - tail);
    return { front: commonPrefix(a, b), back: back - tail, a, b };
  }

  /** Compares whole files if the message was not found in one or both files. */
  wholeFiles(a: Segment, b: Segment): void {
    const side = (segment: Segment): ChangeSide => ({
      path: '',
      offset: segment.offset,
      length: segment.length,
      present: true,
      shown: segmentText(undefined, segment),
    });
    this.bytesDiffer('broken', 'container.file', undefined, a, b, () => ({
      before: side(a),
      after: side(b),
    }));
  }

  nameOf(table: MessageTable, field: FieldTable): string {
    return `${table.typeName}.${field.name}`;
  }

  /** Describes a message for a listed change. */
  shownMessage(segments: readonly Segment[], field: FieldTable): Shown {
    const table = this.schema.messages[field.message];
    const bytes = segments.reduce((sum, { length }) => sum + length, 0);
    return shownMessage(bytes, table === undefined ? null : labelOf(segments, table, this.schema));
  }

  /** Reports a change of a field that exists on both sides, or that counts as existing. */
  report(
    kind: ChangeKind,
    name: string,
    type: string,
    sides: () => { before: ChangeSide | null; after: ChangeSide | null },
    more: Partial<Change> = {},
  ): void {
    this.changes.add(kind, name, () => ({
      kind,
      field: name,
      type,
      ...sides(),
      copyOf: null,
      partner: null,
      firstDifference: null,
      ...more,
    }));
  }

  #field(
    table: MessageTable,
    field: FieldTable,
    before: FieldValue | undefined,
    after: FieldValue | undefined,
    at: MessagePositions,
    depth: number,
    ends: Ends | undefined,
  ): void {
    const name = this.nameOf(table, field);
    if (!field.repeated) {
      if (field.type === TYPE_MESSAGE) {
        this.#singular(name, field, before as Singular, after as Singular, at, depth);
      } else if ((before ?? after)?.kind === 'text') {
        this.#text(name, field, before as Text, after as Text, at);
      } else this.#scalar(table, field, before as Scalar, after as Scalar, at);
      return;
    }
    const kind = (before ?? after)?.kind;
    if (kind === 'numbers') {
      const { typeName } = table;
      this.#lists.numbers(before as NumbersValue | undefined, after as NumbersValue | undefined, at, {
        name,
        type: typeNameOf(field, this.schema),
        step: (index) => `${field.name}[${index}]`,
        shown: (lo, hi) => shownScalar(typeName, field, lo, hi, this.schema),
      });
      return;
    }
    const left = elementsOf(before);
    const right = elementsOf(after);
    this.#lists.elements(name, field, left, right, at, depth, knownEnds(left, right, ends));
  }

  #scalar(table: MessageTable, field: FieldTable, before: Scalar, after: Scalar, at: MessagePositions): void {
    const [lo, hi] = [before?.lo ?? 0, before?.hi ?? 0];
    const isSame = lo === (after?.lo ?? 0) && hi === (after?.hi ?? 0);
    const isPresent = before !== undefined && after !== undefined;
    if (isSame && (isPresent || isImplicit(field))) return;
    const kind = isPresent || isImplicit(field) ? 'changed' : before === undefined ? 'added' : 'removed';
    const { typeName } = table;
    const shown = (value: Scalar): Shown =>
      shownScalar(typeName, field, value?.lo ?? 0, value?.hi ?? 0, this.schema);
    this.report(kind, this.nameOf(table, field), typeNameOf(field, this.schema), () => ({
      before: kind === 'added' ? null : sideOf(at.a, field.name, before, shown(before)),
      after: kind === 'removed' ? null : sideOf(at.b, field.name, after, shown(after)),
    }));
  }

  #text(name: string, field: FieldTable, before: Text, after: Text, at: MessagePositions): void {
    const [one, other] = [before?.segment, after?.segment];
    const isPresent = one !== undefined && other !== undefined;
    if (isPresent ? sameBytes(one, other) : isImplicit(field) && (one ?? other)?.length === 0) return;
    const kind = isPresent || isImplicit(field) ? 'changed' : before === undefined ? 'added' : 'removed';
    this.bytesDiffer(kind, name, field, one, other, () => ({
      before: kind === 'added' ? null : sideOf(at.a, field.name, before, segmentText(field, one)),
      after: kind === 'removed' ? null : sideOf(at.b, field.name, after, segmentText(field, other)),
    }));
  }

  /** Reports a difference of strings or bytes; hashes of bytes of equal size are computed later. */
  bytesDiffer(
    kind: ChangeKind,
    name: string,
    field: FieldTable | undefined,
    before: Segment | undefined,
    after: Segment | undefined,
    sides: () => { before: ChangeSide | null; after: ChangeSide | null },
  ): void {
    const type = field === undefined ? 'unknown' : typeNameOf(field, this.schema);
    const isListed = !this.changes.isFull;
    this.report(kind, name, type, sides);
    if (isListed && type !== 'string' && before !== undefined && before.length === after?.length) {
      this.changes.differing.push({ change: this.changes.list.length - 1, before, after });
    }
  }

  #singular(
    name: string,
    field: FieldTable,
    before: Singular,
    after: Singular,
    at: MessagePositions,
    depth: number,
  ): void {
    if (before !== undefined && after !== undefined) {
      const spots = { a: fieldPosition(at.a, field.name, before), b: fieldPosition(at.b, field.name, after) };
      this.message(before.segments, after.segments, this.#tableOf(field), spots, depth + 1);
      return;
    }
    const kind = before === undefined ? 'added' : 'removed';
    this.report(kind, name, typeNameOf(field, this.schema), () => ({
      before:
        before === undefined
          ? null
          : sideOf(at.a, field.name, before, this.shownMessage(before.segments, field)),
      after:
        after === undefined
          ? null
          : sideOf(at.b, field.name, after, this.shownMessage(after.segments, field)),
    }));
  }

  /** @returns true if a different member of the oneof is set, which is reported only once */
  #switched(one: Fields, other: Fields, { oneof, number }: FieldTable, at: MessagePositions): boolean {
    const [before, after] = [one.winner(oneof), other.winner(oneof)];
    if (before === after || before === 0 || after === 0) return false;
    const was = fieldByNumber(one.table, before);
    const is = fieldByNumber(other.table, after);
    if (was === undefined || is === undefined || this.ignored.hasField(was)) return false;
    // The change is reported at the lower of the two field numbers.
    if (number !== Math.min(before, after)) return number === Math.max(before, after);
    const { name } = one.table.oneofs[oneof] as { name: string };
    this.report('switched', `${one.table.typeName}.${name}`, 'oneof', () => ({
      before: this.#member(one, was, at.a),
      after: this.#member(other, is, at.b),
    }));
    return true;
  }

  #member(fields: Fields, field: FieldTable, spot: MessagePosition): ChangeSide {
    const value = fields.values.get(field.number);
    const shown =
      value?.kind === 'message'
        ? this.shownMessage(value.segments, field)
        : value?.kind === 'scalar'
          ? shownScalar(fields.table.typeName, field, value.lo, value.hi, this.schema)
          : segmentText(field, value?.kind === 'text' ? value.segment : undefined);
    const span = value !== undefined && 'offset' in value ? value : undefined;
    return sideOf(spot, field.name, span, { ...shown, name: field.name });
  }

  #breaks(one: Fields, other: Fields, at: MessagePositions): void {
    if (one.break !== undefined) this.broken.push({ ...one.break, side: 'a', path: at.a.path });
    if (other.break !== undefined) this.broken.push({ ...other.break, side: 'b', path: at.b.path });
    const [left, right] = [one.rest, other.rest];
    if (left === undefined && right === undefined) return;
    if (left !== undefined && right !== undefined && sameBytes(left, right)) return;
    this.report('broken', one.table.typeName, one.table.typeName, () => ({
      before: {
        ...recordPosition(at.a, left),
        present: left !== undefined,
        shown: shownMessage(left?.length ?? 0, null),
      },
      after: {
        ...recordPosition(at.b, right),
        present: right !== undefined,
        shown: shownMessage(right?.length ?? 0, null),
      },
    }));
  }

  #tooDeep(a: readonly Segment[], b: readonly Segment[], at: MessagePositions): void {
    const same = a.length === b.length && a.every((segment, i) => sameBytes(segment, b[i] as Segment));
    if (same) return;
    this.report('broken', 'message', 'message', () => ({
      before: { ...recordPosition(at.a, a[0]), present: true, shown: shownMessage(a[0]?.length ?? 0, null) },
      after: { ...recordPosition(at.b, b[0]), present: true, shown: shownMessage(b[0]?.length ?? 0, null) },
    }));
  }

  #tableOf(field: FieldTable): MessageTable {
    const table = this.schema.messages[field.message];
    if (table === undefined) throw new ProtomdlError('diff-schema', `${field.name} is no message`, -1);
    return table;
  }
}

type Scalar = ScalarValue | undefined;
type Text = TextValue | undefined;
type Singular = MessageValue | undefined;

/** Number of equal bytes at the beginning and end of two messages. */
interface Ends {
  readonly front: number;
  readonly back: number;
  readonly a: Segment;
  readonly b: Segment;
}

function elementsOf(value: FieldValue | undefined): ElementRecords | undefined {
  return value?.kind === 'elements' || value?.kind === 'texts' ? value.elements : undefined;
}

/**
 * Returns the number of elements that lie completely in the equal beginning and end of both messages and need
 * no comparison.
 */
function knownEnds(a: ElementRecords | undefined, b: ElementRecords | undefined, ends: Ends | undefined) {
  if (a === undefined || b === undefined || ends === undefined) return { front: 0, back: 0 };
  const most = Math.min(a.length, b.length);
  const [startA, startB] = [ends.a.offset, ends.b.offset];
  let front = 0;
  while (
    front < most &&
    a.end(front) - startA <= ends.front &&
    a.start(front) - startA === b.start(front) - startB &&
    a.end(front) - startA === b.end(front) - startB
  ) {
    front++;
  }
  const [endA, endB] = [ends.a.end, ends.b.end];
  let back = 0;
  while (back < most - front) {
    const [i, j] = [a.length - 1 - back, b.length - 1 - back];
    if (endA - a.start(i) > ends.back || endA - a.start(i) !== endB - b.start(j)) break;
    if (endA - a.end(i) !== endB - b.end(j)) break;
    back++;
  }
  return { front, back };
}
