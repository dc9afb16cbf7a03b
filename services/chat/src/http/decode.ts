import { confusingVariables, invalidVariable, missingVariable, notFound } from './errors.js';
import type { Parameters } from './parameters.js';

/** A parameter before decoding: text from the query or the form, or a member of a JSON body. */
export type RawParameter = { text: string } | { value: unknown };
export type RawParameters = Map<string, RawParameter>;

/** Parameters that every endpoint accepts: the client's name, and a flag that the Python client sends with retries. */
const ALWAYS_KNOWN = ['client', 'dont_block'];

export interface Decoded {
  values: Record<string, unknown>;
  /** Names of unknown parameters, sorted. */
  ignored: string[];
}

/** Decodes the endpoint's parameters; absent parameters get their defaults. */
export function decodeParameters(parameters: Parameters, raw: RawParameters): Decoded {
  const values: Record<string, unknown> = {};
  const used = new Set(ALWAYS_KNOWN);
  for (const [name, parameter] of Object.entries(parameters)) {
    let found: { name: string; raw: RawParameter } | undefined;
    for (const candidate of [name, ...parameter.aliases]) {
      const given = raw.get(candidate);
      used.add(candidate);
      if (given === undefined) continue;
      if (found !== undefined && !sameRaw(found.raw, given)) throw confusingVariables(found.name, candidate);
      found ??= { name: candidate, raw: given };
    }
    if (found === undefined) {
      if (!parameter.optional) throw missingVariable(name);
      if (parameter.initial !== undefined) values[name] = parameter.initial;
      continue;
    }
    const value =
      'text' in found.raw
        ? parameter.fromText(checkedText(found.raw.text, found.name), found.name)
        : found.raw.value;
    const checked = parameter.check(value, found.name);
    if (checked !== undefined) values[name] = checked;
    else if (parameter.initial !== undefined) values[name] = parameter.initial;
  }
  return { values, ignored: [...raw.keys()].filter((name) => !used.has(name)).sort() };
}

/** A path segment that cannot be decoded gives 404, like an unknown path. */
export function decodePath(
  parameters: Parameters,
  segments: Record<string, string>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    try {
      const text = segments[name] ?? '';
      values[name] = parameter.check(parameter.fromText(checkedText(text, name), name), name);
    } catch {
      throw notFound();
    }
  }
  return values;
}

function checkedText(text: string, name: string): string {
  if (text.includes('\0')) throw invalidVariable(name, 'contains a NUL character');
  return text.toWellFormed();
}

const sameRaw = (a: RawParameter, b: RawParameter): boolean =>
  'text' in a && 'text' in b ? a.text === b.text : JSON.stringify(a) === JSON.stringify(b);
