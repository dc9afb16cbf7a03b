export { query, tabulate } from './query.js';
export { parseQuery, type QueryOptions, type Question } from './question.js';
export { type QueryGroup, type QueryRow, QueryTable } from './tables.js';
export { QueryMistake } from './tokens.js';
export type { QueryJson as ShownValue } from './value.js';
