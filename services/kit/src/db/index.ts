export { type SQL, sql } from 'drizzle-orm/sql';
export type { Database, IsolationLevel, Queryable, Transaction, TransactionOptions } from './database.js';
export { DatabaseUnavailable, isUniqueViolation, violatedConstraint } from './errors.js';
export { type Asked, Groups } from './groups.js';
export { type OpenDatabaseOptions, openDatabase } from './open.js';
export { array, json } from './parameters.js';
