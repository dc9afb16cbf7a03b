import { MDL } from '../../../base/schema/mdl.gen.js';
import { type FieldTable, type MessageTable, TYPE_MESSAGE, wireTypeOf } from '../../../base/schema/table.js';
import {
  tagOf,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_TYPE_NAMES,
  WIRE_VARINT,
} from '../../../base/wire/tag.js';
import { encodeRecords, encodeTree } from '../../../read/tree/encode.js';
import {
  bitsRecord,
  bytesRecord,
  groupRecord,
  messageRecord,
  placeFor,
  rawRecord,
} from '../../../read/tree/make.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { boundaryValue } from '../boundary-values.js';
import { inBytes, messageType, recordName, recordPlace, type TreeMutator } from '../mutator.js';
import { HEAD_GROWTH, holderOf, indexOf, lenRecord, recordMutator, SPLICE_BYTES } from '../record-mutator.js';
import { scalarNotation } from '../scalars.js';
import { toBase64 } from '../step-args.js';
import { ANY_MESSAGE, isMessageField, ofType, target } from '../targets.js';

export const addField: TreeMutator = {
  name: 'add-field',
  summary:
    'write a field that a message does not have: a boundary value, a short text, a message with nothing or boundary values in it',
  weight: 12,
  stage: 'tree',
  choose(site, random) {
    if (site.room < HEAD_GROWTH) return undefined;
    const extension = site.absent(random);
    const found = extension ?? site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined) return undefined;
    const { message } = found;
    const has = new Set<number>();
    for (let i = 0; i < message.count; i++) has.add(message.kindAt(i).number);
    const absent = (message.table?.fields ?? []).filter(({ number }) => !has.has(number));
    if (absent.length === 0) return undefined;
    const field = extension?.field ?? random.one(absent);
    const bits = wireTypeOf(field.type) === 2 ? 0n : (boundaryValue(field, 0n, random) ?? 1n);
    const step = { at: found.at, number: field.number, bits: bits.toString() };
    // With content in the new message, a loader is more likely to reach its checks of the message's fields.
    if (field.type !== TYPE_MESSAGE || (extension === undefined && random.oneIn(2))) return step;
    const content = encodeRecords(someFields(MDL.messages[field.message] as MessageTable, random));
    return content.length > site.room - HEAD_GROWTH ? step : { ...step, content: toBase64(content) };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const number = args.number('number', 0x1fff_ffff);
    const field = message.table?.fields.find((one) => one.number === number);
    const record = args.has('content')
      ? lenRecord(message, number, args.bytes('content'))
      : field === undefined
        ? bytesRecord(number, new Uint8Array(0))
        : made(field, args.bits('bits'));
    message.insert(placeFor(message, number), record);
    return {
      sentence: `adds ${recordName(record)} to ${messageType(message)}`,
      place: recordPlace(site, record),
    };
  },
};

/** Returns records for a random half of a message type's fields, with at most one member of each oneof. */
function someFields({ fields }: MessageTable, random: Random): RecordNode[] {
  const oneofs = new Set<number>();
  return fields.flatMap((field) => {
    if (random.oneIn(2) || oneofs.has(field.oneof)) return [];
    if (field.oneof >= 0) oneofs.add(field.oneof);
    return [made(field, wireTypeOf(field.type) === 2 ? 0n : (boundaryValue(field, 0n, random) ?? 1n))];
  });
}

function made(field: FieldTable, bits: bigint): RecordNode {
  const wireType = wireTypeOf(field.type);
  if (wireType !== 2) return bitsRecord(field, wireType, bits);
  if (field.type === TYPE_MESSAGE) return messageRecord(field);
  return bytesRecord(field, Uint8Array.of(0x78));
}

const HOWS = ['replace', 'before', 'merge'] as const;

export const splice = recordMutator({
  name: 'splice',
  summary: 'take a message of the same type from another file, or from elsewhere in this one',
  weight: 10,
  target: ANY_MESSAGE,
  choose(record, random, site) {
    const { field } = record;
    if (field === undefined) return undefined;
    const source = site.donors.length > 0 && !random.oneIn(4) ? random.one(site.donors) : site.root;
    const isOther = (other: RecordNode): boolean =>
      other.size <= Math.min(SPLICE_BYTES, site.room) && !isSame(other, record);
    const donor = site.find(ofType(field.message), random, isOther, source)?.record.message;
    if (donor === undefined) return undefined;
    const how = random.one(
      field.repeated ? (['replace', 'before'] as const) : (['replace', 'merge'] as const),
    );
    return { how, bytes: toBase64(encodeTree(donor)) };
  },
  perform(record, args, site) {
    const holder = holderOf(site, args);
    const bytes = args.bytes('bytes');
    const made = lenRecord(holder, record.number, bytes);
    const how = args.word('how', HOWS);
    if (how === 'replace') holder.replace(record, made);
    else holder.insert(indexOf(args) + (how === 'merge' ? 1 : 0), made);
    const does = { replace: 'replaces', before: 'puts in front of', merge: 'merges into' }[how];
    const whose = `another ${recordName(record)}'s content (${inBytes(bytes.length)})`;
    return how === 'replace'
      ? `${does} ${recordName(record)} by ${whose}`
      : `${does} ${recordName(record)} ${whose}`;
  },
});

function isSame(one: RecordNode, other: RecordNode): boolean {
  if (one === other) return true;
  const [message, second] = [one.message, other.message];
  if (message === undefined || second === undefined || message.size !== second.size) return false;
  const bytes = encodeTree(second);
  return encodeTree(message).every((byte, i) => byte === bytes[i]);
}

