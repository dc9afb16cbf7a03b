import {
  WIRE_I32,
  WIRE_I64,
  WIRE_LEN,
  WIRE_SGROUP,
  WIRE_TYPE_NAMES,
  WIRE_VARINT,
} from '../../../base/wire/tag.js';
import { bitsRecord, bytesRecord, groupRecord } from '../../../read/tree/make.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE } from '../targets.js';
import { typeOf } from '../wording.js';

const TYPES = [WIRE_VARINT, WIRE_I64, WIRE_LEN, WIRE_SGROUP, WIRE_I32];

/** Where tags become longer, the range that protobuf keeps to itself, and the largest number. */
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
      index: random.next(found.message.records.length + 1),
      number: random.pick(free),
      wireType: random.pick(TYPES),
    };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const number = args.number('number', 0x1fff_ffff);
    const wireType = args.number('wireType', WIRE_I32);
    const record = unknown(number, wireType);
    message.insert(args.number('index', message.records.length), record);
    return {
      sentence: `adds unknown field #${number} (${WIRE_TYPE_NAMES[wireType]}) to ${typeOf(message)}`,
      place: recordPlace(site, record),
    };
  },
};

function unknown(number: number, wireType: number): RecordNode {
  if (wireType === WIRE_LEN) return bytesRecord(number, Uint8Array.of(8, 1));
  if (wireType === WIRE_SGROUP) return groupRecord(number, [bitsRecord(1, WIRE_VARINT, 1n)]);
  return bitsRecord(number, wireType === WIRE_I32 || wireType === WIRE_I64 ? wireType : WIRE_VARINT, 1n);
}
