import { type Queryable, sql } from '@services/kit/db';

/** Types of custom profile fields. */
export const FIELD_TYPE = {
  shortText: 1,
  longText: 2,
  list: 3,
  date: 4,
  link: 5,
  people: 6,
  externalAccount: 7,
  pronouns: 8,
} as const;
export type FieldType = (typeof FIELD_TYPE)[keyof typeof FIELD_TYPE];
export const FIELD_TYPES = Object.values(FIELD_TYPE);

/** The types under the keys and names that clients know. */
export const FIELD_TYPE_NAMES = {
  SHORT_TEXT: { id: FIELD_TYPE.shortText, name: 'Text (short)' },
  LONG_TEXT: { id: FIELD_TYPE.longText, name: 'Text (long)' },
  SELECT: { id: FIELD_TYPE.list, name: 'List of options' },
  DATE: { id: FIELD_TYPE.date, name: 'Date' },
  URL: { id: FIELD_TYPE.link, name: 'Link' },
  USER: { id: FIELD_TYPE.people, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: FIELD_TYPE.externalAccount, name: 'External account' },
  PRONOUNS: { id: FIELD_TYPE.pronouns, name: 'Pronouns' },
};

export interface FieldDefinition {
  name: string;
  hint: string;
  /** For a list, its choices by value; for an external account, its service. */
  field_data: Record<string, unknown>;
  display_in_profile_summary: boolean;
  required: boolean;
  editable_by_user: boolean;
}

export interface ProfileField extends FieldDefinition {
  id: number;
  field_type: FieldType;
}

const COLUMNS = sql.raw(
  'id, field_type, name, hint, field_data, display_in_profile_summary, required, editable_by_user',
);

/** Returns the organization's profile fields in their order. */
export function profileFields(db: Queryable): Promise<ProfileField[]> {
  return db.rows<ProfileField>(sql`SELECT ${COLUMNS} FROM profile_field ORDER BY position, id`);
}

/** Returns the fields in their form for clients. */
export async function listedFields(db: Queryable) {
  return (await profileFields(db)).map(({ field_type, field_data, ...field }, index) => ({
    ...field,
    type: field_type as number,
    order: index + 1,
    field_data: Object.keys(field_data).length === 0 ? '' : JSON.stringify(field_data),
    use_for_user_matching: false,
  }));
}
