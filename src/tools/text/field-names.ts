/** Finds and checks the fields and values that a text names, in the same way for every form. */
import { suggestion } from '../../check/config/nearest.js';
import { GIVEN, type MessageBuilder, OCCUPIED } from './message-builder.js';
import type { Fail } from './parse-error.js';
import { type EnumNames, isSchemaName, type TextField, type TextMessage } from './schema-names.js';

/** @param names the message's field names, in the spellings that the text may use */
export function fieldNamed(
  { table }: TextMessage,
  names: ReadonlyMap<string, TextField>,
  name: string,
  fail: Fail,
): TextField {
  const field = names.get(name);
  if (field !== undefined) return field;
  return fail('text-name-unknown', `${table.typeName} has no field ${name}${suggestion(name, names.keys())}`);
}

export function valueNamed({ table, byName }: EnumNames, name: string, fail: Fail): number {
  const value = byName.get(name);
  if (value !== undefined) return value;
  return fail(
    'text-name-unknown',
    `${table.typeName} has no value ${name}${suggestion(name, byName.keys())}`,
  );
}

/** Records that the open message has a field that may occur once. */
export function claimOnce(builder: MessageBuilder, field: TextField, fail: Fail): void {
  const claim = builder.claim(field);
  if (claim === GIVEN) fail('text-field-twice', `${field.field.name} is given twice`);
  if (claim === OCCUPIED) {
    const other = builder.occupantOf(field)?.field.name;
    const oneof = builder.message?.table.oneofs[field.field.oneof]?.name;
    fail(
      'text-field-twice',
      `${field.field.name} beside ${other}: the oneof ${oneof} takes only one of its fields`,
    );
  }
}

/**
 * Refuses an unknown field that the message in fact knows. @param message undefined for an unknown message,
 * which has no known fields
 */
export function refuseKnown(
  message: TextMessage | undefined,
  number: number,
  wireType: number,
  fail: Fail,
): void {
  const known = isSchemaName(message, number, wireType);
  if (known === undefined) return;
  fail('text-value-invalid', `field ${number} is known: use its name, ${known.field.name}`);
}
