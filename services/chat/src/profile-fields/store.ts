import { array, json, type Queryable, sql } from '@services/kit/db';
import type { FieldDefinition, FieldType } from './field.js';

export async function insertField(db: Queryable, type: FieldType, field: FieldDefinition): Promise<number> {
  const row = await db.one<{ id: number }>(sql`
    INSERT INTO profile_field (field_type, name, hint, field_data, position, display_in_profile_summary, required,
      editable_by_user)
    SELECT ${type}::smallint, ${field.name}, ${field.hint}, ${json(field.field_data)}::jsonb,
      coalesce(max(position), 0) + 1, ${field.display_in_profile_summary}::boolean, ${field.required}::boolean,
      ${field.editable_by_user}::boolean
    FROM profile_field RETURNING id`);
  return row!.id;
}

export async function updateField(db: Queryable, id: number, field: FieldDefinition): Promise<void> {
  await db.run(sql`UPDATE profile_field SET name = ${field.name}, hint = ${field.hint},
    field_data = ${json(field.field_data)}, display_in_profile_summary = ${field.display_in_profile_summary},
    required = ${field.required}, editable_by_user = ${field.editable_by_user} WHERE id = ${id}`);
}

/** Deletes a field and its users' values. */
export async function deleteField(db: Queryable, id: number): Promise<boolean> {
  return (await db.run(sql`DELETE FROM profile_field WHERE id = ${id}`)) > 0;
}

export async function orderFields(db: Queryable, ids: readonly number[]): Promise<void> {
  await db.run(
    sql`UPDATE profile_field SET position = array_position(${array([...ids], 'int8')}, id::bigint)`,
  );
}

/** Deletes values that are no longer among a list's choices; returns the ids of their users. */
export async function deleteOtherChoices(db: Queryable, id: number, choices: string[]): Promise<number[]> {
  const rows = await db.rows<{ user_id: number }>(sql`
    DELETE FROM profile_value WHERE field_id = ${id} AND NOT value = ANY(${array(choices, 'text')})
    RETURNING user_id`);
  return rows.map((row) => row.user_id);
}
