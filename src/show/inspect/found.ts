import { fieldByNumber } from '../../base/schema/lookup.js';
import {
  type FieldTable,
  joinPath,
  type MessageTable,
  pathStep,
  type SchemaTables,
} from '../../base/schema/table.js';
import type { ElementWalk } from '../../read/outline/elements.js';
import { MESSAGE_ENTRY, PACKED, SCALAR } from '../../read/outline/entries.js';
import { GROUP_CELL, type RecordWalk, UNREADABLE } from '../../read/outline/records.js';
import { typeNameOf } from '../../tools/diff/shown.js';
import type { Part } from './part.js';

/** A part that a reader has found, with properties that `Part` lacks. */
export interface Found {
  readonly part: Part;
  /** Index of the part among its siblings. */
  readonly index: number;
  /** Kind of the record (see `RecordWalk`); -1 for other parts. */
  readonly kind: number;
  /** Field of a record or of an element; undefined for unknown fields and other parts. */
  readonly field: FieldTable | undefined;
  readonly holder: MessageTable | undefined;
  readonly tagLength: number;
  /** For a repeated field: the index of the element; for a packed record, of its first element. */
  readonly element: number;
  /** The halves of a number's bits, as signed 32-bit integers. */
  readonly lo: number;
  readonly hi: number;
  readonly isNonMinimal: boolean;
  /** Size of the value that the record claims, which may exceed the existing bytes. */
  readonly claimed: number;
}

/** The message or group that contains a record. */
export interface FoundAround {
  readonly table: MessageTable | undefined;
  readonly depth: number;
  /** Path of the message or group; empty for the root. */
  readonly path: string;
}

export function foundRecord(list: FoundAround, walk: RecordWalk, schema: SchemaTables): Found {
  const { index, ordinal } = walk;
  const { kind, field, offset, end, valueOffset, valueEnd, tagLength, lo, hi, isNonMinimal } = walk;
  const label = labelOf(list, walk);
  const isBroken = kind === UNREADABLE;
  const part: Part = {
    kind: isBroken ? 'unreadable' : 'record',
    path: isBroken && field === undefined ? '' : joinPath(list.path, label),
    label: isBroken ? 'unreadable' : label,
    depth: list.depth,
    offset,
    length: end - offset,
    valueOffset,
    valueLength: valueEnd - valueOffset,
    number: isBroken ? null : walk.number,
    wireType: isBroken ? null : walk.wireType,
    type: field === undefined || isBroken ? null : typeNameOf(field, schema),
    table: field === undefined || kind !== MESSAGE_ENTRY ? -1 : field.message,
    summary: '',
    hasChildren: (kind === MESSAGE_ENTRY || kind === GROUP_CELL || kind === PACKED) && valueEnd > valueOffset,
    problem: walk.problem,
  };
  const holder = list.table;
  const claimed = kind === SCALAR || kind === GROUP_CELL ? valueEnd - valueOffset : walk.claimed;
  return {
    part,
    index: ordinal,
    kind,
    field,
    holder,
    tagLength,
    element: index,
    lo,
    hi,
    isNonMinimal,
    claimed,
  };
}

/** Makes a part from the current element of a walk through a packed list. */
export function foundElement(list: Found, walk: ElementWalk): Found {
  const { offset, at: end, ordinal, lo, hi, isNonMinimal, problem } = walk;
  const { part, field } = list;
  const element = list.element + ordinal;
  const label = `${field?.name}[${element}]`;
  const path = part.path.slice(0, part.path.length - part.label.length) + label;
  const isBroken = problem !== null;
  return {
    part: {
      ...part,
      kind: isBroken ? 'unreadable' : 'element',
      path,
      label: isBroken ? 'unreadable' : label,
      offset,
      length: end - offset,
      valueOffset: offset,
      valueLength: end - offset,
      number: null,
      wireType: null,
      type: isBroken ? null : part.type,
      hasChildren: false,
      problem,
    },
    index: ordinal,
    kind: isBroken ? UNREADABLE : SCALAR,
    field,
    holder: list.holder,
    tagLength: 0,
    element,
    lo,
    hi,
    isNonMinimal,
    claimed: end - offset,
  };
}

/** Returns the last step of a record's path, as in reports. */
function labelOf({ table }: FoundAround, { field, number, index }: RecordWalk): string {
  // Readers do not know a field in a wrong wire type, but its label is the name in the schema.
  const meant = field ?? (table === undefined ? undefined : fieldByNumber(table, number));
  return field === undefined && meant !== undefined ? meant.name : pathStep(field, number, index);
}
