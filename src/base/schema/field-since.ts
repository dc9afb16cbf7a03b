import { FIELDS_SINCE } from './fields-since.gen.js';

/**
 * The release that first had a field, "4.18.0"; undefined where the specification has it, or no release does. Apart from
 * `since.ts`, since validation asks about values alone.
 */
export function fieldSince(typeName: string, number: number): string | undefined {
  return Object.hasOwn(FIELDS_SINCE, typeName) ? FIELDS_SINCE[typeName]?.[number] : undefined;
}
