/** Files that hold nothing but the smallest records of one kind, tens of thousands of them. */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { file_mdl } from '../../src/generated/mdl_pb.js';
import { parseTree, walkTree } from '../../src/tree/index.js';

/** A record of one kind, or a file full of it. */
export interface Pattern {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return [...bytes, rest];
}

function delimited(number: number, payload: Uint8Array): Uint8Array {
  return Buffer.concat([Uint8Array.from([...varint(number * 8 + 2), ...varint(payload.length)]), payload]);
}

/** The shortest way down to each type of message, outermost field first. */
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

/** The smallest records: of each field, of none that is known, and what breaks within or right after. */
function smallest(message: DescMessage): Pattern[] {
  const records = message.fields.flatMap((field) => {
    const { number } = field;
    const isNumber = field.message === undefined && !['string', 'bytes'].includes(String(field.fieldKind));
    const empty = { name: `${field.name} {}`, bytes: delimited(number, new Uint8Array(0)) };
    const zero = { name: `${field.name} 0`, bytes: Uint8Array.from([...varint(number * 8), 0]) };
    const group = {
      name: `${field.name} group`,
      bytes: Uint8Array.from([...varint(number * 8 + 3), ...varint(number * 8 + 4)]),
    };
    const short = { name: `${field.name} 1 byte`, bytes: delimited(number, Uint8Array.of(1)) };
    return isNumber && field.fieldKind === 'scalar' ? [empty, zero, short] : [empty, short, group];
  });
  const unknown = 3000;
  return [
    ...records,
    { name: 'unknown 0', bytes: Uint8Array.from([...varint(unknown * 8), 0]) },
    { name: 'unknown {}', bytes: delimited(unknown, new Uint8Array(0)) },
    {
      name: 'unknown group',
      bytes: Uint8Array.from([...varint(unknown * 8 + 3), ...varint(unknown * 8 + 4)]),
    },
    { name: 'open groups', bytes: Uint8Array.from(varint(unknown * 8 + 3)) },
    { name: 'overlong tags', bytes: Uint8Array.of(0x8a, 0x80, 0x00, 0x00) },
  ];
}

/** A file of each kind and place, of about this size. */
export function* patterns(size: number): Generator<Pattern> {
  for (const [message, way] of waysDown()) {
    for (const { name, bytes } of smallest(message)) {
      const many = Buffer.alloc(size - (size % bytes.length), bytes);
      const file = way.reduceRight<Uint8Array>((inside, { number }) => delimited(number, inside), many);
      const place = way.map((field) => field.name).join('.');
      yield { name: place === '' ? name : `${place}.${name}`, bytes: file };
    }
  }
}

/** Records of a message and of the messages in it; a packed list is one, and so is a group. */
export function countRecords(bytes: Uint8Array): number {
  let count = 0;
  for (const _ of walkTree(parseTree(bytes), (record) => record.holdsMessage)) count++;
  return count;
}
