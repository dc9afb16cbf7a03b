import type { FieldTable } from './table.js';

/** Joins a path and one more step. Either may be empty: the root's path, or the step to a message itself. */
export function joinPath(path: string, step: string): string {
  return path === '' || step === '' ? path + step : `${path}.${step}`;
}

/** The step to a field, as reports write it: `contexts[2]` for an element of a list, `#7` for an unknown field. */
export function pathStep(field: FieldTable | undefined, number: number, index: number): string {
  if (field === undefined) return `#${number}`;
  return field.repeated ? `${field.name}[${index}]` : field.name;
}
