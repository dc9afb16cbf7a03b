import { type FieldTable, TYPE_MESSAGE, wireTypeOf } from '../../schema/table.js';
import { bitsRecord, bytesRecord, messageRecord, placeFor, type RecordNode } from '../../tree/index.js';
import { boundaryValue } from '../boundary-values.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { ANY_MESSAGE } from '../targets.js';
import { nameOf, typeOf } from '../wording.js';

export const addField: TreeMutator = {
  name: 'add-field',
  summary:
    'write a field that a message does not have, with a boundary value, a short text, or nothing in it',
  weight: 12,
  stage: 'tree',
  choose(site, random) {
    const found = site.findMessage(ANY_MESSAGE(), random, true);
    if (found === undefined || site.room < 16) return undefined;
    const { message } = found;
    const has = new Set(message.records.map(({ number }) => number));
    const absent = (message.table?.fields ?? []).filter(({ number }) => !has.has(number));
    if (absent.length === 0) return undefined;
    const field = random.pick(absent);
    const bits = wireTypeOf(field.type) === 2 ? 0n : (boundaryValue(field, 0n, random) ?? 1n);
    return { at: found.at, number: field.number, bits: bits.toString() };
  },
  perform(site, args) {
    const message = site.message(args.position());
    const number = args.number('number', 0x1fff_ffff);
    const field = message.table?.fields.find((one) => one.number === number);
    const record =
      field === undefined ? bytesRecord(number, new Uint8Array(0)) : made(field, args.bits('bits'));
    message.insert(placeFor(message, number), record);
    return { sentence: `adds ${nameOf(record)} to ${typeOf(message)}`, place: recordPlace(site, record) };
  },
};

function made(field: FieldTable, bits: bigint): RecordNode {
  const wireType = wireTypeOf(field.type);
  if (wireType !== 2) return bitsRecord(field, wireType, bits);
  if (field.type === TYPE_MESSAGE) return messageRecord(field);
  return bytesRecord(field, Uint8Array.of(0x78));
}
