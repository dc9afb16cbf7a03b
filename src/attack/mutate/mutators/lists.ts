import { type FieldTable, isPackable, wireTypeOf } from '../../../base/schema/table.js';
import { bitsRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { packedBytes, packedValues } from '../../../read/tree/packed.js';
import type { RecordNode } from '../../../read/tree/record.js';
import {
  groupedDigits,
  messageType,
  ownerPlace,
  recordName,
  recordPlace,
  type TreeMutator,
} from '../mutator.js';
import { HEAD_GROWTH, holderOf, indexOf, lenRecord, recordMutator } from '../record-mutator.js';
import { ANY_MESSAGE, ANY_RECORD, target } from '../targets.js';

export const dropRecord = recordMutator({
  name: 'drop-record',
  summary: 'leave out a record: a field, or an element of a list',
  weight: 10,
  target: ANY_RECORD,
  perform(record) {
    record.holder?.remove(record);
    return `leaves out ${recordName(record)}`;
  },
});

const LISTED = target((field) => field.repeated);

export const duplicateRecord = recordMutator({
  name: 'duplicate-record',
  summary: 'repeat an element of a list, after it or at the end of its message',
  weight: 8,
  target: LISTED,
  accepts: ({ size }, site) => size + HEAD_GROWTH <= site.room,
  choose: (_, random) => ({ last: random.oneIn(3) }),
  perform(record, args, site) {
    const { holder } = record;
    const copy = record.clone();
    const index = args.flag('last') ? holder?.count : indexOf(args) + 1;
    holder?.insert(index as number, copy);
    return { sentence: `repeats ${recordName(record)}`, place: recordPlace(site, copy) };
  },
});

export const moveRecord = recordMutator({
  name: 'move-record',
  summary: 'move a record elsewhere in its message, or to another message of the same type',
  weight: 6,
  target: ANY_RECORD,
  choose(record, random, site, at) {
    const { holder } = record;
    if (holder === undefined) return undefined;
    const isOther = (message: MessageNode): boolean =>
      message !== holder && message.table === holder.table && !lies(message, record);
    const other = random.oneIn(2) ? site.findMessage(ANY_MESSAGE(), random, false, isOther) : undefined;
    if (other !== undefined) {
      return { to: other.at, index: random.below(other.message.count + 1) };
    }
    const { count } = holder;
    const here = at.at(-1) as number;
    if (count < 2) return undefined;
    const index = (here + 1 + random.below(count - 1)) % count;
    return { to: at.slice(0, -1), index };
  },
  perform(record, args, site) {
    const to = site.message(args.position('to'));
    const { holder } = record;
    if (lies(to, record)) return `leaves ${recordName(record)} where it is`;
    holder?.remove(record);
    to.insert(args.number('index', to.count), record);
    const where = to === holder ? 'elsewhere in its message' : 'to another message of the type';
    return `moves ${recordName(record)} ${where}`;
  },
});

/** True if a message is inside a record. */
function lies(message: MessageNode, record: RecordNode): boolean {
  for (let { owner } = message; owner !== undefined; owner = owner.holder?.owner) {
    if (owner === record) return true;
  }
  return false;
}

export const swapRecords: TreeMutator = {
  name: 'swap-records',
  summary: 'swap two records of a message: elements of a list, or fields',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true, ({ count }) => count > 1);
    if (found === undefined) return undefined;
    const { count } = found.message;
    const first = random.below(count);
    const second = (first + 1 + random.below(count - 1)) % count;
    return { at: found.at, first, second };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const [first, second] = [args.number('first'), args.number('second')];
    const one = site.record([...args.position(), first]);
    const other = site.record([...args.position(), second]);
    const indexes = inOrder(message);
    indexes[first] = second;
    indexes[second] = first;
    message.arrange(indexes);
    return {
      sentence: `swaps records ${first} (${recordName(one)}) and ${second} (${recordName(other)})`,
      place,
    };
  },
};

function inOrder({ count }: MessageNode): number[] {
  const indexes: number[] = [];
  for (let i = 0; i < count; i++) indexes.push(i);
  return indexes;
}

/** Orders are rules without random numbers, so that a log need not list a million positions. */
const ORDERS: Readonly<Record<string, (indexes: number[], numberOf: (index: number) => number) => number[]>> =
  {
    reversed: (indexes) => indexes.reverse(),
    'highest-first': (indexes, numberOf) => indexes.sort((a, b) => numberOf(b) - numberOf(a)),
    'lowest-first': (indexes, numberOf) => indexes.sort((a, b) => numberOf(a) - numberOf(b)),
    rotated: (indexes) => [...indexes.slice(1), ...indexes.slice(0, 1)],
    interleaved: (indexes) => [
      ...indexes.filter((_, i) => i % 2 === 1),
      ...indexes.filter((_, i) => i % 2 === 0),
    ],
  };
const NAMES = Object.keys(ORDERS);

export const reorderFields: TreeMutator = {
  name: 'reorder-fields',
  summary: 'write the records of a message in another order, lists among them',
  weight: 4,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true, ({ count }) => count > 1);
    if (found === undefined) return undefined;
    const changes = (name: string): boolean =>
      ordered(name, found.message).some((was, index) => was !== index);
    const order = random.one(NAMES);
    return changes(order) ? { at: found.at, order } : { at: found.at, order: 'reversed' };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const place = ownerPlace(site, message.owner);
    const order = args.word('order', NAMES);
    message.arrange(ordered(order, message));
    return { sentence: `writes the records of ${messageType(message)} in another order (${order})`, place };
  },
};

