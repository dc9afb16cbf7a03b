import { MDL } from '../../../base/schema/mdl.gen.js';
import { type FieldTable, type MessageTable, TYPE_MESSAGE, wireTypeOf } from '../../../base/schema/table.js';
import { bitsRecord, bytesRecord, messageRecord, placeFor } from '../../../read/tree/make.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { boundaryValue } from '../boundary-values.js';
import { encodeRecords, lenRecord } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import type { Random } from '../random.js';
import { toBase64 } from '../step-args.js';
import { ANY_MESSAGE } from '../targets.js';
import { nameOf, typeOf } from '../wording.js';

export const addField: TreeMutator = {
  name: 'add-field',
  summary:
    'write a field that a message does not have: a boundary value, a short text, a message with nothing or boundary values in it',
  weight: 12,
  stage: 'tree',
  choose(site, random) {
    if (site.room < 16) return undefined;
    const extension = site.absent(random);
    const found = extension ?? site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined) return undefined;
    const { message } = found;
    const has = new Set(message.records.map(({ number }) => number));
    const absent = (message.table?.fields ?? []).filter(({ number }) => !has.has(number));
    if (absent.length === 0) return undefined;
    const field = extension?.field ?? random.pick(absent);
    const bits = wireTypeOf(field.type) === 2 ? 0n : (boundaryValue(field, 0n, random) ?? 1n);
    const step = { at: found.at, number: field.number, bits: bits.toString() };
    // What is checked in a message that files seldom have is not come to with an empty one.
    if (field.type !== TYPE_MESSAGE || (extension === undefined && random.oneIn(2))) return step;
    const content = encodeRecords(someFields(MDL.messages[field.message] as MessageTable, random));
    return content.length > site.room - 16 ? step : { ...step, content: toBase64(content) };
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
    return { sentence: `adds ${nameOf(record)} to ${typeOf(message)}`, place: recordPlace(site, record) };
  },
};

/** Half of the fields that a message may have, and one member of a oneof at most. */
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
