import { readFileSync } from 'node:fs';

/**
 * The schema of a report, without further keys. Reports may gain keys, so schemas allow further keys; this
 * schema requires each key to be declared.
 */
export function closedSchema(name: string): object {
  const path = new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'), (_, value) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
