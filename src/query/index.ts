export { type OpenedMessage, openMessage } from './open-message.js';
export { Place } from './place.js';
export { batchesOf, query, tabulate } from './query.js';
export { type Aggregate, type Column, parseQuery, type QueryOptions, type Question } from './question.js';
export type { Current, Level, Scope } from './row.js';
export { rowsOf } from './rows.js';
export { type QueryGroup, type QueryRow, QueryTable, rowOf } from './tables.js';
export { QueryMistake } from './tokens.js';
export type { ShownValue, Value, ValueType } from './value.js';
