import * as table from '../../src/base/schema/table.js';
import type { SetSubscription, Subscription } from '../../src/read/scan/subscription.js';
import type { Random } from './random.js';

const SCALARS = [
  table.TYPE_UINT32,
  table.TYPE_UINT32,
  table.TYPE_UINT32,
  table.TYPE_INT32,
  table.TYPE_SINT32,
  table.TYPE_ENUM,
  table.TYPE_UINT64,
  table.TYPE_SINT64,
  table.TYPE_BOOL,
  table.TYPE_STRING,
  table.TYPE_BYTES,
  table.TYPE_FLOAT,
  table.TYPE_DOUBLE,
];

/** Generates a few messages that refer to each other, also recursively. */
export function randomSchema(random: Random): table.SchemaTables {
  const count = 2 + random.next(4);
  const messages = Array.from({ length: count }, (_, index) => randomMessage(random, index, count));
  return { messages, enums: [{ typeName: 'E', values: [{ number: 0, name: 'ZERO' }] }] };
}

function randomMessage(random: Random, index: number, count: number): table.MessageTable {
  const wide = random.chance(5);
  const numbers = Array.from(
    { length: wide ? 40 : 15 },
    (_, i) => i + 1 + (i > 11 ? random.next(9) ** 3 : 0),
  );
  const fields: table.FieldTable[] = [];
  const oneofs = Array.from({ length: random.next(3) }, (_, i) => ({
    name: `choice${i}`,
    localName: `choice${i}`,
    members: [] as number[],
  }));
  for (const number of new Set(random.some(numbers, wide ? 90 : 35).sort((a, b) => a - b))) {
    // A field mostly refers to a later message of the list, so that some messages are not recursive.
    const target = random.chance(85) ? index + 1 + random.next(count) : random.next(count);
    const isMessage = random.chance(45) && target < count;
    const type = isMessage ? table.TYPE_MESSAGE : random.pick(SCALARS);
    const repeated = random.chance(isMessage ? 55 : 15);
    const oneof = !repeated && random.chance(40) ? random.next(oneofs.length + 1) - 1 : -1;
    oneofs[oneof]?.members.push(number);
    fields.push({
      number,
      name: `f${number}`,
      localName: `f${number}`,
      type,
      repeated,
      optional: false,
      message: isMessage ? target : -1,
      enum: type === table.TYPE_ENUM ? 0 : -1,
      oneof,
    });
  }
  return { index, typeName: `M${index}`, fields, oneofs, mapEntry: false };
}

const LIMITS = [-1, 0, 1, 63, 64, 126, 127, 128, 300, 16383, 20000, 2 ** 32 - 1, 2 ** 40, 2 ** 53, 2 ** 60];

/** Generates a random subscription of a consumer. */
export function randomSubscription(random: Random, { messages }: table.SchemaTables): Subscription {
  const names = messages.map(({ typeName }) => typeName);
  const fields = messages.flatMap(({ typeName, fields }) => fields.map((field) => ({ typeName, field })));
  const sets: SetSubscription[] = [];
  for (const { typeName, fields } of messages) {
    const field = random.pick([...fields, undefined, undefined]);
    if (field === undefined) continue;
    sets.push({
      field: `${typeName}.${field.name}`,
      set: random.pick(['a', 'b', 'c']),
      absent: field.type === table.TYPE_MESSAGE || random.chance(50),
    });
  }
  const singular = fields.filter(({ field }) => !field.repeated);
  return {
    announce: nameOf(random.some(fields, 8)),
    announceFirst: nameOf(random.some(fields, 12)),
    together: random.some(messages, 30).flatMap(({ typeName, fields }) => {
      const own = fields.filter(({ repeated }) => !repeated).map(({ name }) => `${typeName}.${name}`);
      if (own.length < 2) return [];
      return [{ present: random.some(own.slice(0, 3), 50), without: random.pick(own) }];
    }),
    sums: random.some(messages, 30).flatMap(({ typeName, fields }) => {
      const summed = random.some(fields, 60).filter(({ repeated, type }) => !repeated && isInteger(type));
      return summed.length === 0 ? [] : [{ of: typeName, fields: summed.map(({ name }) => name) }];
    }),
    distinct: random
      .some(singular, 12)
      .filter(({ typeName, field }) => mayDiffer(messages, typeName, field))
      .map(({ typeName, field }) => ({
        field: `${typeName}.${field.name}`,
        set: random.pick(['own', 'other', 'third']),
        within: random.some(names, 25),
      })),
    leave: random.some(names, 15),
    retain: random.some(names, 10),
    text: nameOf(random.some(fields, 10)),
    head: nameOf(random.some(fields, 10)),
    gather: random.some(names, 30),
    ...(random.chance(70) && { unknown: random.some(names, 20) }),
    sets,
    need: random
      .some(messages, 30)
      .flatMap(({ typeName, fields, oneofs }) =>
        random.some([...oneofs, ...fields], 40).map(({ name }) => `${typeName}.${name}`),
      ),
    bounds: random.some(fields, 25).map(({ typeName, field }) => ({
      field: `${typeName}.${field.name}`,
      ...(random.chance(70) && { max: random.pick(LIMITS) }),
      ...(random.chance(30) && { min: random.pick(LIMITS) }),
      ...(random.chance(25) && NARROW.includes(field.type) && { multipleOf: random.pick([2, 4, 32, 128]) }),
    })),
  };
}

type Named = { readonly typeName: string; readonly field: table.FieldTable };

const nameOf = (fields: readonly Named[]) => fields.map(({ typeName, field }) => `${typeName}.${field.name}`);

const NARROW: readonly number[] = [table.TYPE_UINT32, table.TYPE_INT32, table.TYPE_SINT32, table.TYPE_ENUM];

/** Only integers are summed. */
function isInteger(type: number): boolean {
  return NARROW.includes(type) || type === table.TYPE_UINT64 || type === table.TYPE_SINT64;
}

/** True for a field that is 32 bits wide and among the first 30 singular fields of its message. */
function mayDiffer(
  messages: readonly table.MessageTable[],
  typeName: string,
  field: table.FieldTable,
): boolean {
  const own = messages.find((message) => message.typeName === typeName)?.fields ?? [];
  return NARROW.includes(field.type) && own.filter(({ repeated }) => !repeated).indexOf(field) < 30;
}
