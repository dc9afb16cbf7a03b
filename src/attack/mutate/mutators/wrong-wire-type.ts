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
import { replaced } from '../edits.js';
import { lenRecord } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_RECORD } from '../targets.js';
import { nameOf } from '../wording.js';

const TYPES = [WIRE_VARINT, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_I32];

export const wrongWireType: TreeMutator = {
  name: 'wrong-wire-type',
  summary: 'write a known field in another wire type, which makes it an unknown field',
  weight: 5,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(ANY_RECORD(), random);
    if (found === undefined || site.room < 16) return undefined;
    return { at: found.at, wireType: random.pick(TYPES.filter((type) => type !== found.record.wireType)) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const place = recordPlace(site, record);
    const wireType = args.number('wireType', WIRE_I32);
    const holder = site.message(args.position().slice(0, -1));
    holder.replace(record, written(holder, record, wireType));
    const [is, was] = [WIRE_TYPE_NAMES[wireType], WIRE_TYPE_NAMES[record.wireType]];
    return { sentence: `writes ${nameOf(record)} as ${is} instead of ${was}`, place };
  },
};

function written(holder: MessageNode, record: RecordNode, wireType: number): RecordNode {
  const { number } = record;
  if (wireType === WIRE_LEN) {
    return lenRecord(holder, number, Uint8Array.of(Number(record.bits & 0x7fn)));
  }
  if (wireType === WIRE_SGROUP) {
    // What was in a message goes on in a group, unless it would end the group too early, or not at all.
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