const SINGULAR_MESSAGE = target((field) => !field.repeated && isMessageField(field));

/** The result is valid and has the same meaning, because readers merge the parts. */
export const splitMessage = recordMutator({
  name: 'split-message',
  summary: 'write a singular message in two records, which readers merge',
  weight: 4,
  target: SINGULAR_MESSAGE,
  accepts: ({ message }) => (message?.count ?? 0) > 1,
  room: 8,
  choose: ({ message }, random) => ({ cut: random.between(1, (message?.count ?? 2) - 1) }),
  perform(record, args, site) {
    const holder = holderOf(site, args);
    const message = site.message(args.position());
    const cut = args.number('cut', message.count);
    const tail = encodeRecords(message.records.slice(cut));
    message.setRecords(message.records.slice(0, cut));
    holder.insert(indexOf(args) + 1, lenRecord(holder, record.number, tail));
    return `writes ${recordName(record)} in two records, cut after ${cut} of its fields`;
  },
});

const SINGULAR = target((field) => !field.repeated && (isMessageField(field) || field.oneof < 0));

/**
 * If a singular field has several records, readers use the last number, and merge all messages. A reader that
 * uses the first record computes a different result.
 */
export const repeatField = recordMutator({
  name: 'repeat-field',
  summary: 'write a singular field twice, a number with another value the second time',
  weight: 6,
  target: SINGULAR,
  accepts: ({ size }, site) => size + HEAD_GROWTH <= site.room,
  choose(record, random) {
    const { field } = record;
    if (field === undefined) return undefined;
    const behind = random.oneIn(2);
    if (record.wireType === 2) return { behind };
    const bits = boundaryValue(field, record.bits, random);
    return bits === undefined ? undefined : { behind, bits: bits.toString() };
  },
  perform(record, args, site) {
    const copy = record.clone();
    if (args.has('bits')) copy.setBits(args.bits('bits'));
    const index = indexOf(args) + (args.flag('behind') ? 1 : 0);
    record.holder?.insert(index, copy);
    const value = args.has('bits') ? ` with ${scalarNotation(record.field, args.bits('bits'))}` : '';
    return {
      sentence: `writes ${recordName(record)} a second time${value}, ${args.flag('behind') ? 'after' : 'before'} the first`,
      place: recordPlace(site, copy),
    };
  },
});

const TYPES = [WIRE_VARINT, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_I32];

/** Field numbers at which tags become longer, the range that protobuf reserves, and the largest number. */
const NUMBERS = [15, 16, 31, 99, 127, 128, 2047, 2048, 19_000, 19_999, 262_144, 0x0fff_ffff, 0x1fff_ffff];

export const unknownField: TreeMutator = {
  name: 'unknown-field',
  summary: 'write a field that no schema knows, of any wire type',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined || site.room < 32) return undefined;
    const known = found.message.table?.fields ?? [];
    const next = (known.at(-1)?.number ?? 0) + random.between(1, 3);
    const free = [next, ...NUMBERS].filter((one) => !known.some((field) => field.number === one));
    return {
      at: found.at,
      index: random.below(found.message.count + 1),
      number: random.one(free),
      wireType: random.one(TYPES),
    };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const number = args.number('number', 0x1fff_ffff);
    const wireType = args.number('wireType', WIRE_I32);
    const record = unknown(number, wireType);
    message.insert(args.number('index', message.count), record);
    return {
      sentence: `adds unknown field #${number} (${WIRE_TYPE_NAMES[wireType]}) to ${messageType(message)}`,
      place: recordPlace(site, record),
    };
  },
};

function unknown(number: number, wireType: number): RecordNode {
  if (wireType === WIRE_LEN) return bytesRecord(number, Uint8Array.of(8, 1));
  if (wireType === WIRE_SGROUP) return groupRecord(number, [bitsRecord(1, WIRE_VARINT, 1n)]);
  return bitsRecord(number, wireType === WIRE_I32 || wireType === WIRE_I64 ? wireType : WIRE_VARINT, 1n);
}

/** Depths of groups. Groups count as levels, like messages; parsers refuse more than 100 levels. */
const DEPTHS = [1, 2, 10, 50, 90, 96, 97, 98, 99, 100, 101, 102, 200, 1000];

/** A field number that no message has, with the two bytes of its start and end tags. */
const NUMBER = 500;
const START = [0xa3, 0x1f];
const END = [0xa4, 0x1f];

export const deepGroup: TreeMutator = {
  name: 'deep-group',
  summary: 'write an unknown group within groups, up to and past the depth that parsers follow',
  weight: 2,
  stage: 'tree',
  breaksFraming: true,
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined) return undefined;
    const depths = DEPTHS.filter((depth) => depth * 4 <= site.room);
    return depths.length === 0 ? undefined : { at: found.at, depth: random.one(depths) };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const depth = args.number('depth', 1000) || 1;
    // The groups are written as bytes: with a node for each level, the encoder would recurse.
    const bytes = new Uint8Array(depth * 4);
    for (let i = 0; i < depth; i++) {
      bytes.set(START, i * 2);
      bytes.set(END, bytes.length - (i + 1) * 2);
    }
    const record = rawRecord(message, tagOf(NUMBER, WIRE_SGROUP), bytes);
    message.append(record);
    return {
      sentence: `adds ${depth} groups to ${messageType(message)}, each in the next`,
      place: recordPlace(site, record),
    };
  },
};
