import { FIELDS_SINCE } from './fields-since.gen.js';

/**
 * Returns the release that first had a field, such as "4.18.0"; undefined if the field is in the
 * specification, or in no release. This function is not in `since.ts`, because validation only needs the
 * releases of values.
 */
export function fieldSince(typeName: string, number: number): string | undefined {
  return Object.hasOwn(FIELDS_SINCE, typeName) ? FIELDS_SINCE[typeName]?.[number] : undefined;
}
