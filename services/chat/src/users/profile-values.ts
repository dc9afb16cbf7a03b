import { array, sql } from '@services/kit/db';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import type { Account } from './account.js';

export interface ProfileField {
  id: number;
  field_type: number;
  name: string;
  field_data: Record<string, unknown>;
}

const MAX_LENGTH: Record<number, number> = { 1: 50, 2: 500, 7: 100, 8: 50 };
const LIST = 3;
const DATE = 4;
const LINK = 5;
const PEOPLE = 6;

export type GivenValue = { id: number; value: string | number[] | null };
export type ChangedValue = { id: number; value: string | null };

/** Sets values of custom profile fields; null and the empty text remove one. Returns what changed. */
export async function setProfileValues(
  tx: WriteTx,
  account: Account,
  given: readonly GivenValue[],
): Promise<ChangedValue[]> {
  const fields = await tx.rows<ProfileField>(sql`SELECT id, field_type, name, field_data FROM profile_field
    WHERE id = ANY(${array(
      given.map(({ id }) => id),
      'int8',
    )})`);
  const changed: ChangedValue[] = [];
  for (const { id, value } of given) {
    const field = fields.find((candidate) => candidate.id === id);
    if (field === undefined) throw badRequest(`Field id ${id} not found.`);
    if (value === null || value.length === 0) {
      await tx.run(sql`DELETE FROM profile_value WHERE user_id = ${account.id} AND field_id = ${id}`);
      changed.push({ id, value: null });
      continue;
    }
    const text = await checkedValue(tx, field, value);
    await tx.run(sql`INSERT INTO profile_value (user_id, field_id, value) VALUES (${account.id}, ${id}, ${text})
      ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = NULL`);
    changed.push({ id, value: text });
  }
  return changed;
}

async function checkedValue(tx: WriteTx, field: ProfileField, value: string | number[]): Promise<string> {
  const refuse = (problem: string) => badRequest(`${field.name} ${problem}`);
  if (field.field_type === PEOPLE) {
    if (typeof value === 'string') throw refuse('is not a list of user ids');
    for (const id of value)
      if ((await tx.directory.account(id)) === undefined) throw badRequest(`Invalid user ID: ${id}`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'string') throw refuse('is not a string');
  const max = MAX_LENGTH[field.field_type];
  if (max !== undefined && [...value].length > max) throw refuse(`is too long (limit: ${max} characters)`);
  if (field.field_type === LIST && !Object.hasOwn(field.field_data, value))
    throw refuse(`has no choice '${value}'`);
  if (field.field_type === DATE && !isDate(value)) throw refuse('is not a date');
  if (field.field_type === LINK && !isWebLink(value)) throw refuse('is not a URL');
  return value;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