/** Returns the new order of a message's records, as their present indexes. */
function ordered(name: string, message: MessageNode): number[] {
  const order = ORDERS[name] as (typeof ORDERS)[string];
  return order(inOrder(message), (index) => message.kindAt(index).number);
}

/**
 * Shortens lists, because loaders read the first or last element of some lists without checking that the list
 * has elements.
 */
export const shrinkList = recordMutator({
  name: 'shrink-list',
  summary: 'leave out all elements of a list, or all but the first few',
  weight: 6,
  target: LISTED,
  choose(record, random) {
    const count = record.holder?.countOf(record.number) ?? 0;
    return { keep: random.oneIn(2) ? 0 : random.below(count) };
  },
  perform(record, args) {
    const { holder, number } = record;
    const keep = args.number('keep');
    let seen = 0;
    let left = 0;
    holder?.retain((other) => {
      if (other.number !== number || seen++ < keep) return true;
      left++;
      return false;
    });
    return `leaves out ${groupedDigits(left)} of ${groupedDigits(seen)} records of ${recordName(record)}`;
  },
});

/**
 * Counts around limits at which a loader refuses the file, exceeds a table, or overflows a counter: 4
 * predecessors or channels, 8 networks or groups, 32 layers, 32 or 1021 contexts (depending on the release),
 * and the largest numbers of 8 and 16 bits.
 */
const COUNTS = [2, 5, 9, 10, 33, 65, 129, 255, 256, 257, 1022, 4097, 65_535, 65_536, 65_537];

export const growList = recordMutator({
  name: 'grow-list',
  summary: 'repeat an element of a list until the list passes a limit, up to 2^16 + 1',
  weight: 3,
  target: LISTED,
  choose(record, random, site) {
    const have = record.holder?.countOf(record.number) ?? 0;
    const size = record.size;
    const counts = COUNTS.filter((count) => count > have && (count - have) * size + HEAD_GROWTH <= site.room);
    return counts.length === 0 ? undefined : { count: random.one(counts) };
  },
  perform(record, args, site) {
    const holder = holderOf(site, args);
    const have = holder.countOf(record.number);
    const count = args.number('count', MOST);
    const index = indexOf(args) + 1;
    const copies = record.clones(Math.max(0, count - have));
    holder.insertAll(index, copies);
    return `makes ${groupedDigits(count)} of ${groupedDigits(have)} records of ${recordName(record)}`;
  },
});

/** Limit for arguments of untrusted logs; logs of this package never exceed the limit. */
const MOST = 65_537;

const LIST = target((field) => field.repeated && isPackable(field.type));
const FORMS = ['unpacked', 'packed', 'in two', 'mixed', 'with an empty part'] as const;

/** All forms of the list are valid and have the same meaning. */
export const repackList = recordMutator({
  name: 'repack-list',
  summary: 'write a list of numbers packed, unpacked, in several records, or in both forms',
  weight: 2,
  target: LIST,
  choose(record, random, site) {
    const { holder, number } = record;
    if (holder === undefined) return undefined;
    const count = valuesOf(holder, number).length;
    return count === 0 || count * 11 > site.room ? undefined : { form: random.one(FORMS) };
  },
  perform(record, args, site) {
    const holder = holderOf(site, args);
    const { field, number } = record;
    const form = args.word('form', FORMS);
    if (field === undefined || !isPackable(field.type)) return `leaves ${recordName(record)} as it is`;
    const values = valuesOf(holder, number);
    const index = holder.indexOf(record);
    const isOther = (other: RecordNode): boolean => other.number !== number;
    holder.setRecords([
      ...holder.records.slice(0, index).filter(isOther),
      ...written(holder, field, values, form),
      ...holder.records.slice(index).filter(isOther),
    ]);
    return `writes the ${values.length} values of ${recordName(record)} ${form}`;
  },
});

/** Returns the readable values of all records of the list, packed or not. */
function valuesOf(holder: MessageNode, number: number): bigint[] {
  return holder.fields(number).flatMap((record) => {
    if (!record.isKnown) return [];
    return record.isPacked ? packedValues(record) : [record.bits];
  });
}

function written(
  holder: MessageNode,
  field: FieldTable,
  values: readonly bigint[],
  form: (typeof FORMS)[number],
): RecordNode[] {
  const wireType = wireTypeOf(field.type);
  const packed = (part: readonly bigint[]) => lenRecord(holder, field.number, packedBytes(wireType, part));
  const single = (bits: bigint) => bitsRecord(field, wireType, bits);
  const half = values.length >> 1;
  switch (form) {
    case 'unpacked':
      return values.map(single);
    case 'packed':
      return [packed(values)];
    case 'in two':
      return [packed(values.slice(0, half)), packed(values.slice(half))];
    case 'mixed':
      return [packed(values.slice(0, half)), ...values.slice(half).map(single)];
    default:
      return [packed([]), packed(values)];
  }
}
