import { readFileSync } from 'node:fs';

/** The schema of a report. Reports may gain keys, so schemas allow them; in this one each key has to be there. */
export function closedSchema(name: string): object {
  const path = new URL(`../../docs/schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8'), (_, value) =>
    typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
