import { badRequest } from '../http/errors.js';
import { FIELD_TYPE, type FieldDefinition, type FieldType, type ProfileField } from './field.js';

export const MAX_NAME = 40;
export const MAX_HINT = 80;
/**
 * Maximum number of profile fields. The limit exists because each registering client gets all fields and the values of
 * all users.
 */
export const MAX_FIELDS = 50;
const MAX_IN_SUMMARY = 2;
const MAX_CHOICES = 200;
const MAX_CHOICE = 100;
const MAX_PATTERN = 1024;

interface ExternalService {
  text: string;
  name: string;
  hint: string;
  url_pattern: string;
}

/** Services for external accounts that need no URL pattern. */
export const EXTERNAL_SERVICES: Record<string, ExternalService> = {
  github: {
    text: 'GitHub',
    name: 'GitHub username',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
  twitter: {
    text: 'Twitter',
    name: 'Twitter username',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
};

/** Returns the definition in its stored form. `others` are the organization's other fields. */
export function checkedField(
  type: FieldType,
  field: FieldDefinition,
  others: readonly ProfileField[],
): FieldDefinition {
  const field_data = checkedData(type, field.field_data);
  const service =
    type === FIELD_TYPE.externalAccount ? EXTERNAL_SERVICES[String(field_data.subtype)] : undefined;
  const name = service?.name ?? field.name;
  if (name === '') throw badRequest('Label cannot be blank.');
  if (others.some((other) => other.name === name))
    throw badRequest('A field with that label already exists.');
  if (field.display_in_profile_summary) {
    if (type === FIELD_TYPE.longText || type === FIELD_TYPE.people)
      throw badRequest('Field type not supported for display in profile summary.');
    if (others.filter((other) => other.display_in_profile_summary).length >= MAX_IN_SUMMARY)
      throw badRequest('Only 2 custom profile fields can be displayed in the profile summary.');
  }
  return { ...field, name, field_data };
}

function checkedData(type: FieldType, data: Record<string, unknown>): Record<string, unknown> {
  if (type === FIELD_TYPE.list) return checkedChoices(data);
  if (type === FIELD_TYPE.externalAccount) return checkedService(data);
  if (Object.keys(data).length > 0) throw badRequest('Field type does not support field data.');
  return {};
}

/** Checks choices of a list field, in the form `{value: {text, order}}`. */
function checkedChoices(data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data);
  if (entries.length === 0) throw badRequest('Field must have at least one choice.');
  if (entries.length > MAX_CHOICES) throw badRequest(`Field has too many choices (limit: ${MAX_CHOICES})`);
  const texts = new Set<string>();
  const choices = entries.map(([value, choice]): [string, { text: string; order: string }] => {
    const { text, order } = (choice ?? {}) as { text?: unknown; order?: unknown };
    if (typeof text !== 'string' || (typeof order !== 'string' && typeof order !== 'number'))
      throw badRequest('A choice has to have a text and an order.');
    if (value.trim() === '' || value.length > MAX_CHOICE) throw badRequest("'value' cannot be blank.");
    const trimmed = text.trim();
    if (trimmed === '') throw badRequest("'text' cannot be blank.");
    if ([...trimmed].length > MAX_CHOICE)
      throw badRequest(`A choice is too long (limit: ${MAX_CHOICE} characters)`);
    if (texts.has(trimmed)) throw badRequest('Field must not have duplicate choices.');
    texts.add(trimmed);
    return [value, { text: trimmed, order: String(order).slice(0, 10) }];
  });
  return Object.fromEntries(choices);
}

/** Throws unless the data names a known service, or is `custom` with a URL pattern. */
function checkedService(data: Record<string, unknown>): Record<string, unknown> {
  const { subtype, url_pattern } = data;
  if (typeof subtype !== 'string') throw badRequest('Field data has no subtype.');
  if (subtype !== 'custom') {
    if (!Object.hasOwn(EXTERNAL_SERVICES, subtype)) throw badRequest('Invalid external account type');
    return { subtype };
  }
  if (typeof url_pattern !== 'string') throw badRequest('Custom external account must define URL pattern');
  if (url_pattern.length > MAX_PATTERN) throw badRequest('Malformed URL pattern.');
  if (url_pattern.split('%(username)s').length !== 2) throw badRequest('Malformed URL pattern.');
  const example = url_pattern.replace('%(username)s', 'username');
  if (!URL.canParse(example) || !/^https?:$/.test(new URL(example).protocol))
    throw badRequest('Malformed URL pattern.');
  return { subtype, url_pattern };
}
