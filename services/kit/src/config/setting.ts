import type { TSchema } from 'typebox/type';

/** The part of JSON Schema that the schemas of settings use. */
export interface SettingSchema {
  type?: string;
  properties?: Record<string, SettingSchema>;
  anyOf?: SettingSchema[];
  const?: unknown;
  secret?: boolean;
}

/**
 * One setting of the configuration. A setting whose value is an object is given as a whole: its members are not
 * settings.
 */
export interface Setting {
  path: readonly string[];
  /** `mail.url`, as flags name it. */
  name: string;
  /** Name in the environment after the prefix: `MAIL_URL`. */
  variable: string;
  schema: SettingSchema;
}

/** Returns the settings of a schema, which are its leaves. */
export function settingsOf(schema: TSchema): Setting[] {
  return leaves(schema as SettingSchema, []);
}

function leaves(schema: SettingSchema, path: readonly string[]): Setting[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, member]) => leaves(member, [...path, name]));
  }
  return [{ path, name: path.join('.'), variable: variableOf(path), schema }];
}

/** Returns the name of the variable without the prefix: `MAIL_URL` for the path `['mail', 'url']`. */
export function variableOf(path: readonly string[]): string {
  return path.map(upperSnake).join('_');
}

function upperSnake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
}

/**
 * Returns the value of a setting that is given as text. A list is JSON or separated by commas. An invalid text is
 * returned unchanged; the later check of the whole configuration reports the text.
 */
export function settingValue(text: string, { type }: SettingSchema): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array':
      if (text.trim().startsWith('[')) return fromJson(text);
      return text.trim() === '' ? [] : text.split(',').map((item) => numberIfWritten(item.trim()));
    case 'object':
      return fromJson(text);
    default:
      return text;
  }
}

function numberIfWritten(text: string): unknown {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
