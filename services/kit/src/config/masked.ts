import type { TSchema } from 'typebox/type';
import type { SettingSchema } from './setting.js';

const MASK = '***';

export function withSecretsMasked(schema: TSchema, config: unknown): unknown {
  return masked(schema as SettingSchema, config);
}

function masked(schema: SettingSchema, value: unknown): unknown {
  if (schema.secret === true) return value === '' || value === undefined ? value : MASK;
  if (schema.properties === undefined || typeof value !== 'object' || value === null) return value;
  const { properties } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, masked(properties[name] ?? {}, member)]),
  );
}
