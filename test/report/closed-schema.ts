import { readFileSync } from 'node:fs';

/**
 * Returns the schema of a report, changed so that it allows no further keys. Published schemas allow further
 * keys, because reports may get new ones; with the changed schema, each key must be declared.
 */
export function closedSchema(name: string): object {
  const path = new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'), (_, value) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
