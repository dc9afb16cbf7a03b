import Type from 'typebox';
import { badNarrow, invalidVariable } from '../../http/errors.js';
import { parseJson } from '../../http/json-text.js';
import { custom, type Parameter } from '../../http/parameters.js';
import { NarrowError, parseNarrow, type RawTerm, type Term } from './terms.js';

const MAX_TERMS = 50;

/**
 * Parameter for a narrow: a JSON list that may mix `[operator, operand]` pairs and objects `{operator, operand,
 * negated?}`.
 */
export function narrow(): Parameter<Term[]> {
  return custom<Term[]>({
    schema: Type.Array(Type.Unknown()),
    decode: (text, name) => {
      const value = parseJson(text);
      if (value === undefined) throw invalidVariable(name, 'is not valid JSON');
      return value;
    },
    check: (value, name) => {
      // zulip-js sends the text `null` if the narrow is absent.
      if (value === null) return [];
      if (!Array.isArray(value)) throw invalidVariable(name, 'is not a list of terms');
      if (value.length > MAX_TERMS) throw invalidVariable(name, `has more than ${MAX_TERMS} terms`);
      try {
        return parseNarrow(value.map((term) => rawTerm(term, name)));
      } catch (error) {
        throw error instanceof NarrowError ? badNarrow(error.message) : error;
      }
    },
  });
}

function rawTerm(term: unknown, name: string): RawTerm {
  if (Array.isArray(term) && term.length === 2 && typeof term[0] === 'string')
    return { operator: term[0], operand: term[1] };
  if (typeof term === 'object' && term !== null && !Array.isArray(term)) {
    const { operator, operand, negated } = term as Record<string, unknown>;
    const isNegated = negated ?? false;
    if (typeof operator === 'string' && operand !== undefined && typeof isNegated === 'boolean')
      return { operator, operand, negated: isNegated };
  }
  throw invalidVariable(name, 'has a term that is neither a pair nor an object of operator and operand');
}
