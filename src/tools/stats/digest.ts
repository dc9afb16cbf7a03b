import { BLOB, PACKED } from '../../read/outline/entries.js';
import type { Counters, StatsScope } from './counters.js';
import {
  ACTION,
  ACTION_UNKNOWN,
  ACTION_UNSET,
  BLOB_SLOTS,
  CHILD_TYPES,
  EDGE_LAYERS_ID,
  ENTRIES,
  ENTRY_COUNT,
  IS_RECURSIVE_TYPE,
  KIND_COUNT,
  kindName,
  MESSAGES,
  OPERATIONS_ID,
  PRELIMINARY_OPERATIONS_ID,
  SHAPE_BLOB,
  SHAPE_MESSAGE,
  SHAPE_TEXT,
  SHAPES,
  SIZE_CLASSES,
  TRIGGER_ORDER_ID,
} from './ids.js';
import type { BlobRow, ContextRow, FieldRow, Share, SizeRow, StatsByteClass, TypeRow } from './rows.js';
import { configurationBytes } from './words.js';

/** Returns the actions or triggers by kind, with the most bytes first. */
export function kindRows(counters: Counters, of: 'action' | 'trigger'): Share[] {
  const rows: Share[] = [];
  if (!counters.hasKinds) return rows;
  for (let kind = 0; kind < KIND_COUNT; kind++) {
    const count = counters.kindCount[kind] as number;
    if (count === 0 || isActionKind(kind) !== (of === 'action')) continue;
    rows.push({ name: kindName(kind), count, bytes: counters.kindBytes[kind] as number });
  }
  return rows.sort(byBytes);
}

export function blobRows({ hasBlobs, blobCount, blobBytes }: Counters): BlobRow[] {
  if (!hasBlobs) return [];
  const rows = BLOB_SLOTS.flatMap(({ name }, slot): BlobRow[] => {
    const sizes: SizeRow[] = [];
    let count = 0;
    let bytes = 0;
    for (let i = 0; i < SIZE_CLASSES; i++) {
      const here = blobCount[slot * SIZE_CLASSES + i] as number;
      if (here === 0) continue;
      const taken = blobBytes[slot * SIZE_CLASSES + i] as number;
      sizes.push({
        from: i === 0 ? 0 : 2 ** (i - 1),
        to: i === 0 ? 0 : 2 ** i - 1,
        count: here,
        bytes: taken,
      });
      count += here;
      bytes += taken;
    }
    return count === 0 ? [] : [{ name, count, bytes, sizes }];
  });
  return rows.sort(byBytes);
}

export function contextRow(
  { kind, path, name, offset, counters, words }: StatsScope,
  bytes: number,
): ContextRow {
  const pair = (id: number) => ({
    count: counters.count[id] as number,
    bytes: counters.bytes[id] as number,
  });
  const blobs = blobRows(counters);
  return {
    kind: kind === 'preliminary' ? 'preliminary' : 'context',
    path,
    name,
    offset,
    bytes,
    operations: pair(OPERATIONS_ID).count + pair(PRELIMINARY_OPERATIONS_ID).count,
    actions: kindRows(counters, 'action'),
    triggers: kindRows(counters, 'trigger'),
    edgeLayers: pair(EDGE_LAYERS_ID),
    triggerOrder: pair(TRIGGER_ORDER_ID),
    blobs,
    configurationBytes: configurationBytes(blobs) + words.bytes,
    words,
  };
}

export function fieldRows(counters: Counters): FieldRow[] {
  const rows = new Map<string, FieldRow>();
  for (const { id, kind, field, message } of ENTRIES) {
    const count = counters.count[id] as number;
    if (count === 0) continue;
    const name = `${message.typeName}.${field.name}`;
    // A list may have both packed and unpacked records, which are two entries of one field.
    const before = rows.get(name);
    rows.set(name, {
      field: name,
      number: field.number,
      kind:
        SHAPES[id] === SHAPE_MESSAGE
          ? 'message'
          : SHAPES[id] === SHAPE_BLOB
            ? 'bytes'
            : kind === BLOB
              ? 'string'
              : 'number',
      count: count + (before?.count ?? 0),
      own: ownOf(counters, id) + (before?.own ?? 0),
      total: (counters.bytes[id] as number) + (before?.total ?? 0),
    });
  }
  return [...rows.values()].sort((a, b) => b.own - a.own || (a.field < b.field ? -1 : 1));
}

/** @param bytes size of the message */
export function typeRows(counters: Counters, bytes: number): TypeRow[] {
  const count = new Float64Array(MESSAGES.length);
  const own = new Float64Array(MESSAGES.length);
  const total = counters.payload.sums.slice();
  count[0] = 1;
  total[0] = bytes;
  for (const { id, message } of ENTRIES) {
    own[message.index]! += ownOf(counters, id);
    const child = CHILD_TYPES[id] as number;
    if (child < 0) continue;
    count[child]! += counters.count[id] as number;
    if (!IS_RECURSIVE_TYPE[child]) {
      total[child]! += (counters.bytes[id] as number) - (counters.head[id] as number);
    }
  }
  return MESSAGES.flatMap(({ table: { index, typeName } }): TypeRow[] =>
    count[index] === 0
      ? []
      : [
          {
            type: typeName,
            count: count[index] as number,
            own: own[index] as number,
            total: total[index] as number,
            unknown: {
              count: counters.count[ENTRY_COUNT + index] as number,
              bytes: counters.bytes[ENTRY_COUNT + index] as number,
            },
            unreadable: counters.gap.sums[index] as number,
          },
        ],
  ).sort((a, b) => b.own - a.own || (a.type < b.type ? -1 : 1));
}

/** Divides the bytes of a message into classes; their sum is its size. */
export function classRows(counters: Counters): { name: StatsByteClass; bytes: number }[] {
  const sums: Record<StatsByteClass, number> = {
    'tags and lengths': 0,
    numbers: 0,
    strings: 0,
    blobs: 0,
    'unknown fields': 0,
    unreadable: 0,
  };
  for (const { id, kind } of ENTRIES) {
    const all = ownOf(counters, id);
    const isNumber = (SHAPES[id] as number) < SHAPE_MESSAGE;
    const head = (counters.head[id] as number) + (isNumber ? (counters.count[id] as number) : 0);
    sums['tags and lengths'] += head;
    if (isNumber || kind === PACKED) sums.numbers += all - head;
    else if (SHAPES[id] === SHAPE_BLOB) sums.blobs += all - head;
    else if (SHAPES[id] === SHAPE_TEXT) sums.strings += all - head;
  }
  for (let type = 0; type < MESSAGES.length; type++) {
    sums['unknown fields'] += counters.bytes[ENTRY_COUNT + type] as number;
    sums.unreadable += counters.gap.sums[type] as number;
  }
  return Object.entries(sums).map(([name, bytes]) => ({ name: name as StatsByteClass, bytes }));
}

function ownOf(counters: Counters, id: number): number {
  return (SHAPES[id] === SHAPE_MESSAGE ? counters.head[id] : counters.bytes[id]) as number;
}

function isActionKind(kind: number): boolean {
  if (kind < ENTRY_COUNT) return ENTRIES[kind]?.message === ACTION;
  return kind === ACTION_UNSET || kind === ACTION_UNKNOWN;
}

function byBytes(a: Share | BlobRow, b: Share | BlobRow): number {
  return b.bytes - a.bytes || (a.name < b.name ? -1 : 1);
}
