import { isProtomdlError } from '../../base/diagnostics/error.js';
import { MDL } from '../../base/schema/mdl.gen.js';
import { type MessageTable, TYPE_MESSAGE } from '../../base/schema/table.js';
import { parseSelector, type Selector } from '../../read/select/selector.js';
import { parseExpression, parseExpressions, type Resolved } from './expression.js';
import { resolveCondition, resolveFields } from './resolve.js';
import type { Current, ListPosition, Scope } from './row.js';
import { QueryMistake } from './tokens.js';

/** Options of a query. */
export interface QueryOptions {
  /** A condition: rows that do not meet it are left out. */
  readonly where?: string;
  /** Further values of each row, separated by commas; each is a column. */
  readonly columns?: readonly string[];
  /** Expressions separated by commas: rows are counted by their values. */
  readonly groupBy?: string;
  /** True to count rows: by group, or by the selected value and its columns. */
  readonly count?: boolean;
  /** Expressions whose values are summed. */
  readonly sum?: readonly string[];
  /** Expressions whose least value is reported. */
  readonly min?: readonly string[];
  /** Expressions whose largest value is reported. */
  readonly max?: readonly string[];
}

/** A resolved expression with its text, which names its column. */
export interface QueryColumn extends Resolved {
  readonly text: string;
}

/** A parsed and resolved query; it can be run on any number of files. */
export interface Question {
  /** The selected part of a file. */
  readonly selector: Selector;
  /** @hidden */
  readonly scope: Scope;
  /** @hidden */
  readonly where: ((current: Current) => boolean) | undefined;
  /** @hidden */
  readonly columns: readonly QueryColumn[];
  /**
   * Undefined if every row is a result.
   * @hidden
   */
  readonly aggregate: Aggregate | undefined;
}

export interface Aggregate {
  /** Empty for a single group; undefined if rows are counted by their own values. */
  readonly groupBy: readonly QueryColumn[] | undefined;
  readonly sum: readonly QueryColumn[];
  readonly min: readonly QueryColumn[];
  readonly max: readonly QueryColumn[];
}

/**
 * Parses and resolves a query. The expression is a selector (`network_groups[*].contexts[*].context_index`,
 * see `parseSelector`), optionally followed by columns, separated by commas.
 * @throws QueryMistake for an invalid part
 */
export function parseQuery(expression: string, options: QueryOptions = {}): Question {
  // The first comma ends the selector, because selectors have no commas.
  const comma = expression.indexOf(',');
  const first = comma < 0 ? expression : expression.slice(0, comma);
  const selector = selectorOf(first, expression);
  const scope = scopeOf(selector, expression);
  const columnsOf = (text: string): QueryColumn[] =>
    parseExpressions(text).map((parsed) => ({
      ...resolveFields(parsed.expression, scope, text),
      text: parsed.text,
    }));
  const all = (texts: readonly string[] | undefined): QueryColumn[] => (texts ?? []).flatMap(columnsOf);
  const numbers = (texts: readonly string[] | undefined, name: string): QueryColumn[] =>
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
    throw new QueryMistake('unknown fields cannot be queried', expression, first.indexOf('#'));
  }
  return selector;
}

/** Returns the selector's error without the text at its beginning, which is shown anyway. */
function reasonOf(message: string, text: string): string {
  return message.startsWith(`${text}: `) ? message.slice(text.length + 2) : message;
}

/** Returns the start of the first invalid step. */
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
  const levels: ListPosition[] = [{ table: MDL.messages[0] as MessageTable, name: '', repeated: false }];
  for (const { field } of steps) {
    if (field === undefined) throw new QueryMistake('a field is expected', expression, 0);
    if (field.type !== TYPE_MESSAGE) return { levels, selected: field };
    const table = MDL.messages[field.message] as MessageTable;
    levels.push({ table, name: field.name, repeated: field.repeated });
  }
  return { levels, selected: undefined };
}
