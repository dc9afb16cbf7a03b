import Type from 'typebox';
import { invalidVariable } from '../../http/errors.js';
import { parseJson } from '../../http/json-text.js';
import { custom, type Parameter } from '../../http/parameters.js';
import type { To } from './destination.js';

/** Beginning of a string, list, object or number. */
const MAYBE_JSON = /^\s*["[{\d-]/;

/** Decodes JSON of a name, an id, or a list of names or of ids. Any other text is a name, or addresses with commas. */
export function destination(): Parameter<To> {
  return custom<To>({
    schema: Type.Union([
      Type.String(),
      Type.Integer(),
      Type.Array(Type.String()),
      Type.Array(Type.Integer()),
    ]),
    // Most sends name a channel by plain text. Parsing it as JSON first would take longer than all other work of this
    // parameter.
    decode: (text) => (MAYBE_JSON.test(text) ? (parseJson(text) ?? text) : text),
    check: (value, name) => {
      if (typeof value === 'string') return value;
      if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
      if (Array.isArray(value)) {
        if (value.every((item) => typeof item === 'string')) return value as string[];
        if (value.every((item) => typeof item === 'number' && Number.isSafeInteger(item)))
          return value as number[];
        throw invalidVariable(name, 'has to list names or ids, not both');
      }
      throw invalidVariable(name, 'is neither a name nor an id nor a list of them');
    },
  });
}
