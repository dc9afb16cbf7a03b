/**
 * Finds entries of schema tables by name or number. The indexes are built at first use and kept as long as
 * their table. The inner loop of a scan should use a separate index, which is faster.
 */
import {
  type EnumTable,
  type FieldTable,
  type MessageTable,
  type SchemaTables,
  TYPE_MESSAGE,
} from './table.js';

export function messageByName(tables: SchemaTables, typeName: string): MessageTable | undefined {
  return messagesByName(tables).get(typeName);
}

export function enumByName(tables: SchemaTables, typeName: string): EnumTable | undefined {
  return enumsByName(tables).get(typeName);
}

/**
 * Returns the field with this name in the schema's spelling, or undefined if the message has no such field.
 */
export function fieldByName(message: MessageTable, name: string): FieldTable | undefined {
  return fieldsByName(message).get(name);
}

export function fieldByNumber(message: MessageTable, number: number): FieldTable | undefined {
  return fieldsByNumber(message).get(number);
}

/**
 * Returns the name of an enum's value; undefined for a number without a name. If several names have the
 * number, returns the first name.
 */
export function enumValueName(table: EnumTable, number: number): string | undefined {
  return valueNames(table).get(number);
}

const messagesByName = indexed((tables: SchemaTables) =>
  tables.messages.map((m) => [m.typeName, m] as const),
);
const enumsByName = indexed((tables: SchemaTables) => tables.enums.map((e) => [e.typeName, e] as const));
const fieldsByName = indexed((message: MessageTable) => message.fields.map((f) => [f.name, f] as const));
const fieldsByNumber = indexed((message: MessageTable) => message.fields.map((f) => [f.number, f] as const));
// The list is reversed, because a map keeps the last entry of a key: here, the first of several names for one
// number (allow_alias).
const valueNames = indexed((table: EnumTable) =>
  table.values.map(({ number, name }) => [number, name] as const).reverse(),
);

/**
 * Returns a function that makes a map from the entries of an object at the first call, and keeps the map as
 * long as the object exists.
 */
function indexed<T extends object, K, V>(entriesOf: (of: T) => readonly (readonly [K, V])[]) {
  const indexes = new WeakMap<T, ReadonlyMap<K, V>>();
  return (of: T): ReadonlyMap<K, V> => {
    let index = indexes.get(of);
    if (index === undefined) {
      index = new Map(entriesOf(of));
      indexes.set(of, index);
    }
    return index;
  };
}

/**
 * Yields the fields along a path of names and indexes, each with its message. Ends at a field that the schema
 * does not know.
 */
export function* fieldsAlong(
  { messages }: SchemaTables,
  path: string,
): Generator<readonly [MessageTable, FieldTable]> {
  let message: MessageTable | undefined = messages[0];
  for (const step of path.split('.')) {
    if (message === undefined) return;
    const field: FieldTable | undefined = fieldByName(message, step.replace(/\[\d+\]$/, ''));
    if (field === undefined) return;
    yield [message, field];
    message = field.type === TYPE_MESSAGE ? messages[field.message] : undefined;
  }
}

/** Returns the message type at the end of a path: for a scalar field, the type that contains the field. */
export function messageAt(tables: SchemaTables, path: string): MessageTable {
  let last = tables.messages[0] as MessageTable;
  for (const [, field] of fieldsAlong(tables, path)) {
    if (field.type === TYPE_MESSAGE) last = tables.messages[field.message] as MessageTable;
  }
  return last;
}
