import { type MessageTable, TYPE_MESSAGE, wireTypeOf } from '../../src/base/schema/table.js';
import { encodeTree } from '../../src/read/tree/encode.js';
import { bitsRecord, bytesRecord, messageRecord } from '../../src/read/tree/make.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { parseTree } from '../../src/read/tree/parse.js';
import type { RecordNode } from '../../src/read/tree/record.js';
import { walkTree } from '../../src/read/tree/walk.js';
import type { Random } from '../../test/kernel/random.js';
import { EDGE_VALUES, type Mutator } from './bytes.js';

/**
 * Changes of whole records: the enclosing message keeps a correct length, unless the change is about lengths.
 */
type RecordMutator = (record: RecordNode, random: Random, other: Uint8Array) => void;

/** Maximum number of records to visit in a message. */
const WALKED = 3000;

const holderOf = (record: RecordNode): MessageNode => record.holder!;
const indexOf = (record: RecordNode): number => holderOf(record).records.indexOf(record);

const RECORD_MUTATORS: readonly RecordMutator[] = [
  (record) => holderOf(record).remove(record),
  (record) => holderOf(record).insert(indexOf(record), record.clone()),
  /* insert many copies of a record */
  (record, random) => {
    const times = random.pick([2, 8, 33, 130]);
    if (record.size * times > 4096) return;
    holderOf(record).insert(indexOf(record), ...Array.from({ length: times }, () => record.clone()));
  },
  /* move a record among its neighbours */
  (record, random) => {
    const holder = holderOf(record);
    holder.remove(record);
    holder.insert(random.next(holder.records.length + 1), record);
  },
  value,
  value,
  value,
  /* add a record of a field in the message's type */
  (record, random) => addField(holderOf(record), random),
  (record, random) => {
    if (record.message !== undefined) addField(record.message, random);
  },
  /* insert a record from another input, from the same type of message if possible */
  (record, random, other) => {
    const holder = holderOf(record);
    const found = [...limited(walkTree(parseTree(other)))];
    const alike = found.filter(({ holder: theirs }) => theirs?.table === holder.table);
    if (found.length === 0) return;
    const taken = random.pick(alike.length > 0 ? alike : found).clone();
    if (random.chance(50)) holder.insert(indexOf(record), taken);
    else holder.replace(record, taken);
  },
  /* write a wrong length */
  (record, random) => {
    if (record.wireType !== 2) return;
    const size = record.message?.size ?? record.bytes.length;
    record.setStyle({ claim: Math.max(0, size + random.pick([-2, -1, 1, 2, 5, 127, 128, 100_000])) });
  },
  /* write a tag, length or value with more bytes than it needs */
  (record, random) => {
    const width = 1 + random.next(10);
    const style = [
      { tagWidth: Math.min(width, 5) },
      { lengthWidth: Math.min(width, 5) },
      { valueWidth: width },
    ];
    record.setStyle(random.pick(style));
  },
  /* put a record in a group, or in nested groups */
  (record, random) => {
    const levels = random.pick([1, 2, 50, 98, 99, 100, 101]);
    const number = 1 + random.next(20);
    const [begin, end] = [number * 8 + 3, number * 8 + 4].map((tag) =>
      tag < 128 ? [tag] : [(tag & 0x7f) | 0x80, 1],
    );
    const inner = record.raw ?? new Uint8Array(0);
    const bytes = [...Array(levels).fill(begin).flat(), ...inner, ...Array(levels).fill(end).flat()];
    const holder = holderOf(record);
    holder.replace(record, ...parseTree(Uint8Array.from(bytes)).records.map((one) => one.clone()));
  },
  /* change the wire type of a record */
  (record, random) => {
    const holder = holderOf(record);
    const wireType = random.pick([0, 1, 5]);
    holder.replace(record, bitsRecord(record.number, wireType, random.pick(EDGE_VALUES)));
  },
  /* add unreadable bytes at the end of a message */
  (record, random) => {
    holderOf(record).rest = Uint8Array.from({ length: 1 + random.next(4) }, () => random.next(256));
  },
];

/** Makes one change, to a record anywhere in the message. An input without records stays unchanged. */
export const mutateRecords: Mutator = (input, random, other) => {
  const root = parseTree(input);
  const times = random.chance(75) ? 1 : 2 + random.next(3);
  for (let i = 0; i < times; i++) {
    const records = [...limited(walkTree(root))];
    if (records.length === 0) {
      addField(root, random);
      continue;
    }
    random.pick(RECORD_MUTATORS)(random.pick(records), random, other);
  }
  return encodeTree(root);
};

function value(record: RecordNode, random: Random): void {
  if (record.wireType !== 2) {
    if ('bits' in record.payload) record.setBits(nearby(record.bits, random));
    return;
  }
  if (record.message !== undefined) {
    if (random.chance(20)) record.message.setRecords([]);
    return;
  }
  const bytes = random.chance(20)
    ? new Uint8Array(random.pick([0, 1, 16, 127, 128, 129, 257])).fill(97)
    : record.bytes.slice();
  if (bytes.length > 0 && random.chance(60)) bytes[random.next(bytes.length)] = random.next(256);
  record.setBytes(bytes);
}

function nearby(bits: bigint, random: Random): bigint {
  if (random.chance(60)) return random.pick(EDGE_VALUES);
  return BigInt.asUintN(64, bits + BigInt(random.next(9) - 4));
}

/** Inserts a record of any field of the message's type. */
function addField(message: MessageNode, random: Random): void {
  const fields = (message.table as MessageTable | undefined)?.fields ?? [];
  const at = random.next(message.records.length + 1);
  if (fields.length === 0 || random.chance(5)) {
    message.insert(at, bitsRecord(1 + random.next(60), 0, random.pick(EDGE_VALUES)));
    return;
  }
  const field = random.pick(fields);
  const wireType = wireTypeOf(field.type);
  if (field.type === TYPE_MESSAGE) {
    const record = messageRecord(field);
    message.insert(at, record);
    if (random.chance(70)) addField(record.message!, random);
  } else if (wireType === 2) {
    message.insert(
      at,
      bytesRecord(
        field,
        Uint8Array.from({ length: random.next(5) }, () => 97 + random.next(3)),
      ),
    );
  } else message.insert(at, bitsRecord(field, wireType, random.pick(EDGE_VALUES)));
}

function* limited(records: Iterable<RecordNode>): Generator<RecordNode> {
  let left = WALKED;
  for (const record of records) {
    if (left-- === 0) return;
    yield record;
  }
}
