import { array, sql } from '@services/kit/db';
import type { App } from '../app.js';
import type { WriteTx } from '../db/writer.js';
import { badRequest } from '../http/errors.js';
import { renderText } from '../markdown/store.js';
import { type Account, ROLE } from '../users/account.js';
import { FIELD_TYPE, type FieldType, type ProfileField, profileFields } from './field.js';

const MAX_LENGTH: Partial<Record<FieldType, number>> = {
  [FIELD_TYPE.shortText]: 50,
  [FIELD_TYPE.longText]: 500,
  [FIELD_TYPE.link]: 2000,
  [FIELD_TYPE.externalAccount]: 100,
  [FIELD_TYPE.pronouns]: 50,
};
const MAX_PEOPLE = 200;

export type GivenValue = { id: number; value: string | number[] | null };

/**
 * Sets values of an account's profile fields; null and the empty text remove a value. Notifies everyone of the
 * changes.
 */
export async function setProfileValues(
  app: App,
  tx: WriteTx,
  actor: Account,
  account: Account,
  given: readonly GivenValue[],
): Promise<void> {
  const fields = await editableFields(tx, actor, given);
  for (const [index, { value }] of given.entries()) {
    const field = fields[index]!;
    if (value === null || value.length === 0) {
      await removeValues(tx, account, [field.id]);
      continue;
    }
    const text = await checkedValue(tx, field, value);
    const isText = field.field_type === FIELD_TYPE.shortText || field.field_type === FIELD_TYPE.longText;
    const rendered = isText ? (await renderText(app.directory, tx, account, text)).html : null;
    await tx.run(sql`INSERT INTO profile_value (user_id, field_id, value, rendered_value)
      VALUES (${account.id}, ${field.id}, ${text}, ${rendered})
      ON CONFLICT (user_id, field_id) DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value`);
    tell(tx, account.id, {
      id: field.id,
      value: text,
      ...(rendered === null ? {} : { rendered_value: rendered }),
    });
  }
}

export async function clearProfileValues(tx: WriteTx, actor: Account, ids: readonly number[]): Promise<void> {
  await editableFields(
    tx,
    actor,
    ids.map((id) => ({ id })),
  );
  await removeValues(tx, actor, ids);
}

async function removeValues(tx: WriteTx, account: Account, ids: readonly number[]): Promise<void> {
  await tx.run(sql`DELETE FROM profile_value
    WHERE user_id = ${account.id} AND field_id = ANY(${array([...ids], 'int4')})`);
  for (const id of ids) tell(tx, account.id, { id, value: null });
}

export function tell(
  tx: WriteTx,
  userId: number,
  value: { id: number; value: string | null; rendered_value?: string },
): void {
  tx.emit(
    { type: 'realm_user', op: 'update', person: { user_id: userId, custom_profile_field: value } },
    { users: 'everyone' },
  );
}

/** Returns the fields with the given ids, in the order of the ids. */
async function editableFields(
  tx: WriteTx,
  actor: Account,
  given: readonly { id: number }[],
): Promise<ProfileField[]> {
  const fields = new Map((await profileFields(tx)).map((field) => [field.id, field]));
  return given.map(({ id }) => {
    const field = fields.get(id);
    if (field === undefined) throw badRequest(`Field id ${id} not found.`);
    if (!field.editable_by_user && actor.role > ROLE.administrator)
      throw badRequest('You are not allowed to change this field. Contact an administrator to update it.');
    return field;
  });
}

async function checkedValue(tx: WriteTx, field: ProfileField, value: string | number[]): Promise<string> {
  const refuse = (problem: string) => badRequest(`${field.name} ${problem}`);
  if (field.field_type === FIELD_TYPE.people) {
    if (typeof value === 'string') throw refuse('is not a list of user ids');
    if (value.length > MAX_PEOPLE) throw refuse(`has too many people (limit: ${MAX_PEOPLE})`);
    for (const id of value)
      if ((await tx.directory.account(id)) === undefined) throw badRequest(`Invalid user ID: ${id}`);
    return JSON.stringify(value);
  }
  if (typeof value !== 'string') throw refuse('is not a string');
  const max = MAX_LENGTH[field.field_type];
  if (max !== undefined && [...value].length > max) throw refuse(`is too long (limit: ${max} characters)`);
  if (field.field_type === FIELD_TYPE.list && !Object.hasOwn(field.field_data, value))
    throw refuse(`has no choice '${value}'`);
  if (field.field_type === FIELD_TYPE.date && !isDate(value)) throw refuse('is not a date');
  if (field.field_type === FIELD_TYPE.link && !isWebLink(value)) throw refuse('is not a URL');
  return value;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

function isWebLink(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
