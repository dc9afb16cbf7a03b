/**
 * Counts the features of a message a second time, as directly as possible: by recursion over bytes in memory
 * and the records of the tree, without state between windows.
 */

import { CorpusCensus } from '../../src/attack/corpus/census.js';
import { censusPlanOf } from '../../src/attack/corpus/census-plan.js';
import { modelFeatures } from '../../src/attack/corpus/features.js';
import { MDL } from '../../src/base/schema/mdl.gen.js';
import { isPackable, TYPE_ENUM } from '../../src/base/schema/table.js';
import { memorySource } from '../../src/base/source/memory.js';
import { entriesOf, type MessageEntries } from '../../src/read/outline/entries.js';
import { keptSource } from '../../src/read/outline/load.js';
import type { MessageNode } from '../../src/read/tree/message.js';
import { packedValues } from '../../src/read/tree/packed.js';
import { parseTree } from '../../src/read/tree/parse.js';
import { distant } from '../rewrite/rewritten.js';

const ROOT = entriesOf(MDL).messages[0] as MessageEntries;

/**
 * Census of a whole message, by name, without zeros.
 * @param smallPayload counts an outline without larger blobs, instead of bytes in memory
 */
export async function censusOf(bytes: Uint8Array, smallPayload?: number): Promise<Record<string, number>> {
  const census = new CorpusCensus(censusPlanOf(modelFeatures()));
  const end = bytes.length;
  const source =
    smallPayload === undefined
      ? memorySource(bytes)
      : await keptSource(distant(bytes), 0, end, ROOT, { smallPayload, entersCut: true });
  await census.take(source, 0, end);
  return byName(census.features());
}

function byName(counts: Float64Array): Record<string, number> {
  const { features } = modelFeatures();
  return Object.fromEntries(
    features.flatMap(({ kind, name }, i) => (counts[i] ? [[`${kind} ${name}`, counts[i] as number]] : [])),
  );
}

/** Counts messages, fields, members, values, and those wire forms that the tree keeps. */
export function naiveCensus(bytes: Uint8Array): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const visit = (message: MessageNode): void => {
    const { table } = message;
    if (table === undefined) return;
    add(`message ${table.typeName}`);
    const before = new Set<number>();
    let last = 0;
    for (const record of message.records) {
      const { field, number } = record;
      if (field === undefined || !record.isKnown) {
        const form = ['varint', 'i64', 'len', 'group', '', 'i32'][record.wireType];
        add(field === undefined ? `wire-form unknown-${form}` : 'wire-form other-wire-type');
        continue;
      }
      if (number < last) add('wire-form out-of-order');
      last = number;
      add(`field ${table.typeName}.${field.name}`);
      if (field.oneof >= 0) {
        const oneof = table.oneofs[field.oneof];
        add(`oneof-member ${table.typeName}.${oneof?.name} = ${field.name}`);
        const others = oneof?.members.filter((member) => member !== number) ?? [];
        if (others.some((other) => before.has(other))) add('wire-form oneof-switched');
        for (const other of others) before.delete(other);
      }
      if (!field.repeated && before.has(number)) {
        add(record.holdsMessage ? 'wire-form merged' : 'wire-form repeated-value');
      }
      before.add(number);
      if (record.isPacked) add(record.bytes.length === 0 ? 'wire-form packed-empty' : 'wire-form packed');
      else if (field.repeated && isPackable(field.type)) add('wire-form unpacked');
      if (field.type === TYPE_ENUM) {
        const values = record.isPacked ? packedValues(record) : [record.bits];
        for (const value of values) enumerated(field.enum, BigInt.asIntN(32, value));
      }
      const implicit = !field.repeated && !field.optional && field.oneof < 0 && !record.holdsMessage;
      if (implicit && record.bits === 0n && record.bytes.length === 0) add('wire-form default-written');
      if (record.holdsMessage && record.message !== undefined) visit(record.message);
    }
    for (const field of table.fields) {
      const implicit = !field.repeated && !field.optional && field.oneof < 0;
      if (field.type === TYPE_ENUM && implicit && !before.has(field.number)) enumerated(field.enum, 0n);
    }
  };
  const enumerated = (index: number, value: bigint): void => {
    const table = MDL.enums[index];
    const known = table?.values.find(({ number }) => BigInt(number) === value);
    add(
      known === undefined ? 'wire-form unlisted-enum-value' : `enum-value ${table?.typeName}.${known.name}`,
    );
  };
  visit(parseTree(bytes));
  return counts;
}
