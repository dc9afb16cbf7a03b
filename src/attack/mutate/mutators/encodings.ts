import {
  tagOf,
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_TYPE_NAMES,
  WIRE_VARINT,
} from '../../../base/wire/tag.js';
import { encodeRecord, encodeTree } from '../../../read/tree/encode.js';
import { bitsRecord, groupRecord, rawRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import type { RecordNode } from '../../../read/tree/record.js';
import type { Random } from '../../random.js';
import { replaced } from '../edits.js';
import { inBytes, recordName, type TreeMutator } from '../mutator.js';
import { holderOf, lenRecord, type RecordMutator, recordMutator } from '../record-mutator.js';
import { scalarNotation } from '../scalars.js';
import { ANY_RECORD } from '../targets.js';

const PARTS = ['tag', 'length', 'value'] as const;

export const widerVarint = varintMutator(
  {
    name: 'wider-varint',
    summary: 'write a tag, a length or a value in more bytes than it needs, up to what parsers take',
    weight: 6,
    room: 10,
  },
  (part, random) => random.between(2, part === 'value' ? 10 : 5),
);

/** Writes a varint with more bytes than parsers accept. Parsers stop reading the message at the varint. */
export const tooWideVarint = varintMutator(
  {
    name: 'too-wide-varint',
    summary: 'write a tag, a length or a value in more bytes than parsers take',
    weight: 1,
    breaksFraming: true,
    room: 16,
  },
  (part, random) => (part === 'value' ? random.between(11, 16) : random.between(6, 11)),
);

function varintMutator(
  named: Pick<RecordMutator, 'name' | 'summary' | 'weight' | 'breaksFraming' | 'room'>,
  widthOf: (part: (typeof PARTS)[number], random: Random) => number,
): TreeMutator {
  return recordMutator({
    ...named,
    target: ANY_RECORD,
    choose({ wireType }, random) {
      const part = random.oneIn(2) ? 'tag' : wireType === 2 ? 'length' : wireType === 0 ? 'value' : 'tag';
      return { part, width: widthOf(part, random) };
    },
    perform(record, args) {
      const part = args.word('part', PARTS);
      const width = args.number('width', 32);
      record.setStyle({ ...record.style, [`${part}Width`]: width });
      return `writes the ${part} of ${recordName(record)} in ${inBytes(width)}`;
    },
  });
}

const TYPES = [WIRE_VARINT, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_I32];

export const wrongWireType = recordMutator({
  name: 'wrong-wire-type',
  summary: 'write a known field in another wire type, which makes it an unknown field',
  weight: 5,
  target: ANY_RECORD,
  room: 16,
  choose: (record, random) => ({
    wireType: random.one(TYPES.filter((type) => type !== record.wireType)),
  }),
  perform(record, args, site) {
    const wireType = args.number('wireType', WIRE_I32);
    const holder = holderOf(site, args);
    holder.replace(record, written(holder, record, wireType));
    const [is, was] = [WIRE_TYPE_NAMES[wireType], WIRE_TYPE_NAMES[record.wireType]];
    return `writes ${recordName(record)} as ${is} instead of ${was}`;
  },
});

function written(holder: MessageNode, record: RecordNode, wireType: number): RecordNode {
  const { number } = record;
  if (wireType === WIRE_LEN) {
    return lenRecord(holder, number, Uint8Array.of(Number(record.bits & 0x7fn)));
  }
  if (wireType === WIRE_SGROUP) {
    // The content of a valid message moves into the group. Broken content could end the group too early, or
    // never.
    const raw = encodeRecord(groupRecord(number));
    const { message } = record;
    const isWhole = message !== undefined && message.rest.length === 0;
    const inner = isWhole ? encodeTree(message) : new Uint8Array(0);
    const tagBytes = raw.length / 2;
    return rawRecord(holder, tagOf(number, WIRE_SGROUP), replaced(raw, tagBytes, 0, inner));
  }
  const bits = record.wireType === WIRE_LEN ? BigInt(record.size) : record.bits;
  const isKnownType = wireType === WIRE_VARINT || wireType === WIRE_I32 || wireType === WIRE_I64;
  return bitsRecord(number, isKnownType ? wireType : WIRE_VARINT, bits);
}

const HUGE = [0x7f, 0x80, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff].map(BigInt);

export const corruptLength = recordMutator({
  name: 'corrupt-length',
  summary: 'make a record claim another length than it has: less, more, past its parent, huge',
  weight: 5,
  breaksFraming: true,
  target: ANY_RECORD,
  accepts: ({ wireType }) => wireType === 2,
  room: 16,
  choose(record, random) {
    const length = BigInt(record.size - record.headSize);
    const past = BigInt(record.holder?.size ?? 0);
    const claims = [0n, length - 1n, length + 1n, length + 2n, length * 2n, past, past + 1n, ...HUGE];
    if (random.oneIn(8)) claims.push(0x1_0000_0000n + length, 0xffff_ffff_ffff_ffffn);
    const wrong = claims.filter((claim) => claim >= 0n && claim !== length);
    return { claim: random.one(wrong).toString() };
  },
  perform(record, args) {
    const length = record.size - record.headSize;
    const claim = args.bits('claim');
    record.setStyle({ ...record.style, claim });
    return `makes ${recordName(record)} claim ${scalarNotation(undefined, claim)} bytes; it has ${inBytes(length)}`;
  },
});
