import { isProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import { parseSelector, type Selector } from '../../read/select/selector.js';
import { parseExpression, parseExpressions } from './expression.js';
import { resolve, resolveCondition } from './resolve.js';
import type { Resolved } from './resolved.js';
import type { Current, Level, Scope } from './row.js';
import { QueryMistake } from './tokens.js';

/** What is asked of every file. */
export interface QueryOptions {
  /** A condition: rows for which it does not hold are left out. */
  readonly where?: string;
  /** Values beside each row, with commas between them; each is a column. */
  readonly columns?: readonly string[];
  /** Expressions with commas between them: rows are counted by their values. */
  readonly groupBy?: string;
  /** Whether rows are counted: by group, or else by what was selected and its columns. */
  readonly count?: boolean;
  /** Expressions whose values are added up, or of which the least or largest is looked for. */
  readonly sum?: readonly string[];
  /** Expressions of which the least value is looked for. */
  readonly min?: readonly string[];
  /** Expressions of which the largest value is looked for. */
  readonly max?: readonly string[];
}

/** An expression with its text, which names its column. */
export interface Column extends Resolved {
  readonly text: string;
}

/** A question that has been understood; it can be asked of any number of files. */
export interface Question {
  /** What it selects. */
  readonly selector: Selector;
  /** @hidden */
  readonly scope: Scope;
  /** @hidden */
  readonly where: ((current: Current) => boolean) | undefined;
  /** @hidden */
  readonly columns: readonly Column[];
  /**
   * Undefined where every row is an answer.
   * @hidden
   */
  readonly aggregate: Aggregate | undefined;
}

export interface Aggregate {
  /** Empty where there is one group; undefined where rows are counted by what they say themselves. */
  readonly groupBy: readonly Column[] | undefined;
  readonly sum: readonly Column[];
  readonly min: readonly Column[];
  readonly max: readonly Column[];
}

/**
 * Understands a question. The expression is a selector (`network_groups[*].contexts[*].context_index`, see
 * `parseSelector`), after which columns may follow after commas.
 * @throws QueryMistake where a part of it is none
 */
export function parseQuery(expression: string, options: QueryOptions = {}): Question {
  // No selector has a comma in it.
  const comma = expression.indexOf(',');
  const first = comma < 0 ? expression : expression.slice(0, comma);
  const selector = selectorOf(first, expression);
  const scope = scopeOf(selector, expression);
  const columnsOf = (text: string): Column[] =>
    parseExpressions(text).map((parsed) => ({
      ...resolve(parsed.expression, scope, text),
      text: parsed.text,
    }));
  const all = (texts: readonly string[] | undefined): Column[] => (texts ?? []).flatMap(columnsOf);
  const numbers = (texts: readonly string[] | undefined, name: string): Column[] =>
    all(texts).map((column) => {
      if (column.type.kind === 'number') return column;
      throw new QueryMistake(`--${name} takes numbers, and this is a ${column.type.kind}`, column.text, 0);
    });
  const { where, groupBy } = options;
  const sum = numbers(options.sum, 'sum');
  const min = numbers(options.min, 'min');
  const max = numbers(options.max, 'max');
  const isAggregate =
    options.count === true || groupBy !== undefined || sum.length + min.length + max.length > 0;
  return {
    selector,
    scope,
    where: where === undefined ? undefined : resolveCondition(parseExpression(where), scope, where),
    columns: [...(comma < 0 ? [] : columnsOf(expression.slice(comma + 1).trim())), ...all(options.columns)],
    aggregate: isAggregate
      ? {
          groupBy: groupBy === undefined ? (options.count === true ? undefined : []) : columnsOf(groupBy),
          sum,
          min,
          max,
        }
      : undefined,
  };
}

function selectorOf(first: string, expression: string): Selector {
  let selector: Selector;
  try {
    selector = parseSelector(first);
  } catch (error) {
    if (!isProtomdlError(error)) throw error;
    throw new QueryMistake(reasonOf(error.message, first), expression, placeOfMistake(first));
  }
  if (selector.steps.length === 0) throw new QueryMistake('a field is expected', expression, 0);
  const unknown = selector.steps.find(({ field }) => field === undefined);
  if (unknown !== undefined) {
    throw new QueryMistake('unknown fields have no meaning to ask for', expression, first.indexOf('#'));
  }
  return selector;
}

/** Selectors name the text first, which is shown anyway. */
function reasonOf(message: string, text: string): string {
  return message.startsWith(`${text}: `) ? message.slice(text.length + 2) : message;
}

/** Where the first step begins that cannot be read. */
function placeOfMistake(text: string): number {
  let from = text.length - text.trimStart().length;
  for (let at = text.indexOf('.', from); at >= 0; at = text.indexOf('.', at + 1)) {
    try {
      parseSelector(text.slice(0, at));
    } catch {
      return from;
    }
    from = at + 1;
  }
  return from;
}

function scopeOf({ steps }: Selector, expression: string): Scope {
  const levels: Level[] = [{ table: MDL.messages[0] as MessageTable, name: '', repeated: false }];
  for (const { field } of steps) {
    if (field === undefined) throw new QueryMistake('a field is expected', expression, 0);
    if (field.type !== TYPE_MESSAGE) return { levels, selected: field, reads: new Set() };
    const table = MDL.messages[field.message] as MessageTable;
    levels.push({ table, name: field.name, repeated: field.repeated });
  }
  return { levels, selected: undefined, reads: new Set() };
}
