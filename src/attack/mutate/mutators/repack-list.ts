import { type FieldTable, isPackable, wireTypeOf } from '../../../base/schema/table.js';
import { bitsRecord } from '../../../read/tree/make.js';
import type { MessageNode } from '../../../read/tree/message.js';
import { packedBytes, packedValues } from '../../../read/tree/packed.js';
import type { RecordNode } from '../../../read/tree/record.js';
import { lenRecord } from '../fresh-records.js';
import { recordPlace, type TreeMutator } from '../mutator.js';
import { target } from '../targets.js';
import { nameOf } from '../wording.js';

const LIST = target((field) => field.repeated && isPackable(field.type));
const FORMS = ['unpacked', 'packed', 'in two', 'mixed', 'with an empty part'] as const;

/** All are legal, and of the same meaning. */
export const repackList: TreeMutator = {
  name: 'repack-list',
  summary: 'write a list of numbers packed, unpacked, in several records, or in both forms',
  weight: 2,
  stage: 'tree',
  choose(site, random) {
    const found = site.find(LIST(), random);
    const { holder, number } = found?.record ?? {};
    if (found === undefined || holder === undefined || number === undefined) return undefined;
    const count = valuesOf(holder, number).length;
    return count === 0 || count * 11 > site.room ? undefined : { at: found.at, form: random.pick(FORMS) };
  },
  perform(site, args) {
    const record = site.record(args.position());
    const holder = site.message(args.position().slice(0, -1));
    const place = recordPlace(site, record);
    const { field, number } = record;
    const form = args.word('form', FORMS);
    if (field === undefined || !isPackable(field.type)) {
      return { sentence: `leaves ${nameOf(record)} as it is`, place };
    }
    const values = valuesOf(holder, number);
    const index = holder.records.indexOf(record);
    const isOther = (other: RecordNode): boolean => other.number !== number;
    holder.setRecords([
      ...holder.records.slice(0, index).filter(isOther),
      ...written(holder, field, values, form),
      ...holder.records.slice(index).filter(isOther),
    ]);
    return { sentence: `writes the ${values.length} values of ${nameOf(record)} ${form}`, place };
  },
};

/** Of all records of the list, packed or not, as far as they can be read. */
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
