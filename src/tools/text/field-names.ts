/** Fields and values as a text names them, found and checked in the same way whatever its form. */
import { suggestion } from '../../check/config/nearest.js';
import { GIVEN, type MessageBuilder, OCCUPIED } from './message-builder.js';
import type { Fail } from './parse-error.js';
import { type EnumNames, isKnown, type TextField, type TextMessage } from './schema-names.js';

/**
 * The field that followed the last one before, if this is its name: fields come in the same order again and again,
 * and so most names are found without a string being made of them.
 * @param last field of the message that was read; undefined at its beginning
 */
export function expectedField(
  message: TextMessage,
  last: TextField | undefined,
  bytes: Uint8Array,
  from: number,
  to: number,
): TextField | undefined {
  const guess = last === undefined ? message.first : last.next;
  return guess !== undefined && isName(guess.lastKey, bytes, from, to) ? guess : undefined;
}

/** Takes note of what followed the last field, and of its name in the text: for `expectedField`. */
export function expectAgain(
  message: TextMessage,
  last: TextField | undefined,
  field: TextField,
  name: Uint8Array,
): void {
  field.lastKey = name;
  if (last === undefined) message.first = field;
  else last.next = field;
}

/** Whether `name` is what stands in `bytes[from, to)`. */
export function isName(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from || from === to) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false;
  return true;
}

/** @param names of the message, in the spellings that the text may have */
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

/** The number of an enum's value. */
export function valueNamed({ table, byName }: EnumNames, name: string, fail: Fail): number {
  const value = byName.get(name);
  if (value !== undefined) return value;
  return fail(
    'text-name-unknown',
    `${table.typeName} has no value ${name}${suggestion(name, byName.keys())}`,
  );
}

/** Takes note that the open message has a field that it may have once. */
export function claimOnce(builder: MessageBuilder, field: TextField, fail: Fail): void {
  const claim = builder.claim(field);
  if (claim === GIVEN) fail('text-field-twice', `${field.field.name} is given twice`);
  if (claim === OCCUPIED) {
    const other = builder.occupantOf(field)?.field.name;
    const oneof = builder.message?.table.oneofs[field.field.oneof]?.name;
    fail('text-field-twice', `${field.field.name} beside ${other}: they are of one oneof, ${oneof}`);
  }
}

/** Refuses an unknown field that the message knows. @param message undefined: an unknown one, which knows none */
export function refuseKnown(
  message: TextMessage | undefined,
  number: number,
  wireType: number,
  fail: Fail,
): void {
  const known = isKnown(message, number, wireType);
  if (known === undefined) return;
  fail('text-value-invalid', `the field with the number ${number} is known: it is ${known.field.name}`);
}
