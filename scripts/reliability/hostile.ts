/** Files that consist of tens of thousands of the smallest records of one kind. */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { RecordWriter } from '../../src/base/wire/record-writer.js';
import { tagOf, WIRE_EGROUP, WIRE_SGROUP } from '../../src/base/wire/tag.js';
import { putVarint, varintSize } from '../../src/base/wire/value.js';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { walkTree } from '../../src/read/tree/walk.js';

interface Pattern {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const writer = new RecordWriter();

function written(write: (to: RecordWriter) => RecordWriter): Uint8Array {
  writer.clear();
  return write(writer).bytes.slice();
}

function delimited(number: number, payload: Uint8Array): Uint8Array {
  return written((to) => to.blob(number, payload));
}

function zero(number: number): Uint8Array {
  return written((to) => to.uint(number, 0));
}

function tag(number: number, wireType: number): Uint8Array {
  const value = tagOf(number, wireType);
  const bytes = new Uint8Array(varintSize(value));
  putVarint(bytes, 0, value);
  return bytes;
}

function group(number: number): Uint8Array {
  return Buffer.concat([tag(number, WIRE_SGROUP), tag(number, WIRE_EGROUP)]);
}

function nestedGroups(number: number, levels: number): Uint8Array {
  const many = (wireType: number): Uint8Array[] => new Array(levels).fill(tag(number, wireType));
  return Buffer.concat([...many(WIRE_SGROUP), ...many(WIRE_EGROUP)]);
}

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

/** Returns the shortest path down to each type of message, outermost field first. */
function waysDown(): Map<DescMessage, readonly DescField[]> {
  const root = file_mdl.messages.find(({ name }) => name === 'ProtoMDLMdl') as DescMessage;
  const ways = new Map<DescMessage, readonly DescField[]>([[root, []]]);
  for (const [message, way] of ways) {
    for (const field of message.fields) {
      if (field.message !== undefined && !ways.has(field.message)) ways.set(field.message, [...way, field]);
    }
  }
  return ways;
}

/** Returns the smallest records: one record for each field, unknown records, and malformed records. */
function smallest(message: DescMessage): Pattern[] {
  const records = message.fields.flatMap((field) => {
    const { number } = field;
    const isNumber = field.message === undefined && !['string', 'bytes'].includes(String(field.fieldKind));
    const empty = { name: `${field.name} {}`, bytes: delimited(number, new Uint8Array(0)) };
    const short = { name: `${field.name} 1 byte`, bytes: delimited(number, Uint8Array.of(1)) };
    return isNumber && field.fieldKind === 'scalar'
      ? [empty, { name: `${field.name} 0`, bytes: zero(number) }, short]
      : [empty, short, { name: `${field.name} group`, bytes: group(number) }];
  });
  const unknown = 3000;
  return [
    ...records,
    { name: 'unknown 0', bytes: zero(unknown) },
    { name: 'unknown {}', bytes: delimited(unknown, new Uint8Array(0)) },
    { name: 'unknown group', bytes: group(unknown) },
    { name: 'unknown of 500 numbers', bytes: Buffer.concat(numbersFrom(unknown, 500).map(zero)) },
    { name: 'nested groups', bytes: nestedGroups(unknown, 64) },
    { name: 'open groups', bytes: tag(unknown, WIRE_SGROUP) },
    { name: 'overlong tags', bytes: Uint8Array.of(0x8a, 0x80, 0x00, 0x00) },
  ];
}

/** A kind of file with many equal records at one position of the schema. */
export interface Hostile {
  readonly name: string;
  /** Makes a file of about this size, in bytes. */
  readonly of: (size: number) => Uint8Array;
}

export function* hostileFiles(): Generator<Hostile> {
  for (const [message, way] of waysDown()) {
    const place = way.map((field) => `${field.name}.`).join('');
    for (const { name, bytes } of smallest(message)) {
      const of = (size: number): Uint8Array => {
        const many = Buffer.alloc(size - (size % bytes.length), bytes);
        return way.reduceRight<Uint8Array>((inside, { number }) => delimited(number, inside), many);
      };
      yield { name: `${place}${name}`, of };
    }
  }
}

/**
 * Counts the records of a message and of the messages inside; a packed list counts as one, and so does a
 * group.
 */
export function countRecords(bytes: Uint8Array): number {
  let count = 0;
  for (const _ of walkTree(parseTree(bytes), (record) => record.holdsMessage)) count++;
  return count;
}
